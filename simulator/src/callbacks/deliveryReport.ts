import type { OutgoingMessage } from '../sms/message';
import type { World } from '../core/world';

const unixSeconds = (time: number): number => Math.floor(time / 1_000);

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
		ts: String(unixSeconds(world.clock.now())),
	}).toString();
	const whole = message.cvar === '' ? query : `${query}&${message.cvar}`;
	world.callbacks.send('delivery_report', deliveryReportUrl, whole, {
		number: message.number,
		about: message.id,
	});
}
