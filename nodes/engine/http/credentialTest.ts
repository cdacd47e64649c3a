import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { getBalance } from '../../../protocol/account/credit';
import { type NodeFailure, type FailureKind, nodeFailureOf } from '../errors';
import { createTransport, type HttpSender, credentialText } from './transport';

const testTimeout = 15;

/** What the person who typed the credential has to look at, by what went wrong. */
const verdicts: Record<FailureKind, (failure: NodeFailure) => string> = {
	invalidInput: (failure) => failure.message,
	partlySent: (failure) => failure.message,
	rejected: (failure) =>
		`The API key was rejected (${failure.code ?? 'no code'}). Check the key, that the account is active, and that it allows the IP address of your n8n.`,
	notSent: (failure) =>
		`SMSBOX cannot be reached: ${failure.message.replace(/^Not sent: /, '')}. ${failure.description ?? ''}`.trim(),
	unknown: (failure) =>
		`The server at the base URL is not SMSBOX, or it does not respond. ${failure.message}. ${failure.description ?? ''}`.trim(),
};

/**
 * A sender over the request helper of a credential test. That helper knows other option names than the one of a running
 * node, and sends no credential by itself.
 */
function senderOf(context: ICredentialTestFunctions, credential: ICredentialDataDecryptedObject): HttpSender {
	return async ({ url, method, headers, body, timeout }) => {
		const response: unknown = await context.helpers.request({
			url,
			method,
			headers: { ...headers, Authorization: `App ${credentialText(credential, 'apiKey')}` },
			...(body === undefined ? {} : { body }),
			timeout,
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			followAllRedirects: false,
		});
		return response;
	};
}

/** Asks for the balance, which changes nothing, and says in words what came of it. */
async function testCredential(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const transport = createTransport(senderOf(context, credential), credential);
	const exchange = getBalance();
	try {
		const balance = exchange.parse(await transport(exchange.request, exchange.effect, testTimeout));
		return { status: 'OK', message: `Connection successful. Balance: ${balance} credits.` };
	} catch (error) {
		const failure = nodeFailureOf(error, exchange.effect);
		return { status: 'Error', message: verdicts[failure.kind](failure) };
	}
}

/** The credential's test, under the name that every node gives in `testedBy`. */
export async function smsboxApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testCredential(this, credential.data ?? {});
}
