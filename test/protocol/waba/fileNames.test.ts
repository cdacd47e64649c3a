import fc from 'fast-check';
import { receivedFileName } from '../../../protocol/waba/fileNames';
import { anyCharacter } from '../../support/characters';

describe('the name of a file without one', () => {
	it.each([
		['123', 'image/jpeg', '123.jpg'],
		['123', 'audio/ogg; codecs=opus', '123.ogg'],
		['123', 'APPLICATION/PDF ', '123.pdf'],
		['123', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', '123.docx'],
		['123', 'application/x-unknown', '123.bin'],
		['123', 'application/msword', '123.doc'],
		['123', 'application/vnd.ms-excel', '123.xls'],
		['123', 'application/vnd.ms-powerpoint', '123.ppt'],
		['123', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', '123.pptx'],
		['123', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '123.xlsx'],
		['123', 'application/zip', '123.zip'],
		['123', 'audio/aac', '123.aac'],
		['123', 'audio/amr', '123.amr'],
		['123', 'audio/mp4', '123.m4a'],
		['123', 'audio/mpeg', '123.mp3'],
		['123', 'image/gif', '123.gif'],
		['123', 'image/webp', '123.webp'],
		['123', 'text/csv', '123.csv'],
		['123', 'video/3gpp', '123.3gp'],
		['123', '', '123.bin'],
		['../../etc/passwd', 'text/plain', '_etc_passwd.txt'],
		['', 'text/plain', 'file.txt'],
		['é\0', 'video/mp4', '_.mp4'],
		['1'.repeat(150), 'image/png', `${'1'.repeat(100)}.png`],
	])('of %j and %j is %s', (id, type, name) => expect(receivedFileName(undefined, id, type)).toBe(name));

	it('can stand in any file system', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.string(), (id, type) => {
				expect(receivedFileName(undefined, id, type)).toMatch(/^[\w-]{1,100}\.[a-z0-9]{2,4}$/);
			}),
		);
	});
});
