/** Everything that may meet in a history of sends: how histories draw it, or in one line why not. A test compares it with the nodes. */
import { faultKinds, isExcluding, isRepeating, stepKinds, type History } from './history';

type Feature = readonly [name: string, isDrawn: (history: History) => boolean];

const goesToErrorOutput = ({ onError }: History): boolean => onError === 'errorOutput';
const edits = ['text', 'validity', 'batching', 'recipients'] as const;
const retriesOf = ({ steps }: History): History['steps'] =>
	steps.filter(({ kind }) => kind !== 'newExecution');
const endsWith =
	(kind: 'stop' | 'kill') =>
	({ interruption, steps }: History): boolean =>
		[interruption, ...steps.map((step) => step.interruption)].some((end) => end?.kind === kind);

/** What histories draw. Features that begin with the same word exclude each other, or answer one question. */
export const features: readonly Feature[] = [
	...(['node', 'engineTool', 'directTool'] as const).map((runs): Feature => [
		`runs ${runs}`,
		(history) => history.runs === runs,
	]),
	...(['stop', 'continue', 'errorOutput'] as const).map((mode): Feature => [
		`onError ${mode}`,
		({ onError }) => onError === mode,
	]),
	...faultKinds.map((kind): Feature => [
		`fault ${kind}`,
		({ faults }) => faults.some((fault) => fault.kind === kind),
	]),
	['fault none', ({ faults }) => faults.length === 0],
	...stepKinds.map((kind): Feature => [
		`step ${kind}`,
		({ steps }) => steps.some((step) => step.kind === kind),
	]),
	[
		'step newExecution, other order',
		({ steps }) => steps.some(({ kind, edit }) => kind === 'newExecution' && edit.order),
	],
	...edits.map((what): Feature => [
		`edit ${what}`,
		(history) => retriesOf(history).some(({ edit }) => edit[what]),
	]),
	['retryOnFail', ({ retryOnFail }) => retryOnFail],
	[
		'retryOfRetry',
		(history) =>
			retriesOf(history)
				.slice(1)
				.some(({ kind }) => kind === 'retry'),
	],
	['clockText', ({ clocks }) => clocks.text],
	['clockRecipients', ({ clocks }) => clocks.recipients],
	['stop', endsWith('stop')],
	['kill', endsWith('kill')],
	['twin', ({ twin }) => twin],
	['rounds', ({ rounds }) => rounds.length > 1],
	['rounds repeated', isRepeating],
	['loopBack', (history) => history.loopsBack && goesToErrorOutput(history)],
	['throwsAfter', (history) => history.throwsAfter !== undefined && goesToErrorOutput(history)],
	['calls repeated', ({ turns }) => turns.length > 1],
	['calls parallel', ({ turns }) => turns.some((calls) => calls.length > 1)],
	[
		'calls reordered',
		({ turns, channel }) =>
			channel !== 'list' && turns.flat().some(({ isReversed, to }) => isReversed && to.length > 1),
	],
	[
		'calls explained',
		({ turns, options }) => !options.fixed && turns.flat().some(({ isExplained }) => isExplained),
	],
	...(['text', 'number', 'holes'] as const).map((what): Feature => [
		`invalid ${what}`,
		({ rounds }) => rounds.flat().some(({ bad }) => bad === what),
	]),
	['batching', ({ options }) => options.batching],
	['concurrency', ({ options }) => options.concurrency > 1],
	['keys', ({ options }) => options.keys],
	['keyMissing', ({ options, rounds }) => options.keys && rounds.flat().some(({ key }) => key === undefined)],
	['fewKeys', ({ options, limits }) => options.keys && limits.deduplicationKeys < 8],
	['quota', ({ options }) => options.quota !== undefined],
	...(['fixed', 'relative'] as const).map((at): Feature => [
		`schedule ${at}`,
		({ options }) => options.schedule === at,
	]),
	['validity', ({ options }) => options.validity],
	['restricted', ({ options }) => options.restricted],
	['dryRun', ({ options }) => options.dryRun],
	['accounts', ({ options }) => options.accounts],
	['allowed', ({ options }) => options.allowed],
	['excluded', isExcluding],
	...(['send', 'schedule', 'error'] as const).map((hours): Feature => [
		`marketing ${hours}`,
		({ options }) => options.marketing === hours,
	]),
	['optOut', ({ options }) => options.optOut],
	['national', ({ options }) => options.national],
	['forms', ({ options }) => options.forms],
	['bare', ({ options }) => options.bare],
	['personal', ({ options }) => options.personal],
	['storageFault', ({ storageFault }) => storageFault !== undefined],
	['fixedTool', ({ options }) => options.fixed],
];

