import { apiKey } from '../../support/realN8n';

/** What must be in no line of a log, wherever in a callback it stood. */
export const secrets = {
	key: apiKey,
	password: 'sub-pässword-9Q7781xZ',
	text: 'Ihr Code lautet 4242 é€🙂',
	number: '33600123456',
} as const;

const asciiParts = [
	secrets.key,
	'9Q7781xZ',
	'Ihr Code lautet',
	'Ihr%20Code%20lautet',
	'Ihr+Code+lautet',
	secrets.number,
];

/** What of the secrets a text tells. */
export function secretsIn(text: string): string[] {
	return asciiParts.filter((part) => text.includes(part));
}
