/** Parts of n8n that its packages do not offer by name, found where n8n itself finds them. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A require function that resolves as a file of the given installed package would. */
function requireAs(packageName: string): NodeJS.Require {
	return createRequire(require.resolve(packageName));
}

/** The same for what the playground's n8n can see: its own nodes and its HTTP server. */
export function requireAsN8n(): NodeJS.Require {
	const playground = createRequire(join(dirname(dirname(__dirname)), 'playground', 'package.json'));
	return createRequire(playground.resolve('n8n/package.json'));
}

/** n8n's dependency injection container. */
interface Container {
	get: (token: unknown) => unknown;
}

function hasContainer(module: unknown): module is { Container: Container } {
	return typeof module === 'object' && module !== null && 'Container' in module;
}

/** The container that the given package of n8n uses. */
export function containerOf(packageName: string): Container {
	const module: unknown = requireAs(packageName)('@n8n/di');
	if (!hasContainer(module)) throw new Error('@n8n/di has no Container');
	return module.Container;
}
