/** What identifies a message: what a request asks for, however its recipients are ordered, with and without its options. */
import { getBalance, transferCredit } from '../../protocol/account/credit';
import { createSubAccount } from '../../protocol/account/subAccounts';
import type { Exchange } from '../../protocol/exchange';
import { rcsContent } from '../../protocol/rcs/message';
import { planRcs } from '../../protocol/rcs/send';
import { countHistory, listHistory } from '../../protocol/sms/history';
import { countScheduled, deleteScheduled, listScheduled } from '../../protocol/sms/scheduled';
import { planSms, planSmsToGroup } from '../../protocol/sms/send';
import { wabaTextContent } from '../../protocol/waba/message';
import { planWaba } from '../../protocol/waba/send';
import { acceptedAnswer } from '../support/jsonAnswers';
import { reply } from './helpers';
import { now, only, options } from './sms/sending';

const [anna, ben] = ['33600123401', '33600123402'];
const text = options.text;
const sms = (...to: string[]) =>
	only(planSms({ ...options, recipients: to.map((one) => ({ to: one })) }, now));
const agent = { wabaId: '100100100100100', phoneId: '200200200200200' };
const waba = (...to: string[]) => only(planWaba(agent, to, wabaTextContent({ text: 'Hello' })));
const rcs = (validity: number | undefined, ...to: string[]) =>
	only(planRcs('shop', to, rcsContent({ type: 'text', text: 'Hello' }), validity));

it('of an SMS is its text and its recipients, and with options the whole form', () => {
	expect(sms(ben, anna).described?.(false)).toEqual({ msg: text, dest: [anna, ben] });
	const form = sms(ben, anna).described?.(true);
	expect(form).toEqual(sms(anna, ben).described?.(true));
	expect(form).toEqual({
		...Object.fromEntries(new URLSearchParams(sms(anna).request.body)),
		dest: [anna, ben],
	});
});

it('of a personalized SMS is what each person reads', () => {
	const recipients = [ben, anna].map((to, index) => ({ to, variables: [`${index}`] }));
	const exchange = only(planSms({ ...options, text: 'At %1%', recipients }, now));
	expect(exchange.described?.(false)).toEqual({
		msg: 'At %1%',
		personnalise: '1',
		dest: [`${anna};1`, `${ben};0`],
	});
});

it('of an SMS to a group is its text and the group', () => {
	const exchange = only(planSmsToGroup({ ...options, groupId: '7' }, now));
	expect(exchange.described?.(false)).toEqual({ msg: text, groupe: '7' });
});

it.each<[string, Exchange<unknown>, Exchange<unknown>, object]>([
	['WABA', waba(ben, anna), waba(anna, ben), wabaTextContent({ text: 'Hello' }).json],
	['RCS', rcs(60, ben, anna), rcs(60, anna, ben), rcsContent({ type: 'text', text: 'Hello' }).json],
])('of %s is its content, and with options all of the request', (_what, exchange, reordered, content) => {
	expect(exchange.described?.(false)).toEqual(content);
	const { path, body = '' } = reordered.request;
	expect(exchange.described?.(true)).toEqual([path, JSON.parse(body)]);
	expect(exchange.request.body).not.toBe(body);
	expect(exchange.content).toBe(JSON.stringify(content));
});

it('a message to several requests knows the recipients of all of them', () => {
	const limits = { recipients: 1, personalized: 1, restricted: 9 };
	const [first, second] = planWaba(agent, [anna, ben], wabaTextContent({ text: 'Hello' }), limits).exchanges;
	expect([first?.covers, second?.covers]).toEqual(['recipient 1', 'recipient 2']);
	expect([first?.list, second?.list]).toEqual([
		[anna, ben],
		[anna, ben],
	]);
	expect(waba(anna, ben)).not.toHaveProperty('list');
});

it('an accepted message has the reference that the service gives', () => {
	const { status, body = '' } = acceptedAnswer([anna], 'r-1');
	expect(waba(anna).referencesIn?.(reply(String(body), status, 'application/json'))).toEqual(['r-1']);
});

it.each<[string, () => Exchange<unknown>, string]>([
	['getBalance', () => getBalance(), 'read'],
	['transferCredit', () => transferCredit({ subAccount: 'shop', credit: 5 }), 'change'],
	[
		'createSubAccount',
		() => createSubAccount({ username: 'a', password: 'b', useMainBalance: true }),
		'change',
	],
	['countHistory', () => countHistory(), 'read'],
	['listHistory', () => listHistory({ from: 0, count: 10 }), 'read'],
	['countScheduled', () => countScheduled(), 'read'],
	['listScheduled', () => listScheduled({ from: 0, count: 10 }), 'read'],
	['deleteScheduled', () => deleteScheduled('123456789012'), 'change'],
])('%s is a request with the effect of one', (_name, exchangeOf, effect) =>
	expect(exchangeOf().effect).toBe(effect),
);
