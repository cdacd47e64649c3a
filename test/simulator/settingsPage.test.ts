import { gate } from '../support/gate';
import { methodsOf, openLivePage, type PageNode } from './pageSupport';
import { control, eventually, fetchFrom, start, state } from './support';

/** @param reading what a refresh by the page itself waits for */
async function openSettings(call = fetchFrom, reading: Promise<void> = Promise.resolve()) {
	const page = await openLivePage(call);
	const read = async (): Promise<void> => {
		await reading;
		await refresh();
	};
	const settings = methodsOf(page.get('panels/settings.js', 'createSettings')(read));
	const draw = (shown: unknown): unknown => settings('draw', shown);
	/** Shows the settings as they are in the simulator. */
	const refresh = async (): Promise<unknown> => draw(await state());
	await refresh();
	return { page, refresh, draw };
}

const said = (root: PageNode, role: string): string[] =>
	root
		.all()
		.filter(({ attributes }) => attributes.get('role') === role)
		.map(({ textContent }) => textContent);

const untilSaid = async (root: PageNode, status: string): Promise<void> =>
	await eventually(() => expect(said(root, 'status')).toEqual([status]));

function turn(box: PageNode, isOn = true): void {
	box.checked = isOn;
	box.fire('change');
}

function named(root: PageNode, name: string): PageNode {
	const found = root.named('input').find(({ attributes }) => [...attributes.values()].includes(name));
	if (found === undefined) throw new Error(`there is no ${name}`);
	return found;
}

describe('the callback URLs on the page', () => {
	it('show what is set, are saved together, and say so until one types again', async () => {
		await start({ incomingSmsUrl: 'http://127.0.0.1:5678/webhook/sms' });
		const { page } = await openSettings();
		const form = page.byId('callback-urls');
		expect(named(form, 'incomingSmsUrl').value).toBe('http://127.0.0.1:5678/webhook/sms');
		expect(said(form, 'status')).toEqual(['']);
		named(form, 'deliveryReportUrl').value = ' http://127.0.0.1:5678/webhook/reports ';
		named(form, 'incomingSmsUrl').value = '';
		form.fire('submit');
		await untilSaid(form, 'Saved');
		expect(await state()).toMatchObject({
			deliveryReportUrl: 'http://127.0.0.1:5678/webhook/reports',
			incomingSmsUrl: null,
			wabaWebhookUrl: null,
			rcsWebhookUrl: null,
		});
		form.fire('input');
		expect(said(form, 'status')).toEqual(['']);
	});

	it('name the field that is wrong, and are not saved', async () => {
		const { page } = await openSettings();
		const form = page.byId('callback-urls');
		named(form, 'rcsWebhookUrl').value = 'ftp://127.0.0.1';
		form.fire('submit');
		await eventually(() => expect(said(form, 'alert').join()).toMatch(/^RCS events must be an http/));
		expect(said(form, 'status')).toEqual(['']);
		expect(await state()).toMatchObject({ rcsWebhookUrl: null });
	});

	it('keep what a person types while other settings change', async () => {
		const { page, refresh } = await openSettings();
		const input = named(page.byId('callback-urls'), 'wabaWebhookUrl');
		input.value = 'http://127';
		await refresh();
		expect(input.value).toBe('http://127');
	});
});

it('the credits on the page show what is left, and are set', async () => {
	await start({ balance: 12.5 });
	const { page, refresh } = await openSettings();
	const form = page.byId('credits');
	const [input] = form.named('input');
	expect(input?.value).toBe('12.5');
	if (input !== undefined) input.value = '0';
	await refresh();
	expect(input?.value).toBe('0');
	form.fire('submit');
	await untilSaid(form, 'Saved');
	expect(await state()).toMatchObject({ balance: 0 });
	form.fire('input');
	expect(said(form, 'status')).toEqual(['']);
});

describe('the delivery rules on the page', () => {
	it('keep a switch as it was set while it is being saved', async () => {
		const answered = gate();
		const { page, refresh } = await openSettings(async (...call) => {
			await answered.opened;
			return await fetchFrom(...call);
		});
		const box = named(page.byId('rules'), 'rule-enforceServiceWindow');
		turn(box);
		await refresh();
		expect(box.checked).toBe(true);
		answered.open();
		await untilSaid(page.byId('rules-outcome'), 'Saved');
		await refresh();
		expect(box.checked).toBe(true);
	});

	it('keep a switch as it was set until the page has read that', async () => {
		const reading = gate();
		const { page, draw } = await openSettings(fetchFrom, reading.opened);
		const box = named(page.byId('rules'), 'rule-enforceServiceWindow');
		turn(box);
		await untilSaid(page.byId('rules-outcome'), 'Saved');
		draw({ enforceServiceWindow: false });
		expect(box.checked).toBe(true);
		reading.open();
		await eventually(() => {
			draw({ enforceServiceWindow: false });
			expect(box.checked).toBe(false);
		});
	});

	it.each(['enforceMarketingHours', 'enforceServiceWindow'])('switch %s on and off', async (rule) => {
		const { page } = await openSettings();
		const box = named(page.byId('rules'), `rule-${rule}`);
		expect([box.attributes.get('role'), box.checked]).toEqual(['switch', false]);
		for (const isOn of [true, false]) {
			turn(box, isOn);
			await eventually(async () => expect((await state())[rule]).toBe(isOn));
			await untilSaid(page.byId('rules-outcome'), 'Saved');
			// What was asked for before the change may arrive after it, and is corrected by the next.
			await eventually(() => expect(box.checked).toBe(isOn));
		}
	});

	it('show what was set elsewhere', async () => {
		await start({ enforceServiceWindow: true });
		const { page } = await openSettings();
		expect(named(page.byId('rules'), 'rule-enforceServiceWindow').checked).toBe(true);
		expect(named(page.byId('rules'), 'rule-enforceMarketingHours').checked).toBe(false);
	});

	it('go back to what is set if they cannot be saved', async () => {
		const { page } = await openSettings(() => Promise.reject(new Error('Failed to fetch')));
		const box = named(page.byId('rules'), 'rule-enforceMarketingHours');
		turn(box);
		await eventually(() => expect(box.checked).toBe(false));
		expect(said(page.byId('rules-outcome'), 'alert')).toEqual(['Failed to fetch']);
		expect(said(page.byId('rules-outcome'), 'status')).toEqual(['']);
	});
});

it('the samples on the page are restored by a button, which says so', async () => {
	const { senders } = await state();
	await control('PUT config', { senders: [], unsubscribed: ['33600123456'] });
	const { page } = await openSettings();
	const section = page.byId('restore-samples');
	section.named('button')[0]?.fire('click');
	await untilSaid(section, 'Restored');
	expect(await state()).toMatchObject({ senders, unsubscribed: [] });
});
