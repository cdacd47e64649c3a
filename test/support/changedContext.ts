/** n8n's context of a node with other members in place of its own. */
export const changedContext = <Context extends object>(context: Context, members: object): Context =>
	new Proxy(context, {
		get: (target, name): unknown => Reflect.get(name in members ? members : target, name),
	});
