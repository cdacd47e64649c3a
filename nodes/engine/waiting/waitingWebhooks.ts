import type { IWebhookDescription } from 'n8n-workflow';

const webhook = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** The webhooks of a node that waits: a page to look at, and an answer. */
export const waitingWebhooks: IWebhookDescription[] = [webhook('GET'), webhook('POST')];
