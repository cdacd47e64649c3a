import { z } from 'zod';

/** `contentMessage` as it is documented, with all limits: written from the documentation, not the code. */
const text = (max = Number.POSITIVE_INFINITY) =>
	z.string().refine((value) => value.trim() !== '' && Array.from(value).length <= max);
const link = z.string().regex(/^https?:\/\/[^\s/]\S*$/i);
const strict = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).strict();
const isOne = (members: Record<string, unknown>, names: readonly string[]) =>
	names.filter((name) => members[name] !== undefined).length === 1;

const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
const tappable = { text: text(25), postbackData: text(2048) };
const actions = {
	dialAction: strict({ phoneNumber: z.string().regex(/^\+[1-9]\d{6,15}$/) }).optional(),
	openUrlAction: strict({ url: link }).optional(),
	viewLocationAction: strict({
		latLong: strict({
			latitude: z.number().min(-90).max(90),
			longitude: z.number().min(-180).max(180),
		}).optional(),
		label: text().optional(),
		query: text().optional(),
	})
		.refine(({ latLong, query }) => latLong !== undefined || query !== undefined)
		.optional(),
	createCalendarEventAction: strict({
		startTime: time,
		endTime: time,
		title: text(),
		description: text().optional(),
	})
		.refine(({ startTime, endTime }) => startTime < endTime)
		.optional(),
	shareLocationAction: strict({}).optional(),
};
const suggestion = strict({
	reply: strict(tappable).optional(),
	action: strict({ ...tappable, fallbackUrl: link.optional(), ...actions })
		.refine((action) => isOne(action, Object.keys(actions)))
		.optional(),
}).refine((members) => isOne(members, ['reply', 'action']));

const contentInfo = strict({
	fileUrl: link,
	thumbnailUrl: link.optional(),
	forceRefresh: z.boolean().optional(),
});
const cardContent = strict({
	title: text(200).optional(),
	description: text(2000).optional(),
	media: strict({ height: z.enum(['SHORT', 'MEDIUM', 'TALL']), contentInfo }).optional(),
	suggestions: z.array(suggestion).max(4).optional(),
}).refine(({ title, description, media }) => [title, description, media].some((part) => part !== undefined));

const standaloneCard = z.discriminatedUnion('cardOrientation', [
	strict({ cardOrientation: z.literal('VERTICAL'), cardContent }),
	strict({
		cardOrientation: z.literal('HORIZONTAL'),
		thumbnailImageAlignment: z.enum(['LEFT', 'RIGHT']),
		cardContent,
	}),
]);
const carouselCard = strict({
	cardWidth: z.enum(['SMALL', 'MEDIUM']),
	cardContents: z.array(cardContent).min(2).max(10),
}).refine(
	({ cardWidth, cardContents }) =>
		cardWidth !== 'SMALL' || cardContents.every(({ media }) => media?.height !== 'TALL'),
);

const suggestions = z.array(suggestion).min(1).max(11).optional();

export const contentMessage = z
	.union([
		strict({ text: text(3072), suggestions }),
		strict({ contentInfo, suggestions }),
		strict({ richCard: strict({ standaloneCard }), suggestions }),
		strict({ richCard: strict({ carouselCard }), suggestions }),
	])
	.refine((message) => Buffer.byteLength(JSON.stringify(message)) <= 250 * 1024);
