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
const OTP_COMPONENTS: readonly WabaTemplateComponent[] = [
	{ type: 'BODY', parameters: [{ type: 'text' }] },
	{ type: 'BUTTON', parameters: [{ type: 'text' }] },
];

export const SAMPLE_TEMPLATES: readonly WabaTemplate[] = [
	{
		id: '300300300300301',
		name: 'login_code',
		language: 'en_US',
		status: 'APPROUVED',
		category: 'AUTHENTICATION',
		components: OTP_COMPONENTS,
	},
	{
		id: '300300300300302',
		name: 'login_code',
		language: 'fr',
		status: 'APPROUVED',
		category: 'AUTHENTICATION',
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
];
