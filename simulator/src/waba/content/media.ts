import { object, text, webAddress } from '../../json/shape';

/** Media of a message, by its address. What stands there is not fetched: format and size are not checked. */
export const link = object({ link: webAddress });

/** A file name is for documents only. */
export const document = object({ link: webAddress }, { filename: text() });
