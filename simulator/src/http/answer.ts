import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import type { Reply } from './exchange';
import type { RequestFault, RequestFaults } from './faults';

/** What went over the wire in the end; null where no whole answer did. */
export type Sent = { readonly status: number; readonly body: string } | null;

/** Does not wait for the caller to have read it: he may be gone. */
function write(reply: FastifyReply, status: number, contentType: string, body: Buffer): Sent {
	void reply.status(status).header('content-type', contentType).send(body);
	return { status, body: body.toString('utf8') };
}

const cut = (reply: FastifyReply): Sent => {
	reply.hijack();
	reply.raw.destroy();
	return null;
};

/** Promises twice as much as it sends, half of the answer, then cuts the connection. */
function cutMidway(reply: FastifyReply, answer: Reply): Promise<Sent> {
	reply.hijack();
	const half = answer.body.subarray(0, Math.ceil(answer.body.length / 2));
	reply.raw.writeHead(answer.status, {
		'content-type': answer.contentType,
		'content-length': Math.max(answer.body.length, half.length + 1),
	});
	return new Promise((resolve) => {
		reply.raw.write(half, () => {
			reply.raw.destroy();
			resolve(null);
		});
	});
}

type Strike = (reply: FastifyReply, fault: RequestFault, carryOut: () => Reply) => Sent | Promise<Sent>;

const wrongAnswer: Strike = (reply, fault, carryOut) => {
	if (fault.accepted) carryOut();
	return write(reply, fault.status, fault.contentType, fault.body);
};

/** What each fault does, latency apart, which only waits. */
const STRIKES: Readonly<Record<Exclude<RequestFault['kind'], 'latency'>, Strike>> = {
	status: wrongAnswer,
	body: wrongAnswer,
	redirect: (reply, fault, carryOut) => {
		void reply.header('location', fault.location);
		return wrongAnswer(reply, fault, carryOut);
	},
	'cut-before': (reply) => cut(reply),
	'cut-after': (reply, _fault, carryOut) => {
		carryOut();
		return cut(reply);
	},
	'cut-mid': (reply, _fault, carryOut) => cutMidway(reply, carryOut()),
	hang: (reply, fault, carryOut) => {
		if (fault.accepted) carryOut();
		reply.hijack();
		return null;
	},
};

/**
 * Carries a request out and answers it, as far as the faults let it. With latency the request is carried out at once
 * and answered late, so that a caller who gives up in between has sent.
 * @param carryOut called at most once
 */
export async function answerWith(
	faults: RequestFaults,
	reply: FastifyReply,
	carryOut: () => Reply,
): Promise<Sent> {
	const { other, latencyMs } = faults;
	if (other !== undefined && other.kind !== 'latency') {
		if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
		return STRIKES[other.kind](reply, other, carryOut);
	}
	const answer = carryOut();
	if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
	return write(reply, answer.status, answer.contentType, answer.body);
}
