/**
 * n8n's own contexts, with a name for every workflow. n8n's types leave the name open in a way that these settings
 * of the compiler tell apart from the interfaces that nodes are written to.
 */
import './instance';
import { HookContext, LoadOptionsContext, PollContext, WebhookContext } from 'n8n-core';
import type { Workflow } from 'n8n-workflow';

interface Named {
	id: string;
	name: string;
	active: boolean;
}

function named({ id, name, active }: Workflow): Named {
	return { id, name: name ?? '', active };
}

export class HarnessWebhookContext extends WebhookContext {
	override getWorkflow(): Named {
		return named(this.workflow);
	}
}

export class HarnessHookContext extends HookContext {
	override getWorkflow(): Named {
		return named(this.workflow);
	}
}

export class HarnessLoadOptionsContext extends LoadOptionsContext {
	override getWorkflow(): Named {
		return named(this.workflow);
	}
}

export class HarnessPollContext extends PollContext {
	override getWorkflow(): Named {
		return named(this.workflow);
	}
}
