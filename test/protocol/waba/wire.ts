import type { RecipientPlan } from '../../../protocol/recipients/recipientPlan';
import type { WabaAgent } from '../../../protocol/waba/agent';
import { type WabaContent, wabaTextContent } from '../../../protocol/waba/message';
import { planWaba } from '../../../protocol/waba/send';

export * from '../jsonWire';

export const agent: WabaAgent = { wabaId: '10000001', phoneId: '20000002' };

export const content: WabaContent = wabaTextContent({ text: 'Your parcel has arrived.' });

export const plan = (recipients: readonly string[] = ['33600123401'], message = content): RecipientPlan =>
	planWaba(agent, recipients, message);

export const processed = (details: string, data: unknown) => ({
	response: { response_code: '200', response_desc: 'Request successfully processed.' },
	details,
	data,
});
