import type { ILoadOptionsFunctions, INodeType } from 'n8n-workflow';
import { serveScript, type ScriptedServer } from './httpServer';
import { loadOptions, searchList, testCredential } from './listSearch';
import { description, keyCredential } from './tinyNodes';

function modeOf(context: ILoadOptionsFunctions): string {
	const mode = context.getCurrentNodeParameter('mode');
	return typeof mode === 'string' ? mode : '';
}

const node: INodeType = {
	description: description({
		credentials: [{ name: 'tinyApi', required: true, testedBy: 'tinyTest' }],
	}),
	methods: {
		listSearch: {
			async things(filter, paginationToken) {
				const { host } = await this.getCredentials<{ host: string }>('tinyApi');
				const reply: unknown = await this.helpers.httpRequestWithAuthentication.call(this, 'tinyApi', {
					url: `${host}/list`,
					encoding: 'text',
				});
				const mode = modeOf(this);
				const name = [String(reply), filter ?? '', paginationToken ?? '', mode].join('|');
				return { results: [{ name, value: name }] };
			},
		},
		loadOptions: {
			async kinds() {
				return [{ name: modeOf(this), value: 1 }];
			},
		},
		credentialTest: {
			async tinyTest(credential) {
				const { data } = credential;
				const options = {
					uri: `${typeof data?.['host'] === 'string' ? data['host'] : ''}/test`,
					simple: false,
					resolveWithFullResponse: true,
				};
				const reply: unknown = await this.helpers.request(options);
				const status = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'statusCode') : 0;
				return { status: 'OK', message: String(status) };
			},
		},
	},
};

describe('what the editor asks', () => {
	let server: ScriptedServer;
	let host = '';

	beforeAll(async () => {
		server = await serveScript(({ path, headers }) => ({
			status: path === '/test' ? 418 : 200,
			body: headers.authorization ?? 'nobody',
		}));
		host = server.url;
	});
	afterAll(async () => server.close());

	it('of a list: authenticated, with the filter, the page and the current parameters', async () => {
		const result = await searchList(node, 'things', {
			credentials: { tinyApi: { key: 'k', host } },
			credentialTypes: [keyCredential],
			parameters: { mode: 'm' },
			filter: 'f',
			paginationToken: '2',
		});
		expect(result.results.map(({ name }) => name)).toEqual(['App k|f|2|m']);
	});

	it('of options', async () => {
		expect(await loadOptions(node, 'kinds', { parameters: { mode: 'm' } })).toEqual([
			{ name: 'm', value: 1 },
		]);
	});

	it('of a credential’s test: the request is the test’s own, and its status is told', async () => {
		expect(await testCredential(node, keyCredential, { key: 'k', host })).toEqual({
			status: 'OK',
			message: '418',
		});
	});

	it('cannot be answered by what the node does not have', async () => {
		await expect(searchList(node, 'none', {})).rejects.toThrow('The node has no list "none"');
		await expect(loadOptions(node, 'none', {})).rejects.toThrow('The node has no options "none"');
	});
});
