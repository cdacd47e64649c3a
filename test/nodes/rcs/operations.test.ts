import { serviceForEachTest } from '../../support/service';
import { bodyOf, json, recipientsOf } from '../../support/jsonAnswers';
import { apiKey, outputOf } from '../../support/runNode';
import { runRcs } from '../../support/runChannels';
import { smsboxAccess } from '../../support/smsbox';
import { withoutPauses } from '../../support/withoutPauses';

withoutPauses();

const server = serviceForEachTest();

const processed = (recipients: unknown[]) =>
	json({ response: { response_code: '200', response_desc: 'Request successfully processed.' }, recipients });

/** As the service says it: a number as it was submitted, and without its `+`. */
const found = (submitted: string) => ({
	submitted,
	rewrited: submitted.replace('+', ''),
	state: 'SUCCESS',
	reason_code: 'REACHABLE',
	capabilities: ['chatBotCommunication', 'RICHCARD_STANDALONE'],
});

describe('capabilities', () => {
	const parameters = { resource: 'capability', operation: 'check', to: '={{ $json.to }}' };

	it('come out as one item a number, also of numbers that the service says nothing of', async () => {
		const unknown = {
			submitted: '+33600000002',
			rewrited: '33600000002',
			state: 'X',
			reason_code: 'Y',
			capabilities: [],
		};
		server.react = () => processed([found('+33600000001'), unknown]);
		const to = ['33600000001', '33600000002', '33600000003'];
		const result = await runRcs(server.url, parameters, { items: [{ to }] });
		expect(bodyOf(server.requests[0])).toEqual({ recipients: to.map((number) => `+${number}`) });
		expect(outputOf(result)).toMatchObject([
			{
				number: '+33600000001',
				reachable: true,
				capabilities: ['chatBotCommunication', 'RICHCARD_STANDALONE'],
				state: 'SUCCESS',
				reasonCode: 'REACHABLE',
			},
			{ number: '+33600000002', reachable: null, capabilities: [], state: 'X', reasonCode: 'Y' },
			{
				number: '+33600000003',
				reachable: null,
				capabilities: [],
				state: null,
				reasonCode: null,
				submitted: null,
			},
		]);
		expect(result.data['SMSBOX']?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 0 },
		]);
	});

	const [first, second, third] = ['+33600000001', '+33600000002', '+33600000003'].map(found);

	it.each([
		['repeats one', [first, first, second], [true, true]],
		['contradicts itself', [first, { ...first, reason_code: 'NOT_REACHABLE' }, second], [null, true]],
		['answers twice, once unclearly', [first, { ...first, state: 'X' }, second], [null, true]],
		['takes one for the other', [{ ...first, rewrited: '33600000002' }], [true, true]],
		['adds another', [third, second, first], [true, true]],
		['answers about another number only', [third], [null, null]],
	])('are one item for each number, in order, where the service %s', async (_what, answers, reachable) => {
		server.react = () => processed(answers);
		const result = await runRcs(server.url, { ...parameters, to: '+33600000001, +33600000002' });
		expect(outputOf(result).map((item) => [item['number'], item['reachable']])).toEqual([
			['+33600000001', reachable[0]],
			['+33600000002', reachable[1]],
		]);
	});

	it('are asked for at most 500 numbers a request', async () => {
		server.react = (request) => processed(recipientsOf(request).map(found));
		const to = Array.from({ length: 1001 }, (_, index) => String(33600000000 + index));
		const result = await runRcs(server.url, parameters, { items: [{ to }] });
		expect(server.requests.map((request) => recipientsOf(request).length)).toEqual([500, 500, 1]);
		expect(outputOf(result).map(({ number }) => number)).toEqual(to.map((number) => `+${number}`));
	});
});

it('a number where JSON has a text is sent as its text', async () => {
	const cards = [79.9, 120].map((price) => ({ title: 'Tent', description: price }));
	const parameters = {
		specifyContent: 'json',
		contentMessage: `={{ { richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents: $json.cards } } } }}`,
	};
	await runRcs(server.url, parameters, { items: [{ cards }] });
	expect(JSON.stringify(bodyOf(server.requests[0]))).toContain('{"title":"Tent","description":"79.9"}');
});

describe('a number to call', () => {
	const dial = async (phone: string | number, countryCode: string) => {
		const suggestions = {
			suggestion: [{ type: 'dial', text: 'Call', phoneNumber: '={{ $json.phone }}' }],
		};
		const access = smsboxAccess(server.url, { apiKey, countryCode });
		return await runRcs(
			server.url,
			{ to: '+33600123456', text: 'Hi', suggestions },
			{ items: [{ phone }], ...access },
		);
	};

	it.each([
		['612345678', '33', '+33612345678'],
		['01 40 00 00 00', '33', '+33140000000'],
		['4155552671', '1', '+14155552671'],
		[33140000000, '', '+33140000000'],
	])('is read as in To: %s with the country code "%s" is %s', async (phone, countryCode, dialed) => {
		await dial(phone, countryCode);
		expect(bodyOf(server.requests[0])).toMatchObject({
			contentMessage: { suggestions: [{ action: { dialAction: { phoneNumber: dialed } } }] },
		});
	});

	it.each([
		[612345678, ''],
		[140000000, ''],
		['0140000000', ''],
		['+33 6 12 34', ''],
		['+331400000000000', ''],
	])('that does not exist is an error: %s with the country code "%s"', async (phone, countryCode) => {
		const { error } = await dial(phone, countryCode);
		expect(error?.message).toMatch(/^Phone Number: |^Suggestions: /);
		expect(server.requests).toEqual([]);
	});
});
