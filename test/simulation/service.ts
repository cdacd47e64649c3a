/** The service of a history: the repository's simulator, without its HTTP side, and what is to go wrong before it. */
import { withDefaults } from '../../simulator/src/core/options';
import { SimulatorCore } from '../../simulator/src/core/simulatorCore';
import {
	groups,
	numberOfPerson,
	presentNumber,
	wishOf,
	withSecond,
	type Fault,
	type FaultKind,
	type Limits,
	type Wish,
} from './history';
import { isNewGroup, type RawRequest, type Send, sendIn } from './wire';

/** API keys of two accounts; the simulator knows the first one. */
export const keys = { first: 'demo', second: 'shop' };
/** Simulated and real, so that times ahead are ahead for both. */
export const startAt = Math.floor(Date.now() / 86_400_000) * 86_400_000;

export interface Reply {
	status: number;
	contentType: string;
	body: Buffer;
}

/** What comes of a request: an answer, or an error of the network as axios names it. */
export type Reaction = { reply: Reply } | { code: string; syscall: string };

export interface Handled {
	send: Send | undefined;
	fault: FaultKind | undefined;
	taken: readonly Wish[];
	reaction: Reaction;
}

const plain = (body: string): Reply => ({
	status: 200,
	contentType: 'text/plain; charset=utf-8',
	body: Buffer.from(body),
});
const html: Reply = { ...plain('<html><body>Please sign in</body></html>'), contentType: 'text/html' };

/** How a fault is answered in place of the service: by SMS in words, by the others with a status. */
const rejections: Partial<Record<FaultKind, { sms: readonly string[]; status: readonly number[] }>> = {
	rejected: { sms: ['ERROR 04'], status: [400] },
	accountRejected: { sms: ['ERROR 03', 'ERROR 02'], status: [402, 403] },
	internal: { sms: ['ERROR 05'], status: [503] },
	limitExceeded: { sms: ['ERROR'], status: [509] },
};

