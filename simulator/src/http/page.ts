import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

/** Beside `src` and `dist`, so that it is found from both. */
const FOLDER = join(__dirname, '..', '..', 'page');

const TYPES = {
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
} as const;

type Ending = keyof typeof TYPES;

const isEnding = (text: string): text is Ending => Object.hasOwn(TYPES, text);

interface PageFile {
	readonly type: string;
	readonly content: Buffer;
}

/** Every file of the page by its address; what is of no type that the page is made of is not served. */
function readFiles(): ReadonlyMap<string, PageFile> {
	const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
		const file = path.split(sep).join('/');
		const ending = extname(file).slice(1);
		if (!isEnding(ending)) return [];
		const address = file === 'index.html' ? '/' : `/page/${file}`;
		return [[address, { type: TYPES[ending], content: readFileSync(join(FOLDER, file)) }] as const];
	});
	return new Map(files);
}

/** Nothing from anywhere else, and nothing inline: what a message contains can never become code. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The phone page, read once and served from memory. Below `/page/`, `otherwise` answers for files that it doesn't have. */
export function registerPage(server: FastifyInstance, otherwise: RouteHandlerMethod): void {
	const files = readFiles();
	const answer: RouteHandlerMethod = function (request, reply) {
		const [path = ''] = request.url.split('?');
		const file = files.get(path);
		if (file === undefined) return otherwise.call(this, request, reply);
		return reply
			.headers({
				'content-type': file.type,
				'content-security-policy': POLICY,
				'x-content-type-options': 'nosniff',
				'cache-control': 'no-cache',
			})
			.send(file.content);
	};
	server.get('/', answer);
	server.get('/page/*', answer);
}
