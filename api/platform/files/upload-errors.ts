import { HttpError, invalid } from '../http/errors.ts';

/** The file or the request exceeds a limit of bytes. */
export const tooLarge = (message: string, headers?: Record<string, string>) => new HttpError(413, { file: [message] }, headers);
/** The content of the file is of no accepted type, or cannot be read. */
export const unsupportedType = (message: string) => new HttpError(415, { file: [message] });
/** What is wrong with the files of a request, apart from their size and type. */
export const invalidFile = (message: string) => invalid('file', message);
