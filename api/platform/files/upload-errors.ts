import { HttpError, invalid } from '../http/errors.ts';

const MEGABYTE = 1_000_000;

/** A number of bytes in megabytes or gigabytes, as in "10 MB". */
export const formatBytes = (bytes: number) =>
  bytes >= 1000 * MEGABYTE ? `${Math.round(bytes / (100 * MEGABYTE)) / 10} GB` : `${Math.round(bytes / MEGABYTE)} MB`;

/** The file or the request exceeds a limit of bytes. */
export const tooLarge = (message: string, headers?: Record<string, string>) => new HttpError(413, { file: [message] }, headers);
/** The content of the file is of no accepted type, or cannot be read. */
export const unsupportedType = (message: string) => new HttpError(415, { file: [message] });
/** What is wrong with the files of a request, apart from their size and type. */
export const invalidFile = (message: string) => invalid('file', message);
