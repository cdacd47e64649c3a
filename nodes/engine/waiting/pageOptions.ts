import type { INodeProperties } from 'n8n-workflow';
import type { Reader } from '../operations/reader';
import type { PageTexts } from './question';

const defaultSubmitLabel = 'Send';
const defaultClosing = 'Thank you. You can close this page.';

/** The words of the answer page, besides what is asked. */
export const pageOptions: INodeProperties[] = [
	{
		displayName: 'Submit Button Label',
		name: 'submitLabel',
		type: 'string',
		default: defaultSubmitLabel,
		displayOptions: { show: { '/responseType': ['freeText'] } },
		description: 'Label of the button on the web page that sends a free text',
	},
	{
		displayName: 'Closing Sentence',
		name: 'closing',
		type: 'string',
		default: defaultClosing,
		description: 'Text of the web page after the response',
	},
];

/** Reads {@link pageOptions}. */
export const readPageTexts = (options: Reader): Pick<PageTexts, 'submitLabel' | 'closing'> => ({
	submitLabel: options.optionalMessageText('submitLabel') ?? defaultSubmitLabel,
	closing: options.optionalMessageText('closing') ?? defaultClosing,
});
