import { WRONG } from './jsonSupport';
import { list, onlyMessage } from './support';
import { bodyOf, linkButton, sendWaba, template } from './wabaSupport';

const LINK = 'https://example.com/file';
const WAMID = 'wamid.HBgLMzM2MDAxMjM0NTYVAgASGBQA==';
const x = (count: number): string => 'x'.repeat(count);

const text = (more: object = {}, beside: object = {}): object => ({
	type: 'text',
	text: { body: 'Hello', ...more },
	...beside,
});
const media = (type: string, more: object = {}): object => ({ type, [type]: { link: LINK, ...more } });
const place = (more: object = {}): object => ({
	type: 'location',
	location: { longitude: 2.2945, latitude: 48.8584, ...more },
});
const reaction = (emoji: unknown, message_id: unknown = WAMID): object => ({
	type: 'reaction',
	reaction: { message_id, emoji },
});
const interactive = (type: string, action: unknown, more: object = {}): object => ({
	type: 'interactive',
	interactive: { type, body: { text: 'Which one?' }, action, ...more },
});
const button = (id = 'yes', title = 'Yes'): object => ({ type: 'reply', reply: { id, title } });
const buttons = (given: object[] = [button()], more = {}) => interactive('button', { buttons: given }, more);
const row = (id: unknown = 'a', more: object = {}): object => ({ id, title: 'One', ...more });
const sections = (given: unknown, more: object = {}): object =>
	interactive('list', { button: 'Choose', sections: given }, more);
const rows = (count: number): object[] => Array.from({ length: count }, (_, index) => row(`row ${index}`));
const secondButton = { ...linkButton('1'), index: '1' };
const quickReply = { ...linkButton('1'), sub_type: 'quick_reply' };
const currencyBody = { type: 'body', parameters: [{ type: 'currency', currency: { code: 'EUR' } }] };
const otp = (code: string, more: object = {}): object => template([bodyOf(code), linkButton(code)], more);

const header = { type: 'text', text: { body: 'Title' } };
const longest = { body: { text: x(1_024) }, footer: { text: x(60) } };
const longestSections = Array.from({ length: 10 }, (_, index) => ({
	title: x(24),
	rows: [row(`${index}${x(199)}`, { title: x(24), description: x(72) })],
}));
const beside = { header: { type: 'text', text: 'Menu' }, footer: { text: 'Tap' } };
const north = { name: 'North', address: 'Pole' };

it.each<[string, string, object]>([
	['a text', 'sendText', text()],
	['an answer', 'sendReply', text({ preview_url: false }, { context: { message_id: WAMID } })],
	['a reaction taken back', 'sendReaction', reaction('')],
	['an audio', 'sendAudio', media('audio')],
	['a document', 'sendDocument', media('document')],
	['an image', 'sendImage', media('image')],
	['a video', 'sendVideo', media('video')],
	['a location', 'sendLocation', place()],
	['a location at the edge', 'sendLocation', place({ longitude: -180, latitude: 90, ...north })],
	['a reaction', 'sendReaction', reaction('👍')],
	['a reaction of several code points', 'sendReaction', reaction('👨‍👩‍👧')],
	['a flag as a reaction', 'sendReaction', reaction('🇫🇷')],
	['one button', 'sendButtons', buttons()],
	['three buttons', 'sendButtons', buttons([button(x(256), x(20)), button('b'), button('c')])],
	['the longest texts', 'sendButtons', buttons(undefined, longest)],
	['a text header as in the schema', 'sendButtons', buttons(undefined, { header })],
	['a list with one section without a title', 'sendList', sections([{ rows: rows(10) }])],
	['a list of ten sections', 'sendList', sections(longestSections, beside)],
	['a one-time code', 'sendTemplate', otp('123456')],
	['another value in its button', 'sendTemplate', template([bodyOf('Jean'), linkButton('1042')])],
	['no variables', 'sendTemplate', template([bodyOf()])],
	['ten variables, without a button', 'sendTemplate', template([bodyOf(...'1234567890')])],
])('a message is taken on %s', async (_what, operation, content) => {
	expect(await sendWaba(content)).toMatchObject({ status: 202 });
	expect(await onlyMessage()).toMatchObject({ channel: 'waba', content });
	const request = { operation: `waba.message.${operation}`, undeclared: [] };
	expect(await list('requests')).toMatchObject([request]);
});

