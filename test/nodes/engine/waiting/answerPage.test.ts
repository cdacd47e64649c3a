import { createHash } from 'node:crypto';
import { NodeHelpers } from 'n8n-workflow';
import {
	closedPage,
	closingPage,
	pageHeaders,
	questionPage,
} from '../../../../nodes/engine/waiting/answerPage';
import { pageOptions } from '../../../../nodes/engine/waiting/waitFields';
import type { Question } from '../../../../nodes/engine/waiting/question';

const evil = `</title><script>alert("1")</script><img src=x onerror='y'>&amp;`;
const question: Question = {
	nonce: 'abcdefghijklmnopx4Yj',
	responseType: 'approval',
	until: 0,
	choices: [
		{ id: 'approve', label: `Yes ${evil}` },
		{ id: 'decline', label: 'No' },
	],
	page: {
		title: `Order ${evil}`,
		message: `Ship it? ${evil}`,
		submitLabel: `Send ${evil}`,
		closing: `Thanks ${evil}`,
	},
};
const freeText: Question = { ...question, responseType: 'freeText', choices: [] };

const pages: Array<[string, string]> = [
	['approval', questionPage(question)],
	['approval with a problem', questionPage(question, `Choose ${evil}`)],
	['free text', questionPage(freeText)],
	['the answer', closingPage(question)],
	['an older message', closedPage()],
];

describe('the answer page', () => {
	it.each(pages)('has no script and loads nothing: %s', (_name, html) => {
		expect(html).not.toMatch(/<(?:script|img|link|iframe|object|embed)\b|url\(|@import/i);
		expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(?:src|href|style|on\w+)\s*=/i);
	});

	it.each(pages)('has exactly the style that its policy allows: %s', (_name, html) => {
		const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		expect(style.length).toBeGreaterThan(100);
		expect(pageHeaders['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
	});

	it('has no heading without a title, and is named after the first line of the message', () => {
		const untitled = { ...question, page: { ...question.page, title: '', message: 'Ship it?\nToday' } };
		for (const html of [questionPage(untitled), closingPage(untitled)]) {
			expect(html).toContain('<title>Ship it?</title>');
			expect(html).not.toContain('<h1>');
		}
	});

	const asking: Question = {
		...question,
		choices: [
			{ id: 'approve', label: 'Yes' },
			{ id: 'decline', label: "<No's>" },
		],
		page: { title: 'Order 7', message: 'Ship it?\nToday', submitLabel: 'Send', closing: 'Thank you.' },
	};
	const message = '<h1>Order 7</h1>\n<p>Ship it?\nToday</p>\n';
	const decline = '<button name="button" value="2">&lt;No&#39;s&gt;</button>';
	const field = `<label for="text">Your answer</label>
<textarea id="text" name="text" maxlength="1000" required></textarea>
<button class="first">Send</button>`;

	it.each<[string, () => string, string]>([
		[
			'an approval, whose first button is marked',
			() => questionPage(asking),
			`${message}<form method="post">\n<button class="first" name="button" value="1">Yes</button>\n${decline}\n</form>`,
		],
		[
			'choices, none of which is preferred, with a problem',
			() => questionPage({ ...asking, responseType: 'choices' }, 'Choose one.'),
			`${message}<p role="alert">Choose one.</p>\n<form method="post">\n<button name="button" value="1">Yes</button>\n${decline}\n</form>`,
		],
		[
			'a free text',
			() => questionPage({ ...asking, responseType: 'freeText' }),
			`${message}<form method="post">\n${field}\n</form>`,
		],
		[
			'a report, without a message',
			() =>
				questionPage({
					...asking,
					responseType: 'deliveryStatus',
					choices: [],
					page: { ...asking.page, message: '' },
				}),
			'<h1>Order 7</h1>\n<form method="post">\n\n</form>',
		],
		['an answer', () => closingPage(asking), '<h1>Order 7</h1>\n<p role="status">Thank you.</p>'],
		[
			'an older message',
			() => closedPage(),
			'<h1>No longer open</h1>\n<p class="note">This question is closed: it was answered, or its time is over. Nothing was changed.</p>\n',
		],
	])('shows exactly what it is for: %s', (_name, pageOf, expected) => {
		const html = pageOf();
		expect(/<main>\n([^]*)\n<\/main>/.exec(html)?.[1]).toBe(expected);
		expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
	});

	it.each(['approval', 'choices', 'freeText'])(
		'names in the options for %s the buttons it has',
		(responseType) => {
			const shown = pageOptions.filter((option) =>
				NodeHelpers.displayParameter({}, option, null, null, { responseType }),
			);
			const hasTextField = responseType === 'freeText';
			expect(shown.map(({ name }) => name)).toEqual(hasTextField ? ['submitLabel', 'closing'] : ['closing']);
		},
	);

	it('is not kept and not found by search engines', () => {
		expect(pageHeaders).toMatchObject({
			'cache-control': 'no-store',
			'x-robots-tag': 'noindex, nofollow',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
		});
		expect(pageHeaders['content-security-policy']?.replace(/sha256-[\w+/]{43}=/, 'sha256-…')).toBe(
			"default-src 'none'; style-src 'sha256-…'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		);
	});
});