/** Pairs that no history has, and why. Of a channel, `channel …` is a feature, too. */
export const impossible: ReadonlyArray<readonly [one: RegExp, other: RegExp, reason: string]> = [
	[
		/^runs \w+Tool/,
		/^(?:step|edit|retryOfRetry|stop|kill|twin|rounds|loopBack|throwsAfter|clockRecipients|invalid|keyMissing|accounts)/,
		'a model has calls, not items; an agent does not fail because of its tool, so nothing is retried',
	],
	[/^runs node/, /^(?:calls|fixedTool)/, 'a node has items, not calls'],
	[
		/^fixedTool/,
		/^(?:keys|fewKeys|storageFault|clockText)/,
		'nothing but its content identifies a call without values by a model',
	],
	[
		/^(?:calls|fixedTool)/,
		/^(?:step|edit|retryOfRetry|stop|kill|twin|rounds|loopBack|throwsAfter|clockRecipients|invalid|keyMissing|accounts)/,
		'only tools have calls',
	],
	[
		/^onError (?:stop|continue)/,
		/^(?:loopBack|throwsAfter)/,
		'only an error output leads back, and is what n8n throws at after the node has returned',
	],
	[
		/^channel group/,
		/^(?:batching|concurrency|edit batching|excluded|calls reordered)/,
		'a group takes one request, and nobody names its members',
	],
	[/^calls explained/, /^(?:clockText|fixedTool)/, 'another text makes another message'],
	[/^channel list/, /^calls reordered/, 'each text of a list belongs to its place'],
	[/^channel (?:waba|rcs)/, /^(?:schedule|restricted|marketing|optOut)/, 'options of SMS'],
	[/^restricted/, /^(?:marketing|optOut)/, 'categories exclude each other'],
	[/^personal/, /^channel (?!list)|^runs \w+Tool|^calls|^fixedTool/, 'what a list of a node has'],
	[/^bare/, /^national/, 'with a country code, or without'],
	[/^bare/, /^(?:allowed|excluded)/, 'both list national numbers as they are written'],
	[/^bare/, /^channel (?:group|waba|rcs)/, 'only SMS take national numbers'],
	[/^channel waba/, /^(?:edit )?validity/, 'WABA has no validity period'],
	[/^channel transfer/, /^(?:edit text|clockText)/, 'a transfer has no text'],
	[
		/^channel (?:transfer|newGroup)/,
		/^edit (?:validity|batching)/,
		'a change of the account has no such options',
	],
	[
		/^channel (?:transfer|newGroup)/,
		/^(?:batching|concurrency|keys|keyMissing|fewKeys|storageFault|quota|schedule|validity|restricted|marketing|optOut|dryRun|allowed|excluded|national|forms|bare|fixedTool|calls|runs \w+Tool)/,
		'a change of the account has no options of sends, and a model may mean one a second time',
	],
];

type Entry = { drawn: string } | { excused: string };

const byNode =
	'It changes what a request says, not whether it is sent: test/contract/optionsOnTheWire.test.ts';

