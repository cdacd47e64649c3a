import { at, listAt, textAt } from '../core/json';
import type { JsonObject } from '../core/json';

/** An entry of the template list (service.md#waba-responses), as it goes out. */
export interface WabaTemplate {
	readonly id: string;
	readonly name: string;
	/** As the provider writes it: `en_US` in the list, elsewhere `en-US` or `en`. */
	readonly language: string;
	readonly status: string;
	readonly category: string;
	readonly components: readonly WabaTemplateComponent[];
}

export interface WabaTemplateComponent {
	readonly type: string;
	readonly parameters: readonly unknown[] | null;
}

/** The spelling is that of the sample; with one P it means the same here. */
export const APPROVED: readonly string[] = ['APPROUVED', 'APPROVED'];

/** *Assumed*: what stands in `parameters` of a component that has some. */
const withVariables = (type: string, count: number): WabaTemplateComponent => ({
	type,
	parameters: Array.from({ length: count }, () => ({ type: 'text' })),
});

const OTP_COMPONENTS: readonly WabaTemplateComponent[] = [
	withVariables('BODY', 1),
	withVariables('BUTTON', 1),
];

/** The category whose templates are one-time codes. */
const CODES = 'AUTHENTICATION';

export const SAMPLE_TEMPLATES: readonly WabaTemplate[] = [
	{
		id: '300300300300301',
		name: 'login_code',
		language: 'en_US',
		status: 'APPROUVED',
		category: CODES,
		components: OTP_COMPONENTS,
	},
	{
		id: '300300300300302',
		name: 'login_code',
		language: 'fr',
		status: 'APPROUVED',
		category: CODES,
		components: OTP_COMPONENTS,
	},
	{
		id: '300300300300303',
		name: 'parcel_update',
		language: 'en_US',
		status: 'PENDING',
		category: 'UTILITY',
		components: [{ type: 'BODY', parameters: null }],
	},
	{
		id: '300300300300304',
		name: 'appointment_reminder',
		language: 'en_US',
		status: 'APPROUVED',
		category: 'UTILITY',
		components: [withVariables('BODY', 2)],
	},
	{
		id: '300300300300305',
		name: 'spring_offer',
		language: 'fr',
		status: 'APPROUVED',
		category: 'MARKETING',
		components: [{ type: 'BODY', parameters: null }, withVariables('BUTTON', 1)],
	},
	{
		id: '300300300300306',
		name: 'appointment_reminder',
		language: 'fr',
		status: 'APPROUVED',
		category: 'UTILITY',
		components: [withVariables('BODY', 2)],
	},
];

/** What is wrong with a message by template. */
export type TemplateFault = 'unknown' | 'count' | 'codes';

/** How many variables a template has of a kind; undefined where its list has null, which can be any number. */
function variablesOf({ components }: WabaTemplate, kind: RegExp): number | undefined {
	const own = components.filter(({ type }) => kind.test(type));
	if (components.length === 0 || own.some(({ parameters }) => parameters === null)) return undefined;
	return own.reduce((count, { parameters }) => count + (parameters?.length ?? 0), 0);
}

/**
 * Compares a message, whose shape is right, with the templates of the account. *Assumed*, as Meta's platform does:
 * name and language must be those of an approved template, the numbers of variables must fit where they are known,
 * and a one-time code is the same in text and button.
 */
export function templateFault(
	content: JsonObject,
	templates: readonly WabaTemplate[],
): TemplateFault | undefined {
	const template = templates.find(
		({ name, language, status }) =>
			name === textAt(content, 'template', 'name') &&
			language === textAt(content, 'template', 'language', 'code') &&
			APPROVED.includes(status),
	);
	if (template === undefined) return 'unknown';
	const components = at(content, 'template', 'components');
	const textsOf = (place: string): string[] =>
		listAt(components, place, 'parameters').map((parameter) => textAt(parameter, 'text'));
	const [inText, inButton] = [textsOf('0'), textsOf('1')];
	const fits = (kind: RegExp, given: readonly string[]): boolean =>
		[undefined, given.length].includes(variablesOf(template, kind));
	if (!fits(/^body$/i, inText) || !fits(/^buttons?$/i, inButton)) return 'count';
	return template.category === CODES && inText[0] !== inButton[0] ? 'codes' : undefined;
}
