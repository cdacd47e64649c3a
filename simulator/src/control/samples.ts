import { z } from 'zod/v4';

import { SAMPLE_FILES, samplePng } from '../json/sampleFiles';
import { givenBytes } from '../json/files';
import type { SimulatorCore } from '../core/simulatorCore';
import type { World } from '../core/world';
import { invalid } from './input';
import { operation } from './operation';
import type { Operations } from './operation';
import { phoneNumber } from './primitives';
import type { View } from './primitives';

/** Messages to try the page with: requests as any client makes them, with the key, over HTTP. */

interface SampleRequest {
	readonly path: string;
	readonly contentType: string;
	readonly body: string;
}

/** Real milliseconds: a fault may let it wait for ever. */
const TIMEOUT_MS = 10_000;

const sms = (number: string, msg: string): SampleRequest => ({
	path: '/1.1/api.php',
	contentType: 'application/x-www-form-urlencoded',
	body: new URLSearchParams({
		dest: number,
		msg,
		mode: 'Expert',
		charset: 'utf-8',
		id: '1',
		callback: '1',
	}).toString(),
});

const json = (path: string, number: string, contentMessage: unknown): SampleRequest => ({
	path,
	contentType: 'application/json',
	body: JSON.stringify({ recipients: [`+${number}`], contentMessage }),
});

function waba(number: string, content: unknown, world: World): SampleRequest {
	const [agent] = world.waba.agents;
	if (agent === undefined) return invalid('agents is empty');
	return json(`/waba/1.1/json/${agent.wabaId}/message/${agent.phoneId}`, number, content);
}

function rcs(number: string, content: unknown, world: World): SampleRequest {
	const [agent] = world.rcs.agents;
	if (agent === undefined) return invalid('rcsAgents is empty');
	return json(`/rcs/1.0/json/${agent.agentId}/message`, number, content);
}

const buttons = {
	type: 'interactive',
	interactive: {
		type: 'button',
		header: { type: 'text', text: 'Your delivery' },
		body: { text: 'Your parcel is here. When may we bring it?' },
		footer: { text: 'Tap an answer' },
		action: {
			buttons: ['Tomorrow morning', 'Tomorrow evening', 'I collect it'].map((title, index) => ({
				type: 'reply',
				reply: { id: `slot-${index + 1}`, title },
			})),
		},
	},
};

const list = {
	type: 'interactive',
	interactive: {
		type: 'list',
		body: { text: 'Which table would you like?' },
		action: {
			button: 'See the tables',
			sections: [
				{
					title: 'Inside',
					rows: [
						{ id: 'window', title: 'By the window', description: 'For two' },
						{ id: 'fire', title: 'By the fire', description: 'For four' },
					],
				},
				{ title: 'Outside', rows: [{ id: 'garden', title: 'In the garden' }] },
			],
		},
	},
};

const location = {
	type: 'location',
	location: { latitude: 48.8584, longitude: 2.2945, name: 'Our shop', address: 'Open until 7 pm' },
};

function code({ waba: { templates } }: World): unknown {
	const template = templates.find(({ name }) => name === 'login_code');
	const parameters = [{ type: 'text', text: '482913' }];
	return {
		type: 'template',
		template: {
			name: template?.name ?? 'login_code',
			language: { code: template?.language ?? 'en_US' },
			components: [
				{ type: 'body', parameters },
				{ type: 'button', sub_type: 'url', index: '0', parameters },
			],
		},
	};
}

const suggestions = {
	text: 'Your table is free at 8 pm. Shall we keep it?',
	suggestions: [
		{ reply: { text: 'Yes, please', postbackData: 'table-yes' } },
		{ reply: { text: 'No, thanks', postbackData: 'table-no' } },
		{ action: { text: 'Call us', postbackData: 'call', dialAction: { phoneNumber: '+33600123400' } } },
		{ action: { text: 'Where are you?', postbackData: 'where', shareLocationAction: {} } },
	],
};

const CARDS = ['Weekend by the sea', 'Lake and forest', 'A night in the desert'];

function carousel({ rcs: { files }, numbering, ownUrl }: World): unknown {
	const cardContents = CARDS.map((title, turn) => {
		const id = numbering.nextReference();
		files.add(id, SAMPLE_FILES.image.mimeType, givenBytes(samplePng(turn)));
		return {
			title,
			description: `Two nights, breakfast included: ${120 + turn * 40} €`,
			media: { height: 'MEDIUM', contentInfo: { fileUrl: `${ownUrl()}/__sim/rcs/files/${id}` } },
			suggestions: [
				{ reply: { text: 'Book it', postbackData: `book-${turn + 1}` } },
				{
					action: {
						text: 'See more',
						postbackData: `more-${turn + 1}`,
						openUrlAction: { url: 'https://example.com/trips' },
					},
				},
			],
		};
	});
	return { richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents } } };
}

export const SAMPLE_NAMES = [
	'sms',
	'waba-buttons',
	'waba-list',
	'waba-code',
	'waba-location',
	'rcs-suggestions',
	'rcs-carousel',
] as const;

const SAMPLES: Readonly<
	Record<(typeof SAMPLE_NAMES)[number], (number: string, world: World) => SampleRequest>
> = {
	sms: (number) => sms(number, 'Your parcel arrives tomorrow between 9 and 12. Reply STOP to unsubscribe.'),
	'waba-buttons': (number, world) => waba(number, buttons, world),
	'waba-list': (number, world) => waba(number, list, world),
	'waba-code': (number, world) => waba(number, code(world), world),
	'waba-location': (number, world) => waba(number, location, world),
	'rcs-suggestions': (number, world) => rcs(number, suggestions, world),
	'rcs-carousel': (number, world) => rcs(number, carousel(world), world),
};

const outcome = z.strictObject({
	status: z.int().nullable().describe('HTTP status of the response; null without a complete one.'),
	answer: z.string().nullable(),
});

async function send(
	{ path, contentType, body }: SampleRequest,
	core: SimulatorCore,
): Promise<View<typeof outcome>> {
	try {
		const response = await fetch(`${core.url}${path}`, {
			method: 'POST',
			headers: { authorization: `App ${core.world.key}`, 'content-type': contentType },
			body,
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		return { status: response.status, answer: await response.text() };
	} catch {
		return { status: null, answer: null };
	}
}

export const sampleOperations: Operations = {
	'POST /__sim/samples': operation({
		id: 'sendSample',
		tag: 'messages',
		summary: 'Send a sample message as a client',
		takes: z.object({ body: z.strictObject({ sample: z.enum(SAMPLE_NAMES), number: phoneNumber }) }),
		reply: outcome,
		status: 202,
		run: ({ body: { sample, number } }, core) => send(SAMPLES[sample](number, core.world), core),
	}),
};
