import { createHash } from 'node:crypto';
import { longestAnswer, type PageTexts, type Question } from './question';

const style = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --paper: #fff; --ground: #f4f5f6; --line: #d0d3d8; --strong: #0b6b4f; }
@media (prefers-color-scheme: dark) {
	:root { --ink: #eef0f2; --soft: #a8adb5; --paper: #1d2023; --ground: #111315; --line: #43484e; --strong: #3fb58d; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 1rem; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0 0 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; margin: 0 0 0.375rem; font-weight: 600; }
textarea { width: 100%; min-height: 8rem; margin: 0 0 0.75rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; }
button { display: block; width: 100%; min-height: 3rem; margin: 0 0 0.625rem; padding: 0.625rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; font-weight: 600; overflow-wrap: anywhere; }
main > :last-child, form > :last-child { margin-bottom: 0; }
button.first { border-color: var(--strong); background: var(--strong); color: var(--paper); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
.note { color: var(--soft); }
`;

/** Nothing from anywhere else, no script at all, and no other page may show it in a frame. */
export const pageHeaders: Readonly<Record<string, string>> = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex, nofollow',
	'referrer-policy': 'no-referrer',
	'cache-control': 'no-store',
};

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** @param title what the browser shows; the page too, unless it has no `heading` */
function page(title: string, body: string, heading = title): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${heading === '' ? '' : `<h1>${escaped(heading)}</h1>\n`}${body}
</main>
</body>
</html>
`;
}

const paragraph = (text: string, name = ''): string =>
	text === '' ? '' : `<p${name === '' ? '' : ` class="${name}"`}>${escaped(text)}</p>\n`;

/** The first line of a question without a title: a page must have a name in the browser. */
const nameOf = ({ title, message }: PageTexts): string => title || (message.split('\n', 1)[0] ?? '');

/** The page that asks. It changes nothing: only its form answers, to the address that it has. */
export function questionPage({ page: texts, responseType, choices }: Question, problem = ''): string {
	// None of several choices is preferred.
	const [first] = responseType === 'approval' ? choices : [];
	const buttons = choices.map(
		(choice, index) =>
			`<button${choice === first ? ' class="first"' : ''} name="button" value="${index + 1}">${escaped(choice.label)}</button>`,
	);
	const field = `<label for="text">Your answer</label>
<textarea id="text" name="text" maxlength="${longestAnswer}" required></textarea>
<button class="first">${escaped(texts.submitLabel)}</button>`;
	const alert = problem === '' ? '' : `<p role="alert">${escaped(problem)}</p>\n`;
	return page(
		nameOf(texts),
		`${paragraph(texts.message)}${alert}<form method="post">
${responseType === 'freeText' ? field : buttons.join('\n')}
</form>`,
		texts.title,
	);
}

/** The page after an answer. */
export const closingPage = ({ page: texts }: Question): string =>
	page(nameOf(texts), `<p role="status">${escaped(texts.closing)}</p>`, texts.title);

/** The page for an older message: its question was answered or asked anew, or its time is over. */
export const closedPage = (): string =>
	page(
		'No longer open',
		paragraph('This question is closed: it was answered, or its time is over. Nothing was changed.', 'note'),
	);
