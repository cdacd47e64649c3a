import { saveCredential, type Credential } from '../../playground/src/prepare';
import { aiAgentChecks } from './aiAgent';
import { assistantChecks } from './assistant';
import { editorChecks } from './editor';
import { reviewedToolChecks } from './reviewedTool';
import { credentialData, startRealN8n, type RealN8n, type Stage } from './realN8n';
import { sendingChecks } from './sending';
import { triggerChecks } from './triggers';
import { wabaChecks } from './waba';
import { wabaTriggerChecks } from './wabaTrigger';

/** What only a real n8n can show. All of it shares one, since that takes seconds to start. */
let real: RealN8n;
let credential: Credential;
const stage: Stage = {
	real: () => real,
	credential: () => credential,
	restart: async () => {
		const { pid } = real.n8n;
		real = await real.restart();
		// Its process group is empty: the task runner has ended too.
		expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
	},
};

beforeAll(async () => {
	real = await startRealN8n();
	credential = await saveCredential(real.api, 'SMSBOX (simulator)', credentialData(real.simulator.url));
});

afterEach(async () => {
	await real.simulator.put('/faults', { faults: [] });
});

afterAll(async () => {
	await real.close();
});

editorChecks(stage);
sendingChecks(stage);
aiAgentChecks(stage);
assistantChecks(stage);
reviewedToolChecks(stage);
triggerChecks(stage);
wabaChecks(stage);
wabaTriggerChecks(stage);
