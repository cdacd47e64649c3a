import { n8n2, n8n1 } from '../support/n8nProcess';
import { startFleet, type Fleet, type Stage } from './fleet';
import { exactlyOnceChecks } from './exactlyOnce';
import { fileChecks } from './files';
import { historyChecks } from './history';
import { receivingChecks } from './receiving';
import { repeatedChecks } from './repeated';
import { restartChecks } from './restarts';
import { sendingChecks } from './sending';
import { troubleChecks } from './trouble';
import { waitingChecks } from './waiting';

describe.each([n8n2, n8n1])('n8n $name in queue mode', (version) => {
	let fleet: Fleet | undefined;
	const stage: Stage = {
		fleet: () => {
			if (fleet === undefined) throw new Error('The fleet has not started');
			return fleet;
		},
	};

	beforeAll(async () => {
		fleet = await startFleet(version);
	});

	afterEach(async () => {
		await fleet?.simulator.put('/faults', { faults: [] });
	});

	afterAll(async () => {
		await fleet?.close();
	});

	sendingChecks(stage);
	receivingChecks(stage);
	waitingChecks(version.name, stage);
	historyChecks(version.name, stage);
	fileChecks(stage);
	repeatedChecks(version.name, stage);
	exactlyOnceChecks(stage);
	restartChecks(version.name, stage);
	troubleChecks(version.name, stage);
});
