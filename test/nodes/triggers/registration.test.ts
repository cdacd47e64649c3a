import type { IDataObject } from 'n8n-workflow';

import { enteredByHand } from '../../../nodes/engine/webhook/registration';
import { fakeCall } from './fakeContext';

const { checkExists, create, delete: remove } = enteredByHand.default;

const listen = async (parameters: IDataObject): Promise<boolean> =>
	await checkExists.call(fakeCall({ parameters, mode: 'manual' }).context);

const publish = async (parameters: IDataObject): Promise<boolean> =>
	await checkExists.call(fakeCall({ parameters, mode: 'trigger' }).context);

test('there is nothing to register at the service, and nothing to remove', async () => {
	const { context } = fakeCall();
	await expect(checkExists.call(context)).resolves.toBe(true);
	await expect(create.call(context)).resolves.toBe(true);
	await expect(remove.call(context)).resolves.toBe(true);
});

test.each([
	[{ options: { sourceAddresses: 'service' } }],
	[{ options: { sourceAddresses: 'own', ownAddresses: '10.0.0.0/8, 192.0.2.7' } }],
	[{ options: { sourceAddresses: 'off', ownAddresses: 'nonsense that is not used' } }],
])('the editor listens with settings that work: %j', async (parameters) => {
	await expect(listen(parameters)).resolves.toBe(true);
});

describe.each([
	['an empty list of addresses', { options: { sourceAddresses: 'own' } }, /^Own Addresses: no address/],
	[
		'an address that is none',
		{ options: { sourceAddresses: 'own', ownAddresses: '10.0.0.1, 10.0.0' } },
		/^Own Addresses: "10\.0\.0" is neither/,
	],
])('%s', (_what, parameters, message) => {
	test('is told to the editor when it starts to listen', async () => {
		await expect(listen(parameters)).rejects.toThrow(message);
	});

	test('does not stop the workflow from being published, since a URL that is not there loses every callback', async () => {
		await expect(publish(parameters)).resolves.toBe(true);
	});
});
