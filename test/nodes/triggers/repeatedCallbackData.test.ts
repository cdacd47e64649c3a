import { receive } from '../../../nodes/engine/webhook/receive';
import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { endingOf, fakeCall } from './fakeContext';
import { encodeCallbackData } from '../../../protocol/callbacks/callbackData';

const query = `numero=33600123456&reference=1&accuse=0&ts=1&${encodeCallbackData([
	{ name: 'item', value: 'shoe' },
	{ name: 'item', value: 'shoe' },
])}`;
it('equal callback data twice is the same by GET and by form', async () => {
	const get = fakeCall({ query });
	const post = fakeCall({
		query: '',
		workflowId: 'w2',
		request: {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			rawBody: Buffer.from(query),
		},
	});
	const a = endingOf(await receive(get.context, deliveryReports), get.response);
	const b = endingOf(await receive(post.context, deliveryReports), post.response);
	expect(b).toEqual(a);
});
