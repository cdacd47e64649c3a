import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { assistantChecks } from '../../smoke/assistant';
import { credentialData, startRealN8n, type RealN8n } from '../../smoke/realN8n';
import { n8n1 } from '../support/n8nProcess';

/** n8n 1's AI nodes behind the triggers; the smoke test has those of n8n 2. */
let real: RealN8n;
let credential: Credential;
beforeAll(async () => {
	real = await startRealN8n({ version: n8n1 });
	credential = await saveCredential(real.api, 'SMSBOX account', credentialData(real.simulator.url));
});
afterAll(async () => await real.close());

assistantChecks({ real: () => real, credential: () => credential }, [3, 2.2]);
