import { toHundredths } from '../account/ledger';
import { isSenderSyntax } from '../sms/stores/directory';
import type { Group } from '../sms/stores/directory';
import { normalizeNumber } from '../sms/recipients/numbers';
import type { World } from '../core/world';
import {
	invalid,
	readArray,
	readBoolean,
	readFilledString,
	readInteger,
	readNumber,
	readObject,
	readUrl,
} from './input';
import { readRcsAgents } from './rcs/settings';
import { readAgents, readTemplates } from './waba/settings';

/** Faster than this, a day passes in less than a tenth of a second. */
const FASTEST = 1_000_000;
const MOST_CREDITS = 1_000_000_000;
const LARGEST_ID = 999_999_999_999;

/** Each setting: checks its value, and gives back what applies it. */
const SETTINGS: Readonly<Record<string, (value: unknown) => (world: World) => void>> = {
	key(value) {
		const key = readFilledString(value, 'key');
		return ({ settings }) => (settings.key = key);
	},
	deliveryReportUrl(value) {
		const url = readUrl(value, 'deliveryReportUrl');
		return ({ settings }) => (settings.deliveryReportUrl = url);
	},
	incomingSmsUrl(value) {
		const url = readUrl(value, 'incomingSmsUrl');
		return ({ settings }) => (settings.incomingSmsUrl = url);
	},
	wabaWebhookUrl(value) {
		const url = readUrl(value, 'wabaWebhookUrl');
		return ({ settings }) => (settings.wabaWebhookUrl = url);
	},
	agents(value) {
		const agents = readAgents(value);
		return ({ waba }) => (waba.agents = agents);
	},
	rcsWebhookUrl(value) {
		const url = readUrl(value, 'rcsWebhookUrl');
		return ({ settings }) => (settings.rcsWebhookUrl = url);
	},
	rcsAgents(value) {
		const agents = readRcsAgents(value);
		return ({ rcs }) => (rcs.agents = agents);
	},
	templates(value) {
		const templates = readTemplates(value);
		return ({ waba }) => (waba.templates = templates);
	},
	enforceMarketingHours(value) {
		const enforce = readBoolean(value, 'enforceMarketingHours');
		return ({ settings }) => (settings.enforceMarketingHours = enforce);
	},
	enforceServiceWindow(value) {
		const enforce = readBoolean(value, 'enforceServiceWindow');
		return ({ settings }) => (settings.enforceServiceWindow = enforce);
	},
	speed(value) {
		const speed = readNumber(value, 'speed', 0, FASTEST);
		return ({ clock }) => clock.setSpeed(speed);
	},
	balance(value) {
		const balance = toHundredths(readNumber(value, 'balance', 0, MOST_CREDITS));
		return ({ ledger }) => (ledger.balance = balance);
	},
	senders(value) {
		const senders = readArray(value, 'senders').map(readSender);
		return ({ directory }) => directory.replaceSenders(senders);
	},
	unsubscribed(value) {
		const numbers = readArray(value, 'unsubscribed').map(readPhoneNumber);
		return (world) => (world.unsubscribed = new Set(numbers));
	},
	groups(value) {
		const groups = readGroups(value);
		return ({ directory }) => directory.replaceGroups(groups);
	},
};

/**
 * Checks all settings before any is applied.
 * @returns what applies them
 * @throws InvalidControlInput
 */
export function readSettings(given: unknown): (world: World) => void {
	const changes = Object.entries(readObject(given, Object.keys(SETTINGS))).flatMap(([name, value]) => {
		const read = SETTINGS[name];
		return read === undefined || value === undefined ? [] : [read(value)];
	});
	return (world) => {
		for (const apply of changes) apply(world);
	};
}

function readSender(value: unknown): string {
	const sender = readFilledString(value, 'a sender');
	if (isSenderSyntax(sender)) return sender;
	return invalid(`sender "${sender}" must have up to 15 digits, or up to 11 letters and digits`);
}

function readGroups(value: unknown): readonly Group[] {
	const groups = readArray(value, 'groups').map(readGroup);
	if (new Set(groups.map(({ id }) => id)).size < groups.length) return invalid('two groups have the same id');
	return groups;
}

function readGroup(value: unknown): Group {
	const group = readObject(value, ['id', 'name', 'numbers'], 'a group');
	return {
		id: readInteger(group['id'], 'id of a group', 1, LARGEST_ID),
		name: readFilledString(group['name'], 'name of a group'),
		numbers: readArray(group['numbers'], 'numbers of a group').map(readPhoneNumber),
	};
}

/** @returns the number in international format */
export function readPhoneNumber(value: unknown): string {
	const text = readFilledString(value, 'a phone number');
	return normalizeNumber(text) ?? invalid('a phone number must be in international or national format');
}