/** Options of the sending operations, but for the numbers of an SMS. */
export const options: Readonly<Record<string, Entry>> = {
	allowedGroups: { drawn: 'allowed' },
	allowedRecipients: { drawn: 'allowed' },
	batchItems: { drawn: 'batching' },
	buttonVariable: { excused: byNode },
	callbackData: { excused: byNode },
	closing: { excused: 'Of questions' },
	deduplicationKey: { drawn: 'keys' },
	dryRun: { drawn: 'dryRun' },
	forceRefresh: { excused: byNode },
	limitWaitTime: { excused: 'Of questions' },
	maxConcurrentRequests: { drawn: 'concurrency' },
	maxMessages: { drawn: 'quota' },
	pageTitle: { excused: 'Of questions' },
	requestDeliveryReport: { excused: byNode },
	scheduleAt: { drawn: 'schedule relative' },
	sendingWindow: { excused: byNode },
	excludedRecipients: { drawn: 'excluded' },
	outsideAllowedHours: { drawn: 'marketing schedule' },
	optOutMention: { drawn: 'optOut' },
	submitLabel: { excused: 'Of questions' },
	textEncoding: { excused: byNode },
	textToSpeech: { excused: byNode },
	timeout: { excused: 'Time is the scheduler’s: the fault timeout has the same end' },
	truncate: { excused: byNode },
	validityPeriod: { drawn: 'validity' },
	variables: { excused: 'A list of people has its own variables: channel list' },
};

const oneOfMany = 'Sends through the same plan as Send: channel waba';
const question =
	'An execution that waits ends the history: test/nodes/engine/waiting and test/nodes/waiting send and retry it';

/** Operations that send to people, and those that change something twice if repeated. */
export const operations: Readonly<Record<string, Entry>> = {
	'smsboxSms: message.send': { drawn: 'channel sms' },
	'smsboxSms: message.sendAndWait': { excused: question },
	'smsboxSms: message.sendToGroup': { drawn: 'channel group' },
	'smsboxWaba: message.sendText': { drawn: 'channel waba' },
	'smsboxWaba: message.sendAndWait': { excused: question },
	'smsboxWaba: message.sendAudio': { excused: oneOfMany },
	'smsboxWaba: message.sendButtons': { excused: oneOfMany },
	'smsboxWaba: message.sendDocument': { excused: oneOfMany },
	'smsboxWaba: message.sendImage': { excused: oneOfMany },
	'smsboxWaba: message.sendList': { excused: oneOfMany },
	'smsboxWaba: message.sendLocation': { excused: oneOfMany },
	'smsboxWaba: message.sendOtp': { excused: oneOfMany },
	'smsboxWaba: message.sendReaction': { excused: oneOfMany },
	'smsboxWaba: message.sendReply': { excused: oneOfMany },
	'smsboxWaba: message.sendTemplate': { excused: oneOfMany },
	'smsboxWaba: message.sendVideo': { excused: oneOfMany },
	'smsboxRcs: message.send': { drawn: 'channel rcs' },
	'smsboxRcs: message.sendAndWait': { excused: question },
};

/** Settings of a node, and ways of running it. */
export const running: Readonly<Record<string, Entry>> = {
	onError: { drawn: 'onError errorOutput' },
	retryOnFail: { drawn: 'retryOnFail' },
	executeOnce: { excused: 'n8n hands over the first item alone: a round of one item' },
	alwaysOutputData: { excused: 'n8n adds an item behind the node; each item has an output anyway' },
	'loop, several runs queued': { drawn: 'rounds' },
	'branch that leads back': { drawn: 'loopBack' },
	'n8n throws after the node returned': { drawn: 'throwsAfter' },
	'retry with the saved or the edited workflow': { drawn: 'edit text' },
	'second retry': { drawn: 'retryOfRetry' },
	'tool of an engine-run agent': { drawn: 'runs engineTool' },
	'tool called directly': { drawn: 'runs directTool' },
	'parallel calls by a model': { drawn: 'calls parallel' },
	'executions at the same time': { drawn: 'twin' },
	Stop: { drawn: 'stop' },
	killed: { drawn: 'kill' },
	'credential fields by expression': { drawn: 'accounts' },
	'tool with fixed fields': { drawn: 'fixedTool' },
	'review step': { excused: question },
	'sub-workflow, error workflow, manual, step': { excused: 'To the engine, an execution like any other' },
	'several processes': { excused: 'One process runs a history: test/e2e has several workers' },
	'national numbers': { drawn: 'national' },
	'numbers that have got another digit': { drawn: 'forms' },
	'national numbers without a country code': { drawn: 'bare' },
	'lists with holes': { drawn: 'invalid holes' },
	'people who read different texts, by variables alone': { drawn: 'personal' },
	'n8n fails to store a key, or fails after it has': { drawn: 'storageFault' },
};
