/** What a person reads who reviews the tool of an AI agent. */
import { readQuestion } from '../../../nodes/engine/waiting/readQuestion';
import { toolInputOf } from '../../../nodes/engine/waiting/toolInput';
import { readerOf } from '../../support/reader';

const inputOf = ($tool: unknown): string => toolInputOf({ getWorkflowDataProxy: () => ({ $tool }) });

describe('the input of a tool', () => {
	it.each<[string, unknown, string]>([
		[
			'has a line for each value',
			{ parameters: { to: '+33600000001', text: 'Hi' } },
			'to: +33600000001\ntext: Hi',
		],
		['shows lists and objects whole', { parameters: { to: ['1', '2'] } }, 'to: ["1","2"]'],
		['may be a text', { parameters: 'Hi' }, 'Hi'],
		['may be missing', {}, ''],
		['may be unknown to n8n', undefined, ''],
	])('%s', (_what, tool, text) => {
		expect(inputOf(tool)).toBe(text);
	});
});

describe('the message of a review', () => {
	const longest = 60;
	const channel = {
		responseTypes: ['approval'] as const,
		mostChoices: 3,
		longestLabel: 20,
		fits: (text: string) => text.length <= longest,
	};
	const ask = (message: string, toolInput?: () => string): string => {
		const values = { responseType: 'approval', answerWith: 'buttons', message };
		const resumeUrl = (): string => `https://n8n.example.com/webhook-waiting/1/a?signature=${'a'.repeat(64)}`;
		return readQuestion(readerOf(values, { toolInput, resumeUrl }), channel, 'Order 7').text;
	};

	it('shows the input where n8n shows an object', () => {
		expect(ask('Input:\n[object Object]', () => 'to: 7')).toBe('Input:\nto: 7');
	});

	it('is shortened to what the channel takes, and marked', () => {
		const text = ask('Input: [object Object]', () => '😀'.repeat(50));
		expect(text.length).toBeLessThanOrEqual(longest);
		expect(text).toMatch(/^Input: (?:😀)+ \.\.\. \(shortened\)$/u);
	});

	it('stays as it is where nothing is reviewed, however long', () => {
		expect(ask('x'.repeat(200))).toBe('x'.repeat(200));
	});
});
