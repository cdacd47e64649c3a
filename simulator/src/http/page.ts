import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

/** Beside `src` and `dist`, so that it is found from both. */
const FOLDER = join(__dirname, '..', '..', 'page');

const TYPES = {
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	svg: 'image/svg+xml',
} as const;

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
	'/': { file: 'index.html', type: TYPES.html },
	'/page/app.js': { file: 'app.js', type: TYPES.js },
	'/page/channels.js': { file: 'channels.js', type: TYPES.js },
	'/page/composer.js': { file: 'composer.js', type: TYPES.js },
	'/page/conversation.js': { file: 'conversation.js', type: TYPES.js },
	'/page/dom.js': { file: 'dom.js', type: TYPES.js },
	'/page/icon.svg': { file: 'icon.svg', type: TYPES.svg },
	'/page/icons.js': { file: 'icons.js', type: TYPES.js },
	'/page/inspector.js': { file: 'inspector.js', type: TYPES.js },
	'/page/live.js': { file: 'live.js', type: TYPES.js },
	'/page/parts.js': { file: 'parts.js', type: TYPES.js },
	'/page/photo.js': { file: 'photo.js', type: TYPES.js },
	'/page/rcs.css': { file: 'rcs.css', type: TYPES.css },
	'/page/rcs.js': { file: 'rcs.js', type: TYPES.js },
	'/page/rcsComposer.js': { file: 'rcsComposer.js', type: TYPES.js },
	'/page/rcsContent.js': { file: 'rcsContent.js', type: TYPES.js },
	'/page/rcsMedia.js': { file: 'rcsMedia.js', type: TYPES.js },
	'/page/rcsSheet.js': { file: 'rcsSheet.js', type: TYPES.js },
	'/page/rcsSuggestions.js': { file: 'rcsSuggestions.js', type: TYPES.js },
	'/page/waba.js': { file: 'waba.js', type: TYPES.js },
	'/page/wabaParts.js': { file: 'wabaParts.js', type: TYPES.js },
	'/page/style.css': { file: 'style.css', type: TYPES.css },
};

/** Nothing from anywhere else, and nothing inline: what a message contains can never become code. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The phone page, read once and served from memory. */
export function registerPage(server: FastifyInstance): void {
	for (const [url, { file, type }] of Object.entries(FILES)) {
		const content = readFileSync(join(FOLDER, file));
		server.get(url, (_request, reply) =>
			reply
				.headers({
					'content-type': type,
					'content-security-policy': POLICY,
					'x-content-type-options': 'nosniff',
					'cache-control': 'no-cache',
				})
				.send(content),
		);
	}
}
