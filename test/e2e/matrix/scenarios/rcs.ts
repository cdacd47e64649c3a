import { listAt, textAt } from '../../../../playground/src/support/json';
import type { SimulatorApi } from '../../../../playground/src/simulatorApi';
import { person, type Scenario } from './scenario';

/** @throws unless the service was asked so many times to take a message back */
async function expectRevokeRequests(simulator: SimulatorApi, wanted: number): Promise<void> {
	const requests = listAt(await simulator.get('/requests'), 'requests');
	const revokes = requests.filter((request) => textAt(request, 'operation') === 'rcs.message.revoke');
	if (revokes.length !== wanted)
		throw new Error(`The service was asked ${revokes.length} times to take a message back`);
}

const offer = `${person}: An appointment has become free: today at 15:00. Would you like to come earlier? 😀`;
const offered = '123456789012';

const left = (name: string, order: string): string =>
	`Hello ${name}, your order ${order} has shipped and arrives tomorrow.`;
const [jean, ines] = ['33600123457', '33600123458'];

export const rcsScenarios: readonly Scenario[] = [
	{
		example: 'choice-by-rcs-or-sms',
		name: 'a page, for a phone without RCS',
		edits: { '+33600123456': '+99910123456' },
		happen: async ({ simulator, runToWait, pass }) => {
			await runToWait('Run by hand');
			const [{ text } = { text: '' }] = await simulator.messages('99910123456');
			const [link = ''] = /http\S+/.exec(text) ?? [];
			await fetch(link, { method: 'POST', body: new URLSearchParams({ button: '3' }) });
			await pass(1);
		},
		sent: ['99910123456: Order A-1001: when may we deliver?\n\n<link>'],
		executions: 1,
	},
	{
		example: 'rcs-nearest-shop',
		name: 'a text, and a shared place',
		happen: async ({ simulator, pass }) => {
			await simulator.rcsIncoming({ from: person, type: 'text', text: 'Où êtes-vous ? 😀' });
			await pass(1, 1);
			await simulator.rcsIncoming({
				from: person,
				type: 'location',
				latitude: 43.7102,
				longitude: 7.262,
			});
			await pass(1);
		},
		sent: [
			`${person}: Hello! Share your location, and we tell you which of our shops is nearest to you. 😀`,
			`${person}: Our shop in Marseille`,
		],
		executions: 2,
	},
	{
		example: 'rcs-product-carousel',
		name: 'a carousel, and each tap on it',
		happen: async ({ simulator, run, pass }) => {
			await run('Run by hand');
			for (const [index, postbackData] of [
				'{"choice":"keep","product":"stove"}',
				'{"choice":"person"}',
				'order 1042',
			].entries()) {
				await simulator.rcsIncoming({ from: person, type: 'reply', text: 'Oui, ça', postbackData });
				await pass(1, index + 2);
			}
		},
		sent: [
			`${person}: Tent for two`,
			`${person}: We keep "Réchaud à gaz" for you until tomorrow evening. Price: 49 €.`,
			`${person}: A colleague will write to you here before the end of the day.`,
		],
		executions: 4,
	},
	{
		example: 'rcs-revoke-if-unread',
		name: 'an offer that is not read, and one that is',
		edits: { '"amount": 30': '"amount": 0' },
		happen: async ({ simulator, run, pass }) => {
			await run('Run by hand');
			await expectRevokeRequests(simulator, 1);
			// Without the half hour it can only be read in time if that is told before it is sent.
			await simulator.post('/rcs/incoming', {
				from: person,
				requestType: 'status_update',
				reference: offered,
				data: { type: 'event', eventType: 'READ', timestamp: '1719576000' },
			});
			await pass(1, 2);
			const recipients = [
				{ submitted: person, rewrited: person, state: 'ACCEPTED', reason_code: 'PROCESSING' },
			];
			const response = { response_code: '202', response_desc: 'Request successfully queued.' };
			await simulator.put('/faults', {
				faults: [
					{
						on: 'request',
						kind: 'body',
						body: JSON.stringify({ response, reference: offered, recipients }),
						contentType: 'application/json',
						accepted: true,
						match: { operation: 'rcs.message.send' },
					},
				],
			});
			await run('Run by hand');
			await expectRevokeRequests(simulator, 1);
		},
		sent: [offer, offer],
		executions: 3,
	},
	{
		example: 'rcs-with-fallback',
		name: 'each of the three ways, an RCS message that fails, and the same list once more',
		edits: { '"amount": 5': '"amount": 0' },
		happen: async ({ simulator, run, pass }) => {
			await simulator.put('/rcs/phones', { number: person, state: 'failing' });
			for (const number of [jean, ines]) await simulator.put('/rcs/phones', { number, state: 'unreachable' });
			await run('Run by hand');
			await pass(60, 2);
			await run('Run by hand');
		},
		sent: [
			`${person}: ${left('Camille', 'A-1001')}`,
			`${jean}: ${left('Jean', 'A-1002')}`,
			`${ines}: ${left('Inès', 'A-1003')}`,
			`${person}: ${left('Camille', 'A-1001')}`,
		],
		executions: 3,
	},
];