it.each<[string, unknown]>([
	['a content that is null', null],
	['a content that is no object', 'Hello'],
	['a content without a type', { text: { body: 'Hello' } }],
	['a sticker', media('sticker')],
	['a kind that does not exist', { type: 'constructor', constructor: {} }],
	['a text without its text', { type: 'text' }],
	['an empty text', text({ body: '' })],
	['a text that is none', text({ body: 5 })],
	['a text of 4097 characters', text({ body: x(4_097) })],
	['a preview that is no boolean', text({ preview_url: 'yes' })],
	['an answer to nothing', text({}, { context: {} })],
	['an answer to what is no message', text({}, { context: { message_id: '123' } })],
	['media without a link', { type: 'image', image: {} }],
	['media by its ID', { type: 'image', image: { id: '1' } }],
	['a link to a file', media('image', { link: 'file:///etc/hosts' })],
	['a link that is none', media('video', { link: 'example.com' })],
	['a link after a blank', media('image', { link: ` ${LINK}` })],
	['a link with a blank in it', media('image', { link: 'https://example.com/a b' })],
	['a link with a line break', media('image', { link: `${LINK}\n` })],
	['a link without slashes', media('image', { link: 'https:example.com' })],
	['a file name that is no text', media('document', { filename: 1 })],
	['a location without a longitude', { type: 'location', location: { latitude: 1 } }],
	['coordinates as texts', place({ latitude: '48.8584' })],
	['a latitude over 90', place({ latitude: 90.1 })],
	['a longitude under -180', place({ longitude: -180.1 })],
	['a reaction to nothing', { type: 'reaction', reaction: { emoji: '👍' } }],
	['a reaction without an emoji', { type: 'reaction', reaction: { message_id: WAMID } }],
	['a reaction of two emojis', reaction('👍👍')],
	['a reaction of letters', reaction('ok')],
	['an interactive message of another type', interactive('product', {})],
	['an interactive message of a type that is a word of JavaScript', interactive('constructor', {})],
	['buttons without a body', interactive('button', { buttons: [button()] }, { body: undefined })],
	['a body of 1025 characters', buttons(undefined, { body: { text: x(1_025) } })],
	['a footer of 61 characters', buttons(undefined, { footer: { text: x(61) } })],
	['no buttons', buttons([])],
	['four buttons', buttons([button('a'), button('b'), button('c'), button('d')])],
	['a button of another type', buttons([{ ...button(), type: 'url' }])],
	['a button without an ID', buttons([{ type: 'reply', reply: { title: 'Yes' } }])],
	['a button ID of 257 characters', buttons([button(x(257))])],
	['a button title of 21 characters', buttons([button('a', x(21))])],
	['two buttons with the same ID', buttons([button('a'), button('a', 'No')])],
	['a header of an unknown kind', buttons(undefined, { header: media('audio') })],
	['a header without a type', buttons(undefined, { header: { text: 'Title' } })],
	['a header of 61 characters', buttons(undefined, { header: { type: 'text', text: x(61) } })],
	['a header image without a link', buttons(undefined, { header: { type: 'image', image: {} } })],
	['a list with an image header', sections([{ rows: rows(1) }], { header: media('image') })],
	['a list without a button', interactive('list', { sections: [{ rows: rows(1) }] })],
	['a list button of 21 characters', interactive('list', { button: x(21), sections: [{ rows: rows(1) }] })],
	['no sections', sections([])],
	['eleven sections', sections(Array.from({ length: 11 }, (_, id) => ({ title: 'T', rows: [row(id)] })))],
	['a section without rows', sections([{ rows: [] }])],
	['eleven rows', sections([{ rows: rows(11) }])],
	['two sections, one untitled', sections([{ title: 'T', rows: [row('a')] }, { rows: [row('b')] }])],
	['a section title of 25 characters', sections([{ title: x(25), rows: rows(1) }])],
	['a row title of 25 characters', sections([{ rows: [row('a', { title: x(25) })] }])],
	['a row description of 73 characters', sections([{ rows: [row('a', { description: x(73) })] }])],
	['a row ID of 201 characters', sections([{ rows: [row(x(201))] }])],
	['the same ID in two sections', sections(['One', 'Two'].map((title) => ({ title, rows: [row('a')] })))],
	['an empty code', otp('')],
	['a variable that is no text', template([currencyBody])],
	['a template of a button alone', template([linkButton('1')])],
	['two buttons', template([bodyOf('1'), linkButton('1'), linkButton('2')])],
	['a button of two variables', template([bodyOf('1'), linkButton('1', '2')])],
	['a button for a quick reply', template([bodyOf('1'), quickReply])],
	['another button than the first', template([bodyOf('1'), secondButton])],
	['components of no list', template(bodyOf())],
	['a template without components', template(undefined)],
	['a template without a language', otp('1', { language: undefined })],
	['a language that is a text', otp('1', { language: 'en_US' })],
])('a message is refused with 400 %s', async (_what, content) => {
	expect(await sendWaba(content)).toEqual(WRONG);
	expect(await list('messages')).toEqual([]);
	expect(await list('requests')).toMatchObject([{ reason: expect.stringMatching(/^contentMessage/) }]);
});

it('what nobody declares is taken on, and listed by its path', async () => {
	const content = buttons([{ ...button(), icon: 'x' }], { body: { text: 'Hi', type: 'text', mood: 1 } });
	expect((await sendWaba({ ...content, biz: {} })).status).toBe(202);
	expect((await sendWaba(media('image', { filename: 'a.png', caption: 'A' }))).status).toBe(202);
	const ofButtons = ['biz', 'interactive.action.buttons.0.icon', 'interactive.body.mood'];
	const undeclared = await list('undeclared');
	expect(undeclared.map(({ operation, names }) => [operation, [names].flat().sort()])).toEqual([
		['waba.message.sendButtons', ofButtons.map((name) => `contentMessage.${name}`)],
		['waba.message.sendImage', ['contentMessage.image.caption', 'contentMessage.image.filename']],
	]);
});
