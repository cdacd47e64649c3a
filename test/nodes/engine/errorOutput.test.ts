/** Behind an error output, n8n adds the fields of the input. Nothing of them may say of this message what is true of another. */
import { serviceForEachTest } from '../../support/service';
import { nodeName, plain, sendPerItem } from '../../support/runNode';

const server = serviceForEachTest();
const settings = { onError: 'continueErrorOutput' };

it.each([
	['rejected', plain('ERROR 04')],
	['of unknown outcome', plain('?', 500)],
])('behind an error output, a message that is %s has no acceptance of another one', async (_what, answer) => {
	server.react = () => answer;
	const message = { to: '33600123456', text: 'Hello' };
	for (const [before, kept] of [
		[{ accepted: true, reference: '7001' }, undefined],
		[{ accepted: null }, undefined],
		[{ alreadySent: true, deduplicationKey: 'A-1' }, undefined],
		[{ outcome: 'excluded', excluded: ['+33600123457'] }, undefined],
		[{ outcome: 'excluded' }, undefined],
		[{ accepted: false, excluded: ['+33600123457'] }, undefined],
		[{ dryRun: true }, undefined],
		[{ outcome: 'approved' }, message.to],
		[{ excluded: 'no', dryRun: 'no' }, message.to],
		[{ excluded: [], alreadySent: false }, message.to],
		[{ accepted: false }, message.to],
	] as const) {
		const items = [{ ...message, ...before }];
		const result = await server.run({ parameters: sendPerItem, items, settings });
		const [sent = [], failed = []] = result.data[nodeName] ?? [];
		expect(sent).toEqual([]);
		expect(failed.map(({ json }) => [json.accepted ?? false, json.reference, json.to])).toEqual([
			[false, undefined, kept],
		]);
	}
});
