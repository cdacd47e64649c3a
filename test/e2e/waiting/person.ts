import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { listAt, textAt } from '../../../playground/src/support/json';
import type { SimulatedMessage, SimulatorApi } from '../../../playground/src/simulatorApi';
import { waitFor } from '../../../playground/src/support/waitFor';
import type { Question } from './questions';

/** What a person got back: of the page its status and text; of a tap or a report the state of the service's callback. */
export interface Reaction {
	status: number | string;
	text: string;
	/** Where the service reported to. A report that is repeated at the same second is the same. */
	url?: string;
}

const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(textsIn)
			: [];

/** Reads the page; a browser asks so. */
export async function readPage(url: string, init: RequestInit = {}): Promise<Reaction> {
	const reply = await fetchOnce(url, { redirect: 'manual', ...init });
	return { status: reply.status, text: await reply.text() };
}

/** Sends the page's form, as a browser without scripts does. */
export const sendForm = async (url: string, fields: Record<string, string>): Promise<Reaction> =>
	await readPage(url, { method: 'POST', body: new URLSearchParams(fields) });

/** A question that has arrived at a phone. */
export class Received {
	constructor(
		private readonly simulator: SimulatorApi,
		private readonly question: Question,
		private readonly message: SimulatedMessage,
	) {}

	get reference(): string {
		return this.message.references[0] ?? '';
	}

	/** Whether it shows a text. */
	shows(text: string): boolean {
		return [this.message.text, ...textsIn(this.message.content)].some((shown) => shown.includes(text));
	}

	/** The link in the message. */
	get page(): string {
		const texts = [this.message.text, ...textsIn(this.message.content)];
		const link = texts
			.map((text) => /https?:\S+(?:webhook-waiting|answers)\S+/.exec(text)?.[0])
			.find(Boolean);
		if (link === undefined) throw new Error('The message has no link to a page');
		return link;
	}

	private positionOf(choice: string): string {
		return String(this.question.choiceIds.indexOf(choice) + 1);
	}

	/** What the button of a choice carries: its position. */
	tokenOf(choice: string): string {
		const position = this.positionOf(choice);
		const tokens = textsIn(this.message.content).filter((text) =>
			/^\/\S*(?:webhook-waiting|answers)\//.test(text),
		);
		const isOf = (token: string): boolean =>
			new URL(token, 'http://localhost').searchParams.get('button') === position;
		const [token, ...others] = tokens.filter(isOf);
		if (token === undefined || others.length > 0)
			throw new Error(`The message has ${tokens.length} buttons, and not one for this choice`);
		return token;
	}

	/** Answers once, however that ends. */
	async answer(given: string): Promise<Reaction> {
		const { way, channel } = this.question;
		if (way === 'page') return await this.answerOnPage(given);
		if (way === 'report') return await this.report(given);
		return await (channel === 'waba' ? this.tap(given) : this.tapSuggestion(given));
	}

	/** Opens the page, and sends its form where it has one. */
	private async answerOnPage(given: string): Promise<Reaction> {
		// A run that is still ending answers 409: then a person loads the page again.
		const opened = await waitFor(
			'the page being there',
			async () => {
				const page = await readPage(this.page);
				return page.status === 409 ? undefined : page;
			},
			{ seconds: 60 },
		);
		if (opened.status !== 200 || !opened.text.includes('<form method="post">')) return opened;
		if (this.question.parameters.responseType === 'freeText')
			return await sendForm(this.page, { text: given });
		const button = this.positionOf(given);
		expect(opened.text).toContain(`name="button" value="${button}"`);
		return await sendForm(this.page, { button });
	}

	private async tap(choice: string): Promise<Reaction> {
		const id = this.tokenOf(choice);
		const { number: from, kind } = this.message;
		const type = kind.includes('list') ? 'list_reply' : 'button_reply';
		const tapped = await this.simulator.post('/waba/incoming', { from, type, id, title: 'Tapped' });
		return await this.delivered(textAt(tapped, 'id'));
	}

	private async tapSuggestion(choice: string): Promise<Reaction> {
		const postbackData = this.tokenOf(choice);
		const { number: from } = this.message;
		const tapped = await this.simulator.post('/rcs/incoming', {
			from,
			type: 'reply',
			text: 'Tapped',
			postbackData,
		});
		return await this.delivered(textAt(tapped, 'id'));
	}

	private async callbacks(message: string): Promise<unknown[]> {
		return listAt(await this.simulator.get(`/callbacks?message=${message}`), 'callbacks');
	}

	private async report(status: string): Promise<Reaction> {
		const idOf = (callback: unknown): string => textAt(callback, 'id');
		const earlier = (await this.callbacks(this.message.id)).map(idOf);
		await this.simulator.post('/report', { reference: this.reference, status: Number(status) });
		// Where time passes for another conversation, the service reports its own statuses, too.
		return await this.delivered(
			this.message.id,
			(callback) =>
				!earlier.includes(idOf(callback)) &&
				new URL(textAt(callback, 'url')).searchParams.get('accuse') === status,
		);
	}

	/** Waits until the receiver has acknowledged a callback; time passes where the service tries again. */
	private async delivered(
		message: string,
		isWanted: (callback: unknown) => boolean = () => true,
	): Promise<Reaction> {
		let tries = 1;
		let last: unknown;
		return await waitFor(
			'a callback being over',
			async () => {
				const callback = (await this.callbacks(message)).find(isWanted);
				const attempts = listAt(callback, 'attempts');
				last = attempts.at(-1);
				const state = textAt(callback, 'state');
				if (attempts.length > 0 && state !== 'pending')
					return { status: state, text: textAt(last, 'body'), url: textAt(callback, 'url') };
				if (attempts.length >= tries) {
					tries = attempts.length + 1;
					await this.simulator.post('/clock', { advance: 900 });
				}
				return undefined;
			},
			{ seconds: 240, everyMs: 100, seen: () => JSON.stringify(last) },
		);
	}
}

/** The questions that have arrived at a phone, the oldest first, once there are so many. */
export async function receivedBy(
	simulator: SimulatorApi,
	question: Question,
	number: string,
	count: number,
): Promise<Received[]> {
	const messages = await waitFor(
		`question ${count} at a phone`,
		async () => {
			const sent = (await simulator.messages(number)).filter(({ direction }) => direction === 'out');
			return sent.length >= count ? sent : undefined;
		},
		{ seconds: 180 },
	);
	return messages.map((message) => new Received(simulator, question, message));
}
