import type { INodeProperties } from 'n8n-workflow';
import { otpTemplateContent } from '../../../../protocol/waba/message';
import { readTemplate, templateFields } from '../../listSearch/templateLocator';
import { defineSend } from './defineSend';

const codeField: INodeProperties = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 482915',
	description: 'One-time code to insert in the text and in the button that copies it',
};

export const sendOtp = defineSend({
	name: 'Send OTP',
	value: 'sendOtp',
	action: 'Send a one time code via WhatsApp',
	description: 'Send a one-time code at any time, with a template made for codes',
	fields: [
		...templateFields(
			'Approved template with the code in its text and its button. For others, use Send Template.',
		),
		codeField,
	],
	readContent: (reader) =>
		otpTemplateContent({ ...readTemplate(reader), code: reader.messageText('code', 'data').trim() }),
});
