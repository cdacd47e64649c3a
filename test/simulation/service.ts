/** The service of a history: the repository's simulator, without its HTTP side, and what is to go wrong before it. */
import { withDefaults } from '../../simulator/src/core/options';
import { SimulatorCore } from '../../simulator/src/core/simulatorCore';
import {
	groups,
	numberOfPerson,
	wishOf,
	type Fault,
	type FaultKind,
	type Limits,
	type Wish,
} from './history';
import { type RawRequest, type Send, sendIn } from './wire';

export const apiKey = 'demo';
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
				key: apiKey,
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

	/** Takes a request, or lets it fail. */
	handle(request: RawRequest): Handled {
		const send = sendIn(request, this.limits);
		const fault = send === undefined ? undefined : this.strike(send);
		const carryOut = (): { reply: Reply; taken: Wish[] } => {
			const reply = this.carryOut(request);
			return { reply, taken: send === undefined ? [] : this.newMessages(request, reply) };
		};
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
		const { reply, taken } = carryOut();
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
		if (request.path.endsWith('/api.php')) return plain(sms[which] ?? 'ERROR');
		const received = this.interfaceOf(request)?.receive(request, this.core.world);
		return received?.refuse(status[which] ?? 503) ?? plain('');
	}

	private interfaceOf({ path }: RawRequest): SimulatorCore['interfaces'][number] | undefined {
		return this.core.interfaces.find((each) => each.owns(path));
	}

	private carryOut(request: RawRequest): Reply {
		const received = this.interfaceOf(request)?.receive(request, this.core.world);
		return received?.answer() ?? { ...plain('Not found'), status: 404 };
	}

	private newMessages({ path }: RawRequest, { body }: Reply): Wish[] {
		const { world } = this.core;
		if (path.endsWith('/api.php')) return this.newSms();
		const answer: unknown = JSON.parse(body.toString('utf8'));
		if (typeof answer !== 'object' || answer === null || !('reference' in answer)) return [];
		const reference = String(answer.reference);
		if (path.startsWith('/waba/')) {
			const sent = world.waba.messages.sentWith(reference);
			return sent.map(({ number, content }) => wishOf(number, textOf(content)));
		}
		return world.rcs.messages
			.sentWith(reference)
			.map((message) => wishOf(message.number, 'content' in message ? textOf(message.content) : ''));
	}

	private newSms(): Wish[] {
		const { messages, scheduled } = this.core.world;
		const found: Array<{ id: number; number: string; text: string }> = [];
		for (const message of messages.sentNewestFirst()) {
			if (message.id <= this.lastSms) break;
			found.push(message);
		}
		const waiting = scheduled.inOrder().map(({ message }) => message);
		found.push(...waiting.filter(({ id }) => id > this.lastSms));
		found.sort((a, b) => a.id - b.id);
		this.lastSms = found.at(-1)?.id ?? this.lastSms;
		return found.map(({ number, text }) => wishOf(number, text));
	}
}
