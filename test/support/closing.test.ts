import { closeAll } from './closing';

describe('closing what a test has opened', () => {
	it('closes all of it, the last first, and only once', async () => {
		const closed: string[] = [];
		const closers = ['folder', 'server', 'page'].map((name) => () => void closed.push(name));
		await closeAll(closers);
		await closeAll(closers);
		expect(closed).toEqual(['page', 'server', 'folder']);
	});

	it('leaves nothing open because of something that cannot be closed, and says what that was', async () => {
		const closed: string[] = [];
		const closing = closeAll([
			() => void closed.push('folder'),
			async () => {
				throw new Error('The server hangs');
			},
			() => void closed.push('page'),
		]);
		await expect(closing).rejects.toThrow('The server hangs');
		expect(closed).toEqual(['page', 'folder']);
	});
});