/** A success that says the same of each recipient; SMS has nothing like it. */
function answerWith(state: string, { path }: RawRequest, numbers: readonly string[] = []): Reply {
	if (path.endsWith('/api.php')) return plain(state === 'REJECTED' ? 'ERROR 04' : state);
	const recipients = numbers.map((number) => ({
		submitted: `+${number}`,
		rewrited: number,
		state,
		reason_code: 'PROCESSING',
	}));
	const body = { response: { response_code: '202' }, reference: 'pondering', recipients };
	return { status: 202, contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}

/** What a request changes in the account, if it does. */
function changeIn({ query, body }: RawRequest): Wish[] | undefined {
	const form = new URLSearchParams(body.toString('latin1'));
	const [to, credit, name, numbers] = ['to', 'credit', 'nom', 'num'].map((field) => form.get(field) ?? '');
	if (isNewGroup(query)) return numbers?.split(',').map((number) => wishOf(number, name ?? ''));
	if (!query.includes('action=credit') || !to || !credit) return undefined;
	return [wishOf(to, `T${Number(credit) - 1}`)];
}

const networkErrors: Partial<Record<FaultKind, { taken: boolean; code: string; syscall: string }>> = {
	refusedConnection: { taken: false, code: 'ECONNREFUSED', syscall: 'connect' },
	cutBefore: { taken: false, code: 'ECONNRESET', syscall: 'read' },
	cutAfter: { taken: true, code: 'ECONNRESET', syscall: 'read' },
	timeout: { taken: true, code: 'ECONNABORTED', syscall: '' },
};

const textOf = (content: object): string => {
	const text: unknown = 'text' in content ? content.text : undefined;
	if (typeof text === 'string') return text;
	return typeof text === 'object' && text !== null && 'body' in text ? String(text.body) : '';
};

/** Whether a request is made with the second account. */
export const isOfSecond = ({ query, body, headers }: RawRequest): boolean =>
	[query, body.toString(), ...Object.values(headers)].join().includes(keys.second);

export class Service {
	private readonly core: SimulatorCore;
	private readonly faults: Fault[];
	private sends = 0;
	private lastSms = 0;

	constructor(
		faults: readonly Fault[],
		private readonly limits: Limits,
	) {
		this.faults = [...faults];
		this.core = new SimulatorCore(
			withDefaults({
				key: keys.first,
				speed: 0,
				startAt: new Date(startAt),
				balance: 1_000_000_000,
				capacity: 100_000,
				groups: Object.entries(groups).map(([id, members]) => ({
					id: Number(id),
					name: `Group ${id}`,
					numbers: members.map(numberOfPerson),
				})),
			}),
		);
	}

	close(): void {
		this.core.close();
	}

	/** Takes a request, or lets it fail. Of messages with the second account, the wishes say so. */
	handle(request: RawRequest): Handled {
		if (!isOfSecond(request)) return this.handleOf(request);
		const first = (text: string): string => text.replaceAll(keys.second, keys.first);
		const handled = this.handleOf({
			...request,
			query: first(request.query),
			headers: Object.fromEntries(
				Object.entries(request.headers).map(([name, value]) => [name, first(value)]),
			),
			body: Buffer.from(first(request.body.toString('latin1')), 'latin1'),
		});
		return { ...handled, taken: handled.taken.map(withSecond) };
	}

	private handleOf(request: RawRequest): Handled {
		const send = sendIn(request, this.limits);
		const fault = send === undefined ? undefined : this.strike(send);
		const carryOut = (): { reply: Reply; taken: Wish[] } => {
			const reply = this.carryOut(request);
			return { reply, taken: send === undefined ? [] : this.newMessages(request, reply) };
		};
		const change = changeIn(request);
		if (change !== undefined && fault === 'internal')
			// It is documented for messages only, as rejecting them.
			return { send, fault, taken: change, reaction: { reply: plain('ERROR 05') } };
		const network = fault && networkErrors[fault];
		if (network !== undefined) {
			const { taken, code, syscall } = network;
			return { send, fault, taken: taken ? carryOut().taken : [], reaction: { code, syscall } };
		}
		const rejection = fault && rejections[fault];
		if (rejection !== undefined) {
			const reply = this.rejectionOf(request, rejection);
			return { send, fault, taken: [], reaction: { reply } };
		}
		if (fault === 'garbage') return { send, fault, taken: [], reaction: { reply: html } };
		if (fault === 'undocumented' || fault === 'refusedRecipients') {
			const state = fault === 'undocumented' ? 'PONDERING' : 'REJECTED';
			return { send, fault, taken: [], reaction: { reply: answerWith(state, request, send?.submitted) } };
		}
		const { reply, taken } = carryOut();
		if (fault === 'undocumentedTaken')
			return { send, fault, taken, reaction: { reply: answerWith('PONDERING', request, send?.submitted) } };
		return { send, fault, taken, reaction: { reply: fault === 'garbageTaken' ? html : reply } };
	}

	private strike({ numbers }: Send): FaultKind | undefined {
		const index = this.sends++;
		const found = this.faults.findIndex((fault) =>
			'request' in fault ? fault.request === index : numbers.includes(numberOfPerson(fault.person)),
		);
		const fault = this.faults[found];
		if (fault === undefined) return undefined;
		const isLast = 'request' in fault || fault.times === 1;
		if (isLast) this.faults.splice(found, 1);
		else this.faults[found] = { ...fault, times: fault.times - 1 };
		return fault.kind;
	}

	private rejectionOf(
		request: RawRequest,
		{ sms, status }: { sms: readonly string[]; status: readonly number[] },
	): Reply {
		const which = this.sends % sms.length;
		if (isNewGroup(request.query)) return plain('ERREUR');
		if (request.path.endsWith('/api.php')) return plain(sms[which] ?? 'ERROR');
		const received = this.interfaceOf(request)?.receive(request, this.core.world);
		return received?.refuse(status[which] ?? 503) ?? plain('');
	}

	private interfaceOf({ path }: RawRequest): SimulatorCore['interfaces'][number] | undefined {
		return this.core.interfaces.find((each) => each.owns(path));
	}

	private carryOut(request: RawRequest): Reply {
		if (changeIn(request) !== undefined) return plain('OK');
		const received = this.interfaceOf(request)?.receive(request, this.core.world);
		return received?.answer() ?? { ...plain('Not found'), status: 404 };
	}

	private newMessages(request: RawRequest, { body }: Reply): Wish[] {
		const { world } = this.core;
		const { path } = request;
		const change = changeIn(request);
		if (change !== undefined) return change;
		if (path.endsWith('/api.php')) return this.newSms();
		const answer: unknown = JSON.parse(body.toString('utf8'));
		if (typeof answer !== 'object' || answer === null || !('reference' in answer)) return [];
		const reference = String(answer.reference);
		if (path.startsWith('/waba/')) {
			const sent = world.waba.messages.sentWith(reference);
			return sent.map(({ number, content }) => wishOf(presentNumber(number), textOf(content)));
		}
		return world.rcs.messages
			.sentWith(reference)
			.map((message) =>
				wishOf(presentNumber(message.number), 'content' in message ? textOf(message.content) : ''),
			);
	}

	private newSms(): Wish[] {
		const { messages, scheduled, processing } = this.core.world;
		const found: Array<{ id: number; number: string; text: string }> = [];
		for (const message of messages.sentNewestFirst()) {
			if (message.id > this.lastSms) found.push(message);
			// What has waited is newer in this order than in the order of sends.
			else if (message.sentAt === message.acceptedAt) break;
		}
		const waiting = [...scheduled.inOrder().map(({ message }) => message), ...processing];
		found.push(...waiting.filter(({ id }) => id > this.lastSms));
		found.sort((a, b) => a.id - b.id);
		this.lastSms = found.at(-1)?.id ?? this.lastSms;
		return found.map(({ number, text }) => wishOf(presentNumber(number), text));
	}
}
