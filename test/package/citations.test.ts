/** The code and the contract fixtures cite sections of `docs/contributing/service.md` by their anchors. */
import { callbackCases, exchangeCases } from '../support/contractFixtures';
import { filesIn, read } from '../support/repository';
import { anchorsIn } from './anchors';

const anchors = anchorsIn('docs/contributing/service.md');

/** Each with the citations in its comments at least. */
const folders = [
	['nodes', 5],
	['protocol', 40],
	['simulator', 40],
	['test', 2],
] as const;

const commentsIn = (text: string) =>
	[...text.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) =>
		comment.replace(/\n\s*\* ?/g, ' '),
	);

/** What is cited in a comment: an anchor, or nothing where it only names the page. */
const citedIn = (comment: string) =>
	[...comment.matchAll(/\bservice\.md(?:#([\w-]*))?/g)].map(([, anchor = '']) => anchor);

/** Texts of people and of the service that are quoted like sections were. A whole sentence is a text anyway. */
const texts: ReadonlySet<string> = new Set(['Anything else', 'Stop by tomorrow']);

/** A section that is cited in quotes, at the start of a comment or in parentheses. */
const quotedIn = (comment: string) =>
	[...comment.matchAll(/(?:\(|^\/\*\* ?|^\/\/ )"([A-Z][^"]{2,80})"(?=[):,;.])/g)]
		.map(([, quoted = '']) => quoted)
		.filter((quoted) => !quoted.endsWith('.') && !texts.has(quoted));

const isUnknown = (anchor: string) => !anchors.includes(anchor);

const commentsOf = (folder: string) =>
	filesIn(folder)
		.filter((file) => /\.(?:ts|js|mjs)$/.test(file) && file !== 'test/package/citations.test.ts')
		.flatMap((file) => commentsIn(read(file)).map((comment) => ({ file, comment })));

describe.each(folders)('the comments in %s', (folder, least) => {
	const comments = commentsOf(folder);

	it('cite sections that exist', () => {
		const cited = comments.flatMap(({ file, comment }) =>
			citedIn(comment).map((anchor) => ({ file, anchor })),
		);
		expect(cited.length).toBeGreaterThanOrEqual(least);
		expect(cited.filter(({ anchor }) => isUnknown(anchor))).toEqual([]);
	});

	it('cite none in quotes, where no one sees that it is gone', () => {
		const quoted = comments.flatMap(({ file, comment }) =>
			quotedIn(comment).map((text) => `${file}: ${text}`),
		);
		expect(quoted).toEqual([]);
	});
});

it('each contract fixture cites a section that exists', () => {
	const cases = [...exchangeCases(), ...callbackCases()].map(({ file, section }) => ({ file, section }));
	expect(cases.length).toBeGreaterThan(200);
	expect(cases.filter(({ section }) => isUnknown(section))).toEqual([]);
});

it('no two sections have the same anchor', () => {
	expect(anchors.length).toBeGreaterThan(20);
	expect(anchors.filter((anchor) => /-\d$/.test(anchor))).toEqual([]);
});

it.each([
	['/** The sandbox (service.md#sandbox-numbers). */', 0, 0],
	['/** The sandbox (service.md#sandbox). */', 1, 0],
	['/** See service.md. */', 1, 0],
	['/** The sandbox ("Limits", Sandbox). */', 0, 1],
	['/** "SMS API: sending". */', 0, 1],
	['/** Says what is wrong ("No credit left."). */', 0, 0],
	['/** "Accepted" means taken. */', 0, 0],
])('in %j, finds %d unknown sections and %d in quotes', (source, unknown, quoted) => {
	const [comment = ''] = commentsIn(source);
	expect(citedIn(comment).filter(isUnknown)).toHaveLength(unknown);
	expect(quotedIn(comment)).toHaveLength(quoted);
});
