/** Messages to try the page with: the simulator sends them to itself, as any client would. */
import { button, byId, copy, element } from '../support/dom.js';
import { icon } from '../support/icons.js';
import { send } from '../support/live.js';
import { briefly } from './exchange.js';

/** The number of the samples in the service's own documents. */
const NUMBER = '33600123456';

const SAMPLES = {
	sms: 'SMS: text',
	'waba-buttons': 'WhatsApp: buttons',
	'waba-list': 'WhatsApp: list',
	'waba-code': 'WhatsApp: one-time code',
	'waba-location': 'WhatsApp: location',
	'rcs-suggestions': 'RCS: suggestions',
	'rcs-carousel': 'RCS: carousel',
};

/** What stands on the empty page: one for each channel, and the other way round. */
const FIRST = {
	sms: 'Receive an SMS',
	'waba-buttons': 'Receive WhatsApp buttons',
	'rcs-carousel': 'Receive an RCS carousel',
};

const CHANNEL_OF = (sample) => (sample === 'sms' ? 'sms' : sample.split('-')[0]);

/** What became of the request, in words; nothing where all went well. */
function outcomeOf({ status, answer }) {
	if (answer === null) return 'No response. Check which faults are on.';
	return status >= 300 || /^(ERROR|ERREUR)/.test(answer)
		? `Rejected: ${briefly({ status, body: answer })}. See Requests.`
		: '';
}

/** Copies what is shown. */
const copyShown = (shown, clicked) =>
	byId(clicked).addEventListener('click', () => void copy(byId(shown).textContent, byId(clicked)));

const FIELDS = `mode=Expert&strategy=2&dest=${NUMBER}&charset=utf-8&id=1&callback=1`;

/**
 * @param {{ active: () => object | undefined, take: (number: string, channel: string) => void }} stage
 * @returns what shows the key, once it is known
 */
export function setUpSamples({ active, take }) {
	const note = byId('sample-note');
	async function receive(sample) {
		const number = active()?.number ?? NUMBER;
		note.textContent = '';
		take(number, CHANNEL_OF(sample));
		try {
			note.textContent = outcomeOf(await send('samples', { sample, number }));
		} catch ({ message }) {
			note.textContent = message;
		}
	}
	for (const [value, label] of Object.entries(SAMPLES))
		byId('sample-kind').append(element('option', { value }, label));
	byId('sample').addEventListener('submit', (event) => {
		event.preventDefault();
		void receive(byId('sample-kind').value);
	});
	const first = Object.entries(FIRST).map(([sample, label]) =>
		button({}, [icon('phone'), label], () => void receive(sample)),
	);
	const write = button({}, [icon('send'), 'Send an SMS from a phone'], () => take(NUMBER, 'sms'));
	byId('welcome-samples').append(...first, write);
	byId('base-url').textContent = location.origin;
	copyShown('base-url', 'copy-url');
	copyShown('send-command', 'copy-command');
	return {
		showKey(key) {
			byId('api-key').textContent = key;
			byId('send-command').textContent =
				`curl -H 'Authorization: App ${key}' -d '${FIELDS}' -d 'msg=Hello' ${location.origin}/1.1/api.php`;
		},
	};
}
