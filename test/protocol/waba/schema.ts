import { z } from 'zod';

/** `contentMessage` as the service documents it, with all limits: written from the documentation, not the code. */
const text = (max = Number.POSITIVE_INFINITY) =>
	z.string().refine((value) => value.trim() !== '' && Array.from(value).length <= max);
const link = z.string().regex(/^https?:\/\/[^\s/]\S*$/i);
const strict = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).strict();

const textBody = strict({ body: text(4096), preview_url: z.boolean().optional() });
const media = strict({ link });
const namedMedia = strict({ link, filename: text().optional() });

const textHeader = strict({ type: z.literal('text'), text: text(60) });
const header = z.discriminatedUnion('type', [
	textHeader,
	strict({ type: z.literal('image'), image: media }),
	strict({ type: z.literal('video'), video: media }),
	strict({ type: z.literal('document'), document: namedMedia }),
]);
const texts = { body: strict({ text: text(1024) }), footer: strict({ text: text(60) }).optional() };

const button = strict({ type: z.literal('reply'), reply: strict({ id: text(256), title: text(20) }) });
const row = strict({ id: text(200), title: text(24), description: text(72).optional() });
const sections = z
	.array(strict({ title: text(24).optional(), rows: z.array(row).min(1).max(10) }))
	.min(1)
	.max(10)
	.refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined));

const interactive = z.discriminatedUnion('type', [
	strict({
		type: z.literal('button'),
		header: header.optional(),
		...texts,
		action: strict({ buttons: z.array(button).min(1).max(3) }),
	}),
	strict({
		type: z.literal('list'),
		header: textHeader.optional(),
		...texts,
		action: strict({ button: text(20), sections }),
	}),
]);

const parameters = z.array(strict({ type: z.literal('text'), text: text() }));
const templateBody = strict({ type: z.literal('body'), parameters });
const templateButton = strict({
	type: z.literal('button'),
	sub_type: z.literal('url'),
	index: z.literal('0'),
	parameters: parameters.length(1),
});
const template = strict({
	name: text(),
	language: strict({ code: text() }),
	components: z.union([z.tuple([templateBody]), z.tuple([templateBody, templateButton])]),
});

export const contentMessage = z.discriminatedUnion('type', [
	strict({ type: z.literal('text'), text: textBody, context: strict({ message_id: text() }).optional() }),
	strict({ type: z.literal('audio'), audio: media }),
	strict({ type: z.literal('image'), image: media }),
	strict({ type: z.literal('video'), video: media }),
	strict({ type: z.literal('document'), document: namedMedia }),
	strict({
		type: z.literal('location'),
		location: strict({
			longitude: z.number().min(-180).max(180),
			latitude: z.number().min(-90).max(90),
			name: text().optional(),
			address: text().optional(),
		}),
	}),
	strict({
		type: z.literal('reaction'),
		reaction: strict({ message_id: text(), emoji: z.string().max(40) }),
	}),
	strict({ type: z.literal('interactive'), interactive }),
	strict({ type: z.literal('template'), template }),
]);
