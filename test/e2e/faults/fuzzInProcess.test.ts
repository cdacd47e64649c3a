/** Fuzzed callbacks straight through the receiver: 50,000, or 1,000,000 with --long. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { receive } from '../../../nodes/engine/webhook/receive';
import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { incomingSms } from '../../../nodes/SmsboxIncomingSmsTrigger/incomingSms';
import { rcsWebhooks } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import type { CallbackEvent, CallbackKind } from '../../../nodes/engine/webhook/callback';
import { endingOf, fakeCall, type FakeCall } from '../../nodes/triggers/fakeContext';
import { figure, isLong } from '../support/report';
import { hostileBody } from './fuzz/bodies';
import { Chance } from './fuzz/chance';
import { hostileQuery } from './fuzz/queries';
import { filteredTriggers, type FilteredTrigger } from './fuzz/receivers';
import { secretsIn } from './fuzz/secrets';

const seed = 20_240_601;
const total = isLong ? 1_000_000 : 50_000;
/** Megabytes that the heap may differ by between an early moment and the end. */
const flat = 24;

const methods = ['GET', 'POST', 'GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'get', ''] as const;
const addresses = [
	'10.1.2.3',
	'::ffff:10.1.2.3',
	'11.1.2.3',
	'::1',
	'10.1.2.300',
	'::ffff:0a01:0203',
	"10.1.2.3\nx: '",
	'',
] as const;
/** What the list of the trigger lets through, in whatever form it is written. */
const fromTheList = ['10.1.2.3', '::ffff:10.1.2.3'];

type Run = (call: FakeCall) => ReturnType<typeof receive>;
const runWith =
	<Event extends CallbackEvent>(kind: CallbackKind<Event>): Run =>
	async ({ context }) =>
		await receive(context, kind);
const receivers: Record<string, Run> = {
	smsboxDeliveryReportTrigger: runWith(deliveryReports),
	smsboxIncomingSmsTrigger: runWith(incomingSms),
	smsboxWabaTrigger: runWith(wabaWebhooks),
	smsboxRcsTrigger: runWith(rcsWebhooks),
};

const seen = z.object({
	eventId: z.string().regex(/^[0-9a-f]{32}$/),
	event: z.string(),
	status: z
		.object({ code: z.string().nullish() })
		.nullish()
		.transform((status) => status?.code),
	optOut: z.boolean().optional(),
	messageType: z.string().nullish(),
});

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** What is kept once everything that was put off has been done. */
async function heapMegabytes(): Promise<number> {
	await sleep(10);
	if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
	return process.memoryUsage().heapUsed / 1024 / 1024;
}

jest.setTimeout(60 * 60_000);

describe(`${total.toLocaleString('en')} fuzzed callbacks through the receiver`, () => {
	const parametersOf = (trigger: FilteredTrigger, restricted: boolean): IDataObject => ({
		...Object.assign<IDataObject, object>({}, trigger.parameters),
		options: restricted ? { ipAllowlist: 'custom', customIps: '10.0.0.0/8' } : {},
	});

	it('end as an item, as OK or as a refusal, tell no secret and leave nothing behind', async () => {
		const chance = new Chance(seed);
		const memory: IDataObject = {};
		const members = Object.getOwnPropertyNames(Object.prototype).sort();
		const endings = { started: 0, acknowledged: 0, refused: 0 };
		const wrong = { forbidden: 0, fromElsewhere: 0, told: new Set<string>() };
		let early = 0;

		for (let count = 0; count < total; count++) {
			if (count === Math.floor(total / 10)) early = await heapMegabytes();
			// Timers get their turn, as between two calls over HTTP.
			if (count % 100 === 0) await setImmediate();
			const trigger = chance.pick(filteredTriggers);
			const restricted = chance.oneIn(4);
			const ip = chance.pick(addresses);
			const method = chance.oneIn(5) ? chance.pick(methods) : trigger.method;
			const call = fakeCall({
				query: chance.oneIn(20) && trigger.method === 'POST' ? '' : hostileQuery(chance),
				request: { method, ip, rawBody: hostileBody(chance, 5_000) },
				parameters: parametersOf(trigger, restricted),
				staticData: memory,
				workflowId: trigger.type,
			});
			const ending = endingOf((await receivers[trigger.type]?.(call)) ?? {}, call.response);
			endings[ending.ending]++;
			if (ending.ending === 'started') {
				if (trigger.isForbidden(seen.parse(ending.json))) wrong.forbidden++;
				if (restricted && !fromTheList.includes(ip)) wrong.fromElsewhere++;
			}
			if (!call.response.closed) call.response.finish(200);
			for (const line of call.log) for (const secret of secretsIn(line)) wrong.told.add(`${secret}: ${line}`);
		}

		const growth = (await heapMegabytes()) - early;
		const section = 'Fuzzed callbacks, in process';
		figure(section, 'callbacks', total, `seed ${seed}`);
		for (const [ending, times] of Object.entries(endings)) figure(section, ending, times);
		figure(section, 'heap, end against a tenth of the way', `${growth.toFixed(1)} MB`);
		expect(wrong).toEqual({ forbidden: 0, fromElsewhere: 0, told: new Set() });
		expect(Object.values(endings).filter((times) => times < total / 100)).toEqual([]);
		expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(members);
		expect(growth).toBeLessThan(flat);
	});
});
