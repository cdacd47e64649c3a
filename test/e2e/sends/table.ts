import { figure } from '../support/report';
import type { AtOnce } from './atOnce';
import { ranNothing, type Trial } from './trials';
import { ways, wayNames, type WayName } from './ways';

const channelNames = ['SMS', 'WABA', 'RCS'] as const;

const everybodyElse = 'everybody else, at most';

/** How often each person that a fault has struck got the message: `1`, or `1 0 1` where there are several. */
function receivedBy({ result }: Trial, fault: string): string {
	return result.fates
		.filter((fate) => fate.fault?.name === fault)
		.map(({ received }) => String(received))
		.join(' ');
}

/** The most messages that one person got whom no fault has struck. */
function mostBy(trials: readonly Trial[]): string {
	const others = trials.flatMap(({ result }) => result.fates.filter(({ fault }) => fault === undefined));
	return others.length === 0 ? '' : String(Math.max(...others.map(({ received }) => received)));
}

function othersCell(trials: readonly Trial[], way: WayName): string {
	const most = [false, true].map((isOnce) =>
		mostBy(trials.filter((trial) => trial.way === way && trial.track.isOnce === isOnce)),
	);
	return most.filter(Boolean).join(' | ');
}

/** Without the option, and with it where that was tried out too. */
function cell(trials: readonly Trial[], way: WayName, fault: string): string {
	const ofWay = trials.filter(
		(trial) => trial.way === way && trial.row.faults.some(({ name }) => name === fault),
	);
	const counts = [false, true].flatMap((isOnce) =>
		ofWay.filter(({ track }) => track.isOnce === isOnce).map((trial) => receivedBy(trial, fault)),
	);
	return counts.join(' | ');
}

/** Prints a row for each fault, a column for each way: messages that the person received, `without | with the option`. */
export function printTable(version: string, trials: readonly Trial[]): void {
	for (const channel of channelNames) {
		const ofChannel = trials.filter(({ track }) => track.channel.name === channel);
		if (ofChannel.length === 0) continue;
		const faults = [...new Set(ofChannel.flatMap(({ row }) => row.faults.map(({ name }) => name)))];
		const rows = [
			...faults.map((fault) => wayNames.map((way) => cell(ofChannel, way, fault))),
			wayNames.map((way) => othersCell(ofChannel, way)),
		];
		const titles = wayNames.map((way) => ways[way].column);
		const widths = titles.map((title, index) =>
			Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
		);
		const line = (cells: readonly string[]): string =>
			cells.map((text, index) => text.padEnd(widths[index] ?? 0)).join('   ');
		const section = `Messages that reach the person, ${channel}, n8n ${version} (without | with Deduplication Key)`;
		figure(section, '', line(titles));
		const stopped = ofChannel.filter(({ way }) => way === 'afterStop');
		for (const [index, name] of [...faults, everybodyElse].entries())
			figure(section, name, line(rows[index] ?? []));
		figure(
			section,
			'retries after Stop in which n8n ran nothing',
			`${stopped.filter(ranNothing).length} of ${stopped.length}`,
			'the editor offers no Retry there',
		);
	}
}

/** Prints how many people got a message twice where several executions of one workflow ran at the same time. */
export function printAtOnce(version: string, { again, together }: AtOnce): void {
	const section = `Executions at the same time, with Deduplication Key, n8n ${version}`;
	const twice = (counts: readonly number[]): string =>
		`${counts.filter((count) => count > 1).length} of ${counts.length}`;
	figure(section, 'sent again later: people who got it twice', twice(again));
	figure(section, 'of the same name: people who got it twice', twice(together));
}
