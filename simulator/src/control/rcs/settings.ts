import type { RcsAgent } from '../../rcs/agents';
import { invalid, readArray, readFilledString, readObject } from '../input';

export function readRcsAgents(value: unknown): readonly RcsAgent[] {
	const agents = readArray(value, 'rcsAgents').map(readRcsAgent);
	const ids = agents.map(({ agentId }) => agentId);
	return new Set(ids).size === ids.length ? agents : invalid('two RCS agents have the same agentId');
}

function readRcsAgent(value: unknown): RcsAgent {
	const agent = readObject(value, ['agentId', 'name'], 'an RCS agent');
	return {
		agentId: readFilledString(agent['agentId'], 'agentId of an RCS agent'),
		name: readFilledString(agent['name'], 'name of an RCS agent'),
	};
}
