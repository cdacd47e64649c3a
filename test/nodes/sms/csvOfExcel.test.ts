/** A CSV file of Excel begins with a byte order mark: n8n makes it a part of the first column's name, unless an option is on. */
import { readFileSync } from 'node:fs';
import { jsonOf, runWorkflow } from '../../support/engine';
import { sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';

const server = serviceForEachTest();
const data = Buffer.from('\ufefftelephone;nom\r\n+33600000001;Zoé\r\n').toString('base64');
const file = { data, mimeType: 'text/csv', fileExtension: 'csv', fileName: 'liste.csv' };

/** The options of n8n's node by their labels. */
const options = { Delimiter: { delimiter: ';' }, 'Exclude Byte Order Mark (BOM)': { enableBOM: true } };

it.each(['docs/getting-started.md', 'docs/fr/premiers-sms.md'])(
	'is sent with the options that %s names',
	async (page) => {
		const [paragraph = ''] = /^.*Extract from CSV.*$/m.exec(readFileSync(page, 'utf8')) ?? [];
		const named = Object.entries(options).filter(([label]) => paragraph.includes(`**${label}**`));
		const extract = {
			operation: 'csv',
			binaryPropertyName: 'file',
			options: Object.assign({}, ...named.map(([, option]) => option)),
		};
		const send = { ...sendParameters, to: '={{ $json.telephone }}', text: '=Bonjour {{ $json.nom }}' };
		const nodes = [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{ name: 'CSV', type: 'n8n-nodes-base.extractFromFile', parameters: extract },
			{ name: 'Send', type: `${PACKAGE}.smsboxSms`, parameters: send },
		];
		const result = await runWorkflow(
			{ nodes, connections: chain('Start', 'CSV', 'Send') },
			{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url), input: [{ json: {}, binary: { file } }] },
		);
		expect(jsonOf(result, 'Send')).toEqual([expect.objectContaining({ to: ['+33600000001'] })]);
		expect(server.sent('msg')).toEqual(['Bonjour Zoé']);
	},
);
