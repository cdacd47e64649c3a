/** What identifies a message: what its people read, however they are ordered and written, without options. */
import type { Exchange } from '../../protocol/exchange';
import { rcsContent } from '../../protocol/rcs/message';
import { planRcs } from '../../protocol/rcs/send';
import { planSms, type SendSms } from '../../protocol/sms/send';
import { buttonsContent, interactiveFromJson } from '../../protocol/waba/interactive';
import { wabaTextContent } from '../../protocol/waba/message';
import { planWaba } from '../../protocol/waba/send';
import { acceptedAnswer } from '../support/jsonAnswers';
import { reply } from './helpers';
import { now, only, options } from './sms/sending';

const [anna, ben] = ['33600123401', '33600123402'];
const agent = { wabaId: '100100100100100', phoneId: '200200200200200' };
const waba = (...to: string[]) => only(planWaba(agent, to, wabaTextContent({ text: 'Hello' })));
const rcs = (validity: number | undefined, ...to: string[]) =>
	only(planRcs('shop', to, rcsContent({ type: 'text', text: 'Hello' }), validity));

const sms = (...to: Array<SendSms['recipients'][number]>) =>
	only(planSms({ ...options, recipients: to }, now)).message?.();

it('of an SMS is its text', () => {
	expect(sms({ to: anna })?.text).toBe(options.text);
	expect(sms({ to: ben }, { to: anna })).toEqual(sms({ to: anna }, { to: ben }));
});

it('of a personalized SMS is what each person reads, in whatever form the number is', () => {
	const [ten, four] = [['10'], ['4', 'unused']];
	for (const [text, isOther] of [
		['At %1%', true],
		['Come', false],
	] as const) {
		const wordsOf = (...recipients: SendSms['recipients']) =>
			planSms({ ...options, text, recipients }, now).personal;
		const words = wordsOf({ to: ben, variables: ten }, { to: anna, variables: four });
		expect(wordsOf({ to: ben, variables: ten }, { to: `0${anna.slice(2)}`, variables: ['4'] })).toEqual(
			words,
		);
		const swapped = wordsOf({ to: ben, variables: four }, { to: anna, variables: ten });
		expect(JSON.stringify(swapped) !== JSON.stringify(words)).toBe(isOther);
	}
});

it('of an SMS of several requests is the same in each order, personalized or not', () => {
	const limits = { recipients: 1, personalized: 1, restricted: 9 };
	for (const [text, variables] of [
		['Come', []],
		['Come %1%', ['at 5']],
	] as const) {
		const wordsTo = (...to: string[]) => {
			const recipients = to.map((number) => ({ to: number, variables }));
			return planSms({ ...options, text, recipients }, now, limits).exchanges[0]?.message?.();
		};
		expect(wordsTo(ben, anna)).toEqual(wordsTo(anna, ben));
	}
});

it.each<[string, Exchange<unknown>, object]>([
	['WABA', waba(ben, anna), wabaTextContent({ text: 'Hello' }).json],
	['RCS', rcs(60, ben, anna), rcsContent({ type: 'text', text: 'Hello' }).json],
])('of %s is its content', (_what, { message }, content) => {
	expect(message?.()).toMatchObject({ text: content });
});

it('of RCS is the same with another validity period', () => {
	expect(rcs(60, anna).message?.()).toEqual(rcs(120, anna).message?.());
});

const fileOf = (fileUrl: string, forceRefresh: boolean) =>
	rcsContent({ type: 'file', fileUrl: `https://example.com/${fileUrl}`, forceRefresh });
const suggesting = (text: string, postbackData: string) =>
	rcsContent({ type: 'text', text: 'Hello', suggestions: [{ type: 'reply', text, postbackData }] });
const withButton = (title: string, id: string) => buttonsContent({ body: 'Hello', buttons: [{ id, title }] });
const listing = (row: object) => {
	const action = { button: 'Open', sections: [{ rows: [{ title: 'One', ...row }] }] };
	return interactiveFromJson('list', { type: 'list', body: { text: 'Hello' }, action });
};
const previewed = (text: string, previewUrl: boolean) => wabaTextContent({ text, previewUrl });

it.each([
	['whether a file is fetched again', fileOf('a.pdf', true), fileOf('a.pdf', false), fileOf('b.pdf', true)],
	['whether a link has a preview', previewed('Hi', true), previewed('Hi', false), previewed('No', true)],
	['the data of a suggestion', suggesting('Yes', '1'), suggesting('Yes', '2'), suggesting('No', '1')],
	['the ID of a button', withButton('Yes', '1'), withButton('Yes', '2'), withButton('No', '1')],
	['the ID of a row alone', listing({ id: '1' }), listing({ id: '2' }), listing({ id: '1', id2: '1' })],
])('has only what people read: not %s', (_what, { readable }, same, other) => {
	expect(same.readable).toEqual(readable);
	expect(other.readable).not.toEqual(readable);
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
