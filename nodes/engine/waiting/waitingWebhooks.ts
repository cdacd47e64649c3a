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

/**
 * Returns what the canvas shows over a node while it waits. Other operations show nothing, as n8n would show it while they run.
 * @param triggered the answers that arrive at a trigger: where the node has them, and what people read
 */
export const waitingTooltip = (triggered: { parameter: string; value: string; text: string }): string =>
	`={{ $parameter["operation"] !== "sendAndWait" ? "" : $parameter["${triggered.parameter}"] === "${triggered.value}" ? "${triggered.text}" : "Waiting for the answer on the web page" }}`;
