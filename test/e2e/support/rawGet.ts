import { get } from 'node:http';

export interface RawReply {
	status: number;
	contentType: string;
	body: string;
}

/**
 * A GET whose query leaves exactly as written: the service's callbacks are not always valid UTF-8.
 * @param timeoutMs rejects after so long without an answer; never unless given
 */
export async function rawGet(url: string, query: string, timeoutMs?: number): Promise<RawReply> {
	return await new Promise((resolve, reject) => {
		const { hostname, port, pathname } = new URL(url);
		const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
		get({ hostname, port, path: `${pathname}?${query}`, agent: false, signal }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () =>
				resolve({
					status: response.statusCode ?? 0,
					contentType: response.headers['content-type'] ?? '',
					body: Buffer.concat(chunks).toString('utf8'),
				}),
			);
		}).on('error', reject);
	});
}
