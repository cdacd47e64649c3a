import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import type { Reply } from './exchange';
import type { RequestFault, RequestFaults } from './faults';

/** What went over the wire in the end; null where no whole answer did. */
export type Sent = { readonly status: number; readonly body: string } | null;

/** As much of an answer as the log keeps: a file may have a hundred megabytes. */
const LOGGED_BYTES = 10_000;

const forLog = (status: number, body: Buffer): Sent => ({
	status,
	body: body.toString('utf8', 0, LOGGED_BYTES) + (body.length > LOGGED_BYTES ? '…' : ''),
});

/** Does not wait for the caller to have read it: he may be gone. */
function write(reply: FastifyReply, status: number, contentType: string, body: Buffer): Sent {
	void reply.status(status).header('content-type', contentType).send(body);
	return forLog(status, body);
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

/** What can be done with a request. */
export interface Ways {
	readonly carryOut: () => Reply;
	readonly refuse: (status: number) => Reply;
}

type Strike = (reply: FastifyReply, fault: RequestFault, ways: Ways) => Sent | Promise<Sent>;

const wrongAnswer: Strike = (reply, fault, { carryOut }) => {
	if (fault.accepted) carryOut();
	return write(reply, fault.status, fault.contentType, fault.body);
};

/** What each fault does, latency apart, which only waits. */
const STRIKES: Readonly<Record<Exclude<RequestFault['kind'], 'latency'>, Strike>> = {
	status: wrongAnswer,
	body: wrongAnswer,
	refuse: (reply, fault, { refuse }) => {
		const { status, contentType, body } = refuse(fault.status);
		return write(reply, status, contentType, body);
	},
	redirect: (reply, fault, ways) => {
		void reply.header('location', fault.location);
		return wrongAnswer(reply, fault, ways);
	},
	'cut-before': (reply) => cut(reply),
	'cut-after': (reply, _fault, { carryOut }) => {
		carryOut();
		return cut(reply);
	},
	'cut-mid': (reply, _fault, { carryOut }) => cutMidway(reply, carryOut()),
	hang: (reply, fault, { carryOut }) => {
		if (fault.accepted) carryOut();
		reply.hijack();
		return null;
	},
};

/**
 * Carries a request out and answers it, as far as the faults let it. With latency the request is carried out at once
 * and answered late, so that a caller who gives up in between has sent.
 * @param ways at most one of them is called, at most once
 */
export async function answerWith(faults: RequestFaults, reply: FastifyReply, ways: Ways): Promise<Sent> {
	const { other, latencyMs } = faults;
	if (other !== undefined && other.kind !== 'latency') {
		if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
		return STRIKES[other.kind](reply, other, ways);
	}
	const answer = ways.carryOut();
	if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
	return write(reply, answer.status, answer.contentType, answer.body);
}
