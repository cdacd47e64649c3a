import type { RecipientPlan } from '../../../../protocol/recipientPlan';
import { wabaNumbers } from '../../../../protocol/waba/recipients';
import { planWaba, type WabaContent } from '../../../../protocol/waba/send';
import { defineOperation, type Operation, type OperationDefinition } from '../../../engine/operation';
import type { Reader } from '../../../engine/reader';
import { carryOutPlan, toField } from '../../../engine/recipientPlan';
import { readAgent } from '../../agent';

type SendDefinition = Pick<
	OperationDefinition<RecipientPlan>,
	'name' | 'value' | 'action' | 'description' | 'fields' | 'options'
> & {
	/** Reads and checks what is said; the recipients and the agent are read here. */
	readContent: (reader: Reader) => WabaContent;
};

/** An operation that sends one kind of message: only what it says differs. */
export function defineSend({ fields, readContent, ...definition }: SendDefinition): Operation {
	return defineOperation<RecipientPlan>({
		...definition,
		sends: true,
		fields: [toField, ...fields],
		readParams: (reader) =>
			planWaba(readAgent(reader), wabaNumbers(reader.value('to'), 'to'), readContent(reader)),
		run: carryOutPlan,
	});
}
