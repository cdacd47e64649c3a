/** Fetches over a new connection: n8n closes a kept one after five idle seconds, maybe at the moment of its reuse. */
export async function fetchOnce(url: string, init: RequestInit = {}): Promise<Response> {
	const headers = new Headers(init.headers);
	headers.set('connection', 'close');
	return await fetch(url, { ...init, headers });
}
