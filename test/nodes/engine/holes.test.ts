/** A list with holes, as an expression can make it: loops pass over them, so each must count as a missing entry. */
import { inLists } from '../../support/inLists';
import { goOn, number, outputOf, sendParameters } from '../../support/runNode';
import { runRcs, runWaba } from '../../support/runChannels';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

const lists = ['={{ ["33600000001",,"33600000002"] }}', '={{ Array(2) }}', '={{ [,] }}'];
const toGroup = {
	resource: 'group',
	operation: 'addNumbers',
	group: { __rl: true, mode: 'id', value: '12' },
};

it.each(lists)('is an error, and nobody is passed over: %s', async (list) => {
	const given = { settings: goOn };
	const results = [
		await server.run({ ...given, parameters: { ...sendParameters, to: list } }),
		await server.run({ ...given, parameters: { ...toGroup, numbers: list } }),
		await runWaba(server.url, { operation: 'sendText', text: 'Hello', to: list }, given),
		await runRcs(server.url, { text: 'Hello', to: list }, given),
	];
	const entry = /^(To|Numbers): [^:]*(isn't a text or a number|is empty)/;
	const errors = results.flatMap(outputOf).map(({ error }) => (typeof error === 'string' ? error : ''));
	expect(errors).toHaveLength(results.length);
	expect(errors.filter((error) => !entry.test(error))).toEqual([]);
	expect(server.requests).toEqual([]);
});

it.each(['excludedRecipients', 'allowedRecipients'])('is an error as %s', async (option) => {
	for (const list of lists) {
		const parameters = { ...sendParameters, ...inLists({ [option]: list }) };
		expect(outputOf(await server.run({ parameters, settings: goOn }))).toEqual([
			expect.objectContaining({ error: expect.stringMatching(/Entry \d isn't a phone number/) }),
		]);
	}
	expect(server.requests).toEqual([]);
});

it('takes no deduplication key', async () => {
	const parameters = { ...sendParameters, ...inLists({ deduplicationKey: 'a', maxMessages: 1 }) };
	await server.run({ parameters: { ...parameters, to: '={{ Array(2) }}' }, settings: goOn });
	await server.run({ parameters: { ...parameters, to: number(1) } });
	expect(server.sentTo()).toEqual([number(1)]);
});
