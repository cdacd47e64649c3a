/**
 * Messages of a chat while a question is open. n8n 1 goes on with one as the output of a node that has no `onMessage`; n8n 2 asks
 * whether that is a function, and cancels the execution of one that has it once the chat is gone.
 */
import { smsboxNode } from '../../support/smsbox';

it.each(['smsboxSms', 'smsboxWaba', 'smsboxRcs'])('%s waits on in both versions', (name) => {
	const onMessage: unknown = Reflect.get(smsboxNode(name), 'onMessage');
	expect(Boolean(onMessage)).toBe(true);
	expect(typeof onMessage).not.toBe('function');
});
