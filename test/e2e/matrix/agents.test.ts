import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { credentialData, startRealN8n, type RealN8n, type Stage } from '../support/realN8n';
import { aiAgentChecks } from './aiAgent';
import { assistantChecks } from './assistant';
import { messageAnAgentChecks } from './messageAnAgent';
import { reviewedToolChecks } from './reviewedTool';

/** The nodes as tools of n8n's AI nodes, and these nodes behind the triggers. */
describe.each([
	{ version: n8n1, agents: [3, 2.2] },
	{ version: n8n2, agents: [3.1, 2.2] },
])('n8n $version.name', ({ version, agents }) => {
	let real: RealN8n;
	let credential: Credential;
	const stage: Stage = { real: () => real, credential: () => credential };

	beforeAll(async () => {
		real = await startRealN8n({ version });
		credential = await saveCredential(real.api, 'SMSBOX account', credentialData(real.simulator.url));
	});
	afterEach(async () => {
		await real.simulator.put('/faults', { faults: [] });
	});
	afterAll(async () => await real.close());

	assistantChecks(stage, agents);
	// n8n 1 has neither reviews of tools nor the node Message an Agent.
	if (version === n8n1) return;
	aiAgentChecks(stage);
	reviewedToolChecks(stage);
	messageAnAgentChecks(stage);
});
