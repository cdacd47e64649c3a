import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { agent, credentialData, startRealN8n, type RealN8n, type RealN8nOptions } from '../support/realN8n';
import { sqlitePool, type N8nVersion } from '../support/n8nProcess';
import type { Reader } from '../support/runs';

/** One version of n8n, with the packed nodes and a simulated service of its own. */
export interface World {
	version: N8nVersion;
	real: RealN8n;
	credential: Credential;
	reader: Reader;
}

/** Milliseconds for an answer: where the clock stands still, a callback that a busy n8n answers too late never comes again. */
export const callbackTimeoutMs = 60_000;

/** Points the credential of a world at a service. */
export async function connect(real: RealN8n, serviceUrl: string): Promise<Credential> {
	const data = { ...credentialData(serviceUrl), wabaId: agent.wabaId };
	return await saveCredential(real.api, 'SMSBOX account', data);
}

/**
 * The clock of its service stands still, so that two versions are told the same times.
 * @param options settings besides those of all worlds, or instead of them
 */
export async function startWorld(
	version: N8nVersion,
	{ service, env = sqlitePool }: Pick<RealN8nOptions, 'service' | 'env'> = {},
): Promise<World> {
	const real = await startRealN8n({
		version,
		env,
		service: {
			speed: 0,
			startAt: new Date('2024-06-28T12:00:00Z'),
			callbackParallelism: 1,
			callbackTimeoutMs,
			...service,
		},
	});
	const credential = await connect(real, real.simulator.url);
	return { version, real, credential, reader: { api: real.api, ended: real.n8n.ended } };
}
