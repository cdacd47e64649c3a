import type { RcsMessage } from '../rcs/message';
import type { Message } from '../sms/message';
import type { WabaMessage } from '../waba/message';

/** A message of any channel. */
export type AnyMessage = Message | WabaMessage | RcsMessage;
