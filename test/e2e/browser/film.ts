import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { needProgram } from '../support/programs';

/** A part of a page that the film shows. */
export interface Source {
	page: Page;
	title: string;
	/** CSS selector of the filmed element. */
	selector: string;
	/** Pixels of CSS that are cut off at its top. */
	inset: number;
}

/** The pointer: a point relative to the top left corner of a source's picture. */
export interface Pointer {
	source: number;
	x: number;
	y: number;
	/** Grows from 0 to 1 while the ring of a tap spreads. */
	tap?: number;
}

export interface Shot {
	seconds: number;
	caption: string;
	pointer?: Pointer;
}

/** The size of a frame in pixels of CSS; without a height, as high as the pictures make it. */
export interface FrameSize {
	width: number;
	height?: number;
}

/** Below the pictures: the caption. Above them: their titles. Around all: padding and borders. */
const aroundPictures = 90;

const style = ({ width, height }: FrameSize): string => `
	* { box-sizing: border-box; margin: 0 }
	body { width: ${width}px; height: ${height === undefined ? 'auto' : `${height}px`}; padding: 10px; background: #e9edf3; font: 500 17px Inter, 'DejaVu Sans', sans-serif; color: #1b2733 }
	main { display: flex; justify-content: center; gap: 10px }
	figure { position: relative; overflow: hidden; border: 1px solid #c6cfda; border-radius: 10px; background: #fff }
	figcaption { padding: 4px 12px; border-bottom: 1px solid #c6cfda; background: #f6f8fa; font-size: 13px; color: #52606f }
	figure div { position: relative }
	img { display: block }
	p { padding: 10px 4px 0; text-align: center; font-weight: 600 }
	.ring { position: absolute; border-radius: 50%; border: 3px solid #1f5fa0; background: #1f5fa044; transform: translate(-50%, -50%) }
	svg { position: absolute; width: 22px; filter: drop-shadow(0 1px 1px #0006) }`;

const arrow =
	'<path d="M2 1v17l4.3-4 2.9 6.4 2.9-1.3L9.3 13H15z" fill="#1b2733" stroke="#fff" stroke-width="1.4"/>';

/** The width of the body's padding, the gap between two pictures and their borders. */
const besidePictures = 20 + 10 + 4;

interface Picture {
	data: string;
	title: string;
	width: number;
	height: number;
}

function pointerOn({ width, height }: Picture, { x, y, tap }: Pointer): string {
	const place = `left: ${(100 * x) / width}%; top: ${(100 * y) / height}%`;
	const ring =
		tap === undefined
			? ''
			: `<div class="ring" style="${place}; position: absolute; width: ${14 + 34 * tap}px; height: ${14 + 34 * tap}px; opacity: ${1 - 0.6 * tap}"></div>`;
	return `${ring}<svg viewBox="0 0 18 22" style="${place}">${arrow}</svg>`;
}

function frameOf(
	size: FrameSize,
	pictures: readonly Picture[],
	{ caption, pointer }: Omit<Shot, 'seconds'>,
): string {
	const proportions = pictures.reduce((sum, picture) => sum + picture.width / picture.height, 0);
	const height = Math.min(
		(size.width - besidePictures) / proportions,
		(size.height ?? Number.POSITIVE_INFINITY) - aroundPictures,
	);
	const figures = pictures.map((picture, index) => {
		const drawn = pointer?.source === index ? pointerOn(picture, pointer) : '';
		return `<figure><figcaption>${picture.title}</figcaption><div><img style="height: ${height}px" src="data:image/png;base64,${picture.data}">${drawn}</div></figure>`;
	});
	return `<!doctype html><style>${style(size)}</style><main>${figures.join('')}</main><p>${caption}</p>`;
}

/** The film sets the clock of animations: a finished one keeps its end, an endless one is at this moment. */
const settled = 10_000;

async function pictureOf({ page, title, selector, inset }: Source, at: number): Promise<Picture> {
	const box = await page.locator(selector).boundingBox();
	if (box === null) throw new Error(`${selector} is not visible`);
	await page.evaluate(
		`for (const one of document.getAnimations()) { one.pause(); one.currentTime = ${settled + at} }`,
	);
	const clip = { ...box, y: box.y + inset, height: box.height - inset };
	const bytes = await page.screenshot({ clip, caret: 'hide' });
	return { data: bytes.toString('base64'), title, width: clip.width, height: clip.height };
}

