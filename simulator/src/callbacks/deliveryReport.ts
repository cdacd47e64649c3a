import type { OutgoingMessage } from '../sms/message';
import { unixSeconds } from '../core/clock';
import type { World } from '../core/world';

/**
 * Sends one delivery report (service.md#delivery-reports): `numero`, `reference`, `accuse`, `ts` and the custom
 * parameters. Without an address for reports there is none.
 */
export function reportDelivery(
	message: OutgoingMessage,
	reference: string,
	status: number,
	world: World,
): void {
	const { deliveryReportUrl, smsCallbackMethod } = world.settings;
	if (deliveryReportUrl === null) return;
	const own = new URLSearchParams({
		numero: message.number,
		reference,
		accuse: String(status),
		ts: unixSeconds(world.clock.now()),
	}).toString();
	const parameters = { own, custom: message.cvar };
	world.callbacks.send('delivery_report', smsCallbackMethod, deliveryReportUrl, parameters, {
		number: message.number,
		about: message.id,
	});
}
