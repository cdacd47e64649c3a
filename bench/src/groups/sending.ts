import { atLeast, atMost, exactly, type Figure } from '../figures';
import type { N8nStage } from '../n8nStage';
import { benchRequests, httpRequest, sendSms } from '../sendingNodes';
import { network, sending, type Sample } from '../sendingRun';
import { interleaved, ratiosOf } from '../statistics';

const items = 5_000;
const warmUp = 200;
/** Requests at the same time. */
const byDefault = 20;
const most = 50;

const oneText = 'Réunion à 18 h: 10 €';
const personalized = 'Bonjour %1%, rendez-vous à 18 h: 10 €';
const ownText = '={{ $json.text }}';
const variables = { variable: [{ value: '={{ $json.name }}' }] };

const milliseconds = (samples: readonly Sample[]): number[] => samples.map((sample) => sample.milliseconds);
const requests = (samples: readonly Sample[]): number[] => samples.map(({ counts }) => counts.requests);
const connections = (samples: readonly Sample[]): number[] => samples.map(({ counts }) => counts.connections);

const shown = (name: string, samples: readonly Sample[]): Figure => ({
	name: `${items.toLocaleString('en')} messages, ${name}`,
	samples: samples.map((sample) => sample.milliseconds / 1000),
	unit: 's',
});

/** How much longer it takes than the network, or n8n without a network, makes it take. */
function beyondBound(taken: readonly Sample[], withoutNetwork: readonly Sample[], atOnce: number): number[] {
	const bounds = milliseconds(withoutNetwork).map((bound) => Math.max(bound, (items * network) / atOnce));
	return ratiosOf(milliseconds(taken), bounds);
}

/** Thousands of messages: n8n's HTTP Request node, which a user has without ours, and ours in its ways. */
export async function measureSending(stage: N8nStage, rounds: number): Promise<Figure[]> {
	const runs = await Promise.all([
		sending(stage, 'http-one-text', httpRequest(stage, oneText)),
		sending(stage, 'batched', sendSms(stage, oneText, { options: { batchItems: true } })),
		sending(stage, 'http-own-texts', httpRequest(stage, ownText)),
		sending(
			stage,
			'personalized',
			sendSms(stage, personalized, { contentOptions: { variables }, options: { batchItems: true } }),
		),
		sending(stage, 'own-texts', sendSms(stage, ownText, {})),
		sending(stage, 'own-texts-50', sendSms(stage, ownText, { options: { maxConcurrentRequests: most } })),
		sending(stage, 'requests-50', benchRequests(stage, most)),
	]);
	for (const run of runs) await run(warmUp);
	const [, , , , ...oneByOne] = runs;
	const samples = await interleaved(rounds, [
		...runs.map((run) => async () => await run(items)),
		...oneByOne.map((run) => async () => await run(items, 0)),
	]);
	const [
		httpOne = [],
		batched = [],
		httpOwn = [],
		personal = [],
		separate = [],
		separate50 = [],
		requests50 = [],
	] = samples;
	const [atZero20 = [], atZero50 = [], requestsAtZero50 = []] = samples.slice(runs.length);
	return [
		{
			name: '5,000 items, one text, 50 ms network: time of the HTTP Request node ÷ ours, batched',
			samples: ratiosOf(milliseconds(httpOne), milliseconds(batched)),
			goal: atLeast(10, 20),
		},
		{
			name: 'Requests for 5,000 items, one text, batched',
			samples: requests(batched),
			digits: 0,
			goal: exactly(1),
		},
		{
			name: '5,000 items, personalized: time of the HTTP Request node ÷ ours, batched',
			samples: ratiosOf(milliseconds(httpOwn), milliseconds(personal)),
			goal: atLeast(8),
		},
		{
			name: 'Requests for 5,000 items, personalized, batched',
			samples: requests(personal),
			digits: 0,
			goal: exactly(10),
		},
		{
			name: '5,000 items, different texts, default settings: our time ÷ that of 20 connections, or of a run without network',
			samples: beyondBound(separate, atZero20, byDefault),
			goal: atMost(1.15),
		},
		{
			// On a fast machine, a network of 50 ms bounds both: 50 connections carry 1,000 requests a second.
			name: "5,000 items, different texts, 50 concurrent, no network: our time ÷ that of a node that only calls n8n's request helper",
			samples: ratiosOf(milliseconds(atZero50), milliseconds(requestsAtZero50)),
			goal: atMost(0.8),
		},
		{
			name: 'Connections open together for 5,000 items, default settings',
			samples: connections(separate),
			digits: 0,
			goal: atMost(byDefault),
		},
		shown('one text: HTTP Request node', httpOne),
		shown('one text: SMSBOX SMS, Batch Items', batched),
		shown('different texts: HTTP Request node', httpOwn),
		shown('personalized: SMSBOX SMS, Batch Items', personal),
		shown('different texts: SMSBOX SMS, default settings', separate),
		shown(`different texts: SMSBOX SMS, Max Concurrent Requests ${most}`, separate50),
		shown('different texts: SMSBOX SMS, default settings, no network', atZero20),
		shown(`different texts: a node that only calls n8n's request helper, ${most} concurrent`, requests50),
		shown(`different texts: SMSBOX SMS, Max Concurrent Requests ${most}, no network`, atZero50),
		shown(
			`different texts: a node that only calls n8n's request helper, ${most} concurrent, no network`,
			requestsAtZero50,
		),
		{
			name: 'Connections that the HTTP Request node has open together',
			samples: connections(httpOwn),
			digits: 0,
		},
	];
}
