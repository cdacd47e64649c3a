/** The page's modules without a browser: as much of a document as they use. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compileFunction } from 'node:vm';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { asObject, fetchFrom, simulator } from './support';

const FOLDER = join(__dirname, '../../simulator/page');

type Listener = (event: Record<string, unknown>) => unknown;

/** Which element has the focus, and what stands in the phone. */
interface PageDocument {
	activeElement: PageNode | undefined;
	part: (name: string) => PageNode;
}

/** An element; a text is a child that is a string. */
export class PageNode {
	readonly attributes = new Map<string, string>();
	readonly children: (PageNode | string)[] = [];
	parent: PageNode | undefined;
	hidden = false;
	value = '';
	checked = false;
	private readonly listeners = new Map<string, Listener[]>();

	constructor(
		readonly name: string,
		private readonly document: PageDocument,
	) {}

	setAttribute(name: string, value: string): void {
		this.attributes.set(name, value);
	}

	append(...children: (PageNode | string)[]): void {
		for (const child of children) if (child instanceof PageNode) child.parent = this;
		this.children.push(...children);
	}

	replaceChildren(...children: (PageNode | string)[]): void {
		this.children.length = 0;
		this.append(...children);
	}

	replaceWith(...others: PageNode[]): void {
		const { parent } = this;
		if (parent === undefined) return;
		parent.children.splice(parent.children.indexOf(this), 1, ...others);
		for (const other of others) other.parent = parent;
		this.parent = undefined;
	}

	remove(): void {
		this.replaceWith();
	}

	addEventListener(type: string, listener: Listener): void {
		this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
	}

	/** As a browser does when something happens to it. */
	fire(type: string, event: Record<string, unknown> = {}): void {
		for (const listener of this.listeners.get(type) ?? []) listener({ preventDefault: () => {}, ...event });
	}

	click(): void {
		this.fire('click');
	}

	contains(other: PageNode | undefined): boolean {
		return other === this || (other?.parent !== undefined && this.contains(other.parent));
	}

	focus(): void {
		this.document.activeElement = this;
	}

	get isConnected(): boolean {
		return true;
	}

	get textContent(): string {
		return this.children.map((child) => (typeof child === 'string' ? child : child.textContent)).join('');
	}

	set textContent(text: string) {
		this.replaceChildren(text);
	}

	hasClass(name: string): boolean {
		return (this.attributes.get('class') ?? '').split(' ').includes(name);
	}

	/** Itself and all below it. */
	all(): PageNode[] {
		return [this, ...this.children.flatMap((child) => (typeof child === 'string' ? [] : child.all()))];
	}

	/** By a class, or by the name that it has in a phone: `.meta`, `[data-part="sms-text"]`. */
	querySelector(selector: string): PageNode | undefined {
		const [, part] = /^\[data-part="(.+)"\]$/.exec(selector) ?? [];
		if (part !== undefined) return this.document.part(part);
		return this.all().find((node) => node.hasClass(selector.slice(1)));
	}

	named(name: string): PageNode[] {
		return this.all().filter((node) => node.name === name);
	}

	classed(name: string): PageNode[] {
		return this.all().filter((node) => node.hasClass(name));
	}
}

export interface PageGlobals {
	/** Where the page is opened. */
	readonly origin: string;
	/** Carries the calls of the control API; without it there are none. */
	readonly fetch?: (path: string, init: RequestInit) => Promise<Response>;
}

type PageFunction = (...given: unknown[]) => unknown;

const isPageFunction = (value: unknown): value is PageFunction => typeof value === 'function';

export interface Page {
	/** What a module of the page exports under a name. */
	readonly get: (file: string, name: string) => PageFunction;
	/** The phone, with all that the page's HTML has in one. */
	readonly phone: PageNode;
	readonly part: (name: string) => PageNode;
	/** What the page's HTML has once, by its ID. */
	readonly byId: (id: string) => PageNode;
	readonly focused: () => PageNode | undefined;
}

const modules = new Map<string, PageFunction>();

/** A module of the page as a function, compiled once for all pages of a test file. */
function moduleOf(file: string): PageFunction {
	const known = modules.get(file);
	if (known !== undefined) return known;
	const { outputText } = transpileModule(readFileSync(join(FOLDER, file), 'utf8'), {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	const run: unknown = compileFunction(outputText, ['exports', 'require', 'document', 'location', 'fetch']);
	if (!isPageFunction(run)) throw new Error('no module');
	modules.set(file, run);
	return run;
}

/** A page of its own: nothing is shared with another one. */
export function openPage({ origin, fetch }: PageGlobals): Page {
	const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
	const parts = new Map<string, PageNode>();
	const elements = new Map<string, PageNode>();
	const loaded = new Map<string, Record<string, unknown>>();
	const part = (name: string): PageNode => {
		if (!html.includes(`data-part="${name}"`)) throw new Error(`the phone has no ${name}`);
		const node = parts.get(name) ?? new PageNode('div', focus);
		parts.set(name, node);
		return node;
	};
	const focus: PageDocument = { activeElement: undefined, part };
	const byId = (id: string): PageNode => {
		if (!html.includes(` id="${id}"`)) throw new Error(`the page has no ${id}`);
		const node = elements.get(id) ?? new PageNode('div', focus);
		elements.set(id, node);
		return node;
	};
	const document = Object.assign(focus, {
		getElementById: byId,
		createElement: (name: string) => new PageNode(name, focus),
		createElementNS: (_space: string, name: string) => new PageNode(name, focus),
	});
	const load = (file: string): Record<string, unknown> => {
		const known = loaded.get(file);
		if (known !== undefined) return known;
		const exports: Record<string, unknown> = {};
		loaded.set(file, exports);
		// A picture is drawn on a canvas, which there is only in a browser.
		if (file === 'phone/photo.js') return Object.assign(exports, { takePhoto: () => 'AAAA' });
		const run = moduleOf(file);
		run(exports, (path: string) => load(posix.join(posix.dirname(file), path)), document, { origin }, fetch);
		return exports;
	};
	return {
		phone: new PageNode('section', focus),
		part,
		byId,
		focused: () => focus.activeElement,
		get(file, name) {
			const found = load(file)[name];
			if (!isPageFunction(found)) throw new Error(`${file} exports no function ${name}`);
			return found;
		},
	};
}

export const asNode = (value: unknown): PageNode => {
	if (!(value instanceof PageNode)) throw new Error('not an element');
	return value;
};

/** What an object of the page can do, by the names of its methods. */
export const methodsOf =
	(object: unknown) =>
	(name: string, ...given: unknown[]): unknown => {
		const method = asObject(object)[name];
		if (!isPageFunction(method)) throw new Error(`nothing is called ${name}`);
		return Reflect.apply(method, object, given);
	};

/** As long as a row's ID may be: a resume path with all that a signed question has. */
export const LONGEST_ID =
	`/webhook-waiting/17/5f2ab1e0?nonce=abcdefghijklmno_&choice=${'%C3%A9+'.repeat(9)}yes&signature=${'0f'.repeat(32)}`.padEnd(
		200,
		'1',
	);

/** A page of the test's simulator. */
export const openLivePage = async (call = fetchFrom): Promise<Page> =>
	openPage({ origin: (await simulator()).url, fetch: call });
