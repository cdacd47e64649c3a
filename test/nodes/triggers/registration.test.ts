import type { IDataObject } from 'n8n-workflow';

import { enteredByHand } from '../../../nodes/engine/webhook/options';
import { SmsboxWabaTrigger } from '../../../nodes/SmsboxWabaTrigger/SmsboxWabaTrigger.node';
import { fakeCall } from './fakeContext';

const { checkExists, create, delete: remove } = enteredByHand().default;

/** n8n's context at a certain activation. */
const at = (activation: string, parameters: IDataObject, credential: Record<string, string> = {}) => ({
	...fakeCall({ parameters, mode: activation === 'manual' ? 'manual' : 'trigger' }).context,
	getActivationMode: () => activation,
	getCredentials: async () => await Promise.resolve({ ...credential }),
});

const listen = async (parameters: IDataObject): Promise<boolean> =>
	await checkExists.call(at('manual', parameters));

test('there is nothing to register at the service, and nothing to remove', async () => {
	const context = at('activate', {});
	await expect(checkExists.call(context)).resolves.toBe(true);
	await expect(create.call(context)).resolves.toBe(true);
	await expect(remove.call(context)).resolves.toBe(true);
});

test.each([
	[{ options: { ipAllowlist: 'smsbox' } }],
	[{ options: { ipAllowlist: 'custom', customIps: '10.0.0.0/8, 192.0.2.7' } }],
	[{ options: { ipAllowlist: 'any', customIps: 'nonsense that is not used' } }],
])('the editor listens with settings that work: %j', async (parameters) => {
	await expect(listen(parameters)).resolves.toBe(true);
});

test.each<[string, IDataObject, RegExp]>([
	['an empty list of addresses', { options: { ipAllowlist: 'custom' } }, /^IP\(s\) Allowlist: no address/],
	['an unknown allowlist', { options: { ipAllowlist: 'SMSBOX IPs' } }, /^IP\(s\) Allowlist: no address/],
	[
		'an address that is none',
		{ options: { ipAllowlist: 'custom', customIps: '10.0.0.1, 10.0.0' } },
		/^Custom IPs: "10\.0\.0" is neither/,
	],
])(
	'%s is told to the editor, and stops no publishing: without a URL every callback is lost',
	async (...row) => {
		const [, parameters, message] = row;
		await expect(listen(parameters)).rejects.toThrow(message);
		await expect(checkExists.call(at('activate', parameters))).resolves.toBe(true);
	},
);

describe('the WABA trigger with tasks on receipt', () => {
	const waba = new SmsboxWabaTrigger().webhookMethods.default;
	const check = async (
		activation: string,
		...given: [IDataObject, Record<string, string>?]
	): Promise<boolean> => await waba.checkExists.call(at(activation, ...given));

	const tasks = { onReceipt: ['markAsRead'] };
	const agent = { wabaId: '104996122399160', phoneId: '106540352242922' };
	const missing =
		'WABA ID and Phone Number ID are missing. Enter them in the trigger or as default in the credential.';
	const unusable = (field: string): string =>
		`${field}: Invalid ID: it contains a space, a slash, or another invalid character.`;

	test.each<[string, IDataObject, string]>([
		['no agent', tasks, missing],
		['no WABA ID', { ...tasks, phoneId: agent.phoneId }, missing],
		['a phone number ID of spaces', { ...tasks, ...agent, phoneId: '  ' }, missing],
		['an address as the WABA ID', { ...tasks, ...agent, wabaId: 'https://waba/1' }, unusable('WABA ID')],
		['an unusable phone number ID', { ...tasks, ...agent, phoneId: '1 2' }, unusable('Phone Number ID')],
	])('and %s cannot be published or tried out', async (_what, parameters, message) => {
		for (const activation of ['activate', 'update', 'create', 'manual'])
			await expect(check(activation, parameters)).rejects.toThrow(message);
	});

	test.each(['init', 'leadershipChange'])(
		'and no agent stays published when n8n starts (%s), since a URL that is not there loses every webhook',
		async (activation) => await expect(check(activation, tasks)).resolves.toBe(true),
	);

	test.each<[string, IDataObject, Record<string, string>]>([
		['its agent', agent, {}],
		['the agent of the credential', {}, agent],
		['one ID of each', { wabaId: agent.wabaId }, { phoneId: agent.phoneId }],
	])('and %s can be published', async (_what, parameters, credential) => {
		await expect(check('activate', { ...tasks, ...parameters }, credential)).resolves.toBe(true);
	});

	test('needs no agent where no task is chosen', async () => {
		await expect(check('activate', {})).resolves.toBe(true);
		await expect(check('activate', { onReceipt: [] })).resolves.toBe(true);
	});

	test('is still checked for its addresses when the editor starts to listen', async () => {
		const options = { ipAllowlist: 'custom' };
		await expect(check('manual', { ...tasks, ...agent, options })).rejects.toThrow(/^IP\(s\) Allowlist/);
	});
});
