/** The simulated history keeps the service's rules, even if its pages are faulty. */
import { listHistory } from '../../protocol/sms/history';
import { PollService } from './service';

it('leaves the references out of every line of a page, odd ones too', async () => {
	const now = Date.parse('2026-06-15T08:00:00Z');
	const { service, server } = await PollService.start(() => now, 40);
	try {
		const message = { account: 0, to: '33600000001', sentAt: now, appearsAt: now, statuses: [] };
		const odd = ['31/02/2026 12:00:00;1;33600000001;A;0;1;0', 'x;y'];
		service.messages = [
			...odd.map((line) => ({ ...message, reference: null, line })),
			...['1001', null].map((reference) => ({ ...message, reference })),
		];
		const readLines = async (withoutReferences: boolean): Promise<string[]> => {
			service.beginPoll({ withoutReferences });
			const body = listHistory({ from: 0, count: 10 }).request.body ?? '';
			const reply = await fetch(server.url, { method: 'POST', body });
			return (await reply.text()).split('\n');
		};
		const [first, second] = ['15/06/2026 10:00:00', '33600000001;A;0;1;-1'];
		expect(await readLines(false)).toEqual([...odd, `${first};1001;${second}`, `${first};;${second}`]);
		const without = `${first};${second}`;
		expect(await readLines(true)).toEqual([
			'31/02/2026 12:00:00;33600000001;A;0;1;0',
			'x;y',
			without,
			without,
		]);
	} finally {
		await server.close();
	}
});
