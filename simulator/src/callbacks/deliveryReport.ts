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
	const { deliveryReportUrl } = world.settings;
	if (deliveryReportUrl === undefined) return;
	const query = new URLSearchParams({
		numero: message.number,
		reference,
		accuse: String(status),
		ts: unixSeconds(world.clock.now()),
	}).toString();
	const whole = message.cvar === '' ? query : `${query}&${message.cvar}`;
	world.callbacks.send('delivery_report', deliveryReportUrl, whole, {
		number: message.number,
		about: message.id,
	});
}
