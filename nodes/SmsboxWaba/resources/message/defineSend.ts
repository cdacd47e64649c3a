import { wabaNumbers } from '../../../../protocol/waba/recipients';
import type { WabaContent } from '../../../../protocol/waba/message';
import { planWaba } from '../../../../protocol/waba/send';
import {
	defineOperation,
	type Operation,
	type OperationDefinition,
} from '../../../engine/operations/operation';
import type { Reader } from '../../../engine/operations/reader';
import { type Message, messageOf, messageSending } from '../../../engine/operations/messageSending';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readWabaAgent } from '../../agent';

type SendDefinition = Pick<
	OperationDefinition<Message>,
	'name' | 'value' | 'action' | 'description' | 'fields' | 'options'
> & {
	/** Reads and checks what is said; the recipients and the agent are read here. */
	readContent: (reader: Reader) => WabaContent;
};

/** An operation that sends one kind of message: only what it says differs. */
export function defineSend({ fields, readContent, ...definition }: SendDefinition): Operation {
	return defineOperation<Message>({
		...definition,
		fields: [toField, ...fields],
		readParams(reader) {
			const agent = readWabaAgent(reader);
			const content = readContent(reader);
			return messageOf(readRecipientNumbers(reader, wabaNumbers), [agent, content.json], (to) =>
				planWaba(agent, to, content, reader.limits),
			);
		},
		...messageSending,
	});
}