function ffmpeg(...args: readonly string[]): void {
	execFileSync(needProgram('ffmpeg'), ['-y', '-loglevel', 'error', ...args]);
}

/**
 * A film of several pages side by side, frame by frame. Each frame lasts as long as the film wants, however slow the
 * machine is.
 */
export class Film {
	private readonly folder = mkdtempSync(join(tmpdir(), 'smsbox-film-'));
	private readonly frames: Array<{ file: string; seconds: number }> = [];

	/**
	 * @param screen an empty page, on which the frames are put together
	 * @param size the README's, unless another is wanted
	 */
	constructor(
		private readonly screen: Page,
		private sources: readonly Source[],
		private readonly size: FrameSize = { width: 830 },
	) {}

	/** Shows other pages from now on. */
	show(sources: readonly Source[]): void {
		this.sources = sources;
	}

	/** Adds a frame of the pages as they are, with their animations at the moment that the film has reached. */
	async shoot({ seconds, ...shot }: Shot): Promise<void> {
		const pictures: Picture[] = [];
		for (const source of this.sources) pictures.push(await pictureOf(source, this.seconds * 1000));
		await this.screen.setContent(frameOf(this.size, pictures, shot));
		const file = join(this.folder, `${String(this.frames.length).padStart(3, '0')}.png`);
		await this.screen.locator('body').screenshot({ path: file });
		this.frames.push({ file, seconds });
	}

	/** Shows the pages for a while, ten frames a second. */
	async roll(caption: string, seconds: number): Promise<void> {
		for (let frame = 0; frame < seconds * 10; frame += 1) await this.shoot({ seconds: 0.1, caption });
	}

	/** Moves the pointer in a few frames, then spreads the ring of a tap. */
	async tap(caption: string, from: Pointer, to: Pointer): Promise<void> {
		const steps = 10;
		for (let step = 1; step <= steps; step += 1) {
			const part = (1 - Math.cos((Math.PI * step) / steps)) / 2;
			const between = (a: number, b: number): number => a + (b - a) * part;
			const pointer = { source: to.source, x: between(from.x, to.x), y: between(from.y, to.y) };
			await this.shoot({ seconds: 0.1, caption, pointer });
		}
		for (const tap of [0, 0.35, 0.7, 1]) await this.shoot({ seconds: 0.1, caption, pointer: { ...to, tap } });
	}

	get seconds(): number {
		return this.frames.reduce((sum, { seconds }) => sum + seconds, 0);
	}

	/** Writes a GIF, and its last frame as a picture. */
	write(gif: string, png: string): void {
		const colors =
			'split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
		const last = this.last();
		const delay = String(Math.round(last.seconds * 100));
		this.encode('-filter_complex', colors, '-vsync', 'vfr', '-final_delay', delay, gif);
		ffmpeg('-i', last.file, '-filter_complex', colors, '-update', '1', png);
	}

	/** Writes a video of 1920 pixels in width that browsers and players show. */
	writeVideo(mp4: string): void {
		// The list of frames doesn't say how long the last one stays.
		this.frames.push({ ...this.last(), seconds: 0.1 });
		const look = 'scale=1920:-2:flags=lanczos,fps=10,format=yuv420p';
		this.encode('-vf', look, '-c:v', 'libx264', '-crf', '24', '-movflags', '+faststart', mp4);
	}

	private last(): { file: string; seconds: number } {
		const last = this.frames.at(-1);
		if (last === undefined) throw new Error('The film is empty');
		return last;
	}

	/** @param output ffmpeg's arguments for what becomes of the frames; the last is a file */
	private encode(...output: readonly string[]): void {
		mkdirSync(dirname(output.at(-1) ?? ''), { recursive: true });
		const list = join(this.folder, 'frames.txt');
		const lines = this.frames.flatMap(({ file, seconds }) => [`file '${file}'`, `duration ${seconds}`]);
		writeFileSync(list, `${lines.join('\n')}\n`);
		ffmpeg('-f', 'concat', '-safe', '0', '-i', list, ...output);
	}

	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
