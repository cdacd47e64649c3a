import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const linesOf = (text: string) => text.split('\n').filter(Boolean);

describe('the names that saved workflows depend on', () => {
	const recorded = linesOf(readFileSync(path.join(__dirname, 'names.txt'), 'utf8'));
	let present: string[];

	beforeAll(() => {
		present = linesOf(
			execFileSync(process.execPath, [path.join(root, 'tools/update/names.mjs')], { encoding: 'utf8' }),
		);
	}, 60_000);

	it('are all still there, with their types and defaults (docs/contributing/versions.md)', () => {
		expect(recorded.filter((name) => !present.includes(name))).toEqual([]);
	});

	it('are recorded as soon as they are there: npm run update:names', () => {
		expect(present.filter((name) => !recorded.includes(name))).toEqual([]);
	});

	it('are those of nodes, webhooks, parameters, rows, choices and the credential', () => {
		expect(recorded).toEqual(
			expect.arrayContaining([
				'smsboxSms version 1',
				'smsboxIncomingSmsTrigger version 2',
				'smsboxWabaTrigger webhook POST webhook',
				'smsboxSms message operation: "sendToGroup"',
				'smsboxSms message.send category (options) = ""',
				'smsboxSms message.send category: "alert"',
				'smsboxSms message.send options.callbackData.entry.name (string) = ""',
				'smsboxSms message.send senderId: mode list',
				'smsboxApi apiKey (string) = ""',
			]),
		);
	});
});
