import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { formatBytes } from '../bytes.ts';
import { badRequest, HttpError } from '../http/errors.ts';
import { invalidFile, tooLarge } from './upload-errors.ts';

export interface MultipartLimits {
  maxFiles: number;
  /** Bytes of one file. */
  maxBytes: number;
  /** A file that is too large is marked so instead of refusing all of them. */
  keepsOthers?: boolean;
  /** Receives the other fields of the form, at most 20 of 1 KB. */
  onField?: (name: string, value: string) => void;
}

/** A file of a request, as it was sent: nothing about it has been checked but its size. */
export interface ReceivedFile {
  /** Where its content is, in the folder that was given. */
  path: string;
  /** The name that the client sent. */
  name: string;
  size: number;
  /** It exceeds the limit; nothing is left of its content. Only where the others are kept. */
  isTooLarge?: boolean;
}

/** The field of the form that contains the files. */
const FIELD = /^file(\[\])?$/i;
/** What a request may contain besides the content of its files: headers of parts, other fields. */
const OVERHEAD_BYTES = 64 * 1024;

/** The client learns why at once, and the rest of its request is not read. */
const CLOSE = { connection: 'close' };

/** Fails once more than `limit` bytes have passed. */
const limitBytes = (limit: number, error: () => HttpError) => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(error());
      else done(null, chunk);
    },
  });
};

/**
 * Writes the files of a `multipart/form-data` request into a folder, without holding them in memory. Of a file that is too large nothing is left, and
 * what follows is read and discarded, so that the client receives the response; a request larger than all its files may be is not read to its end.
 *
 * Throws 413 when a file or the request is too large, 415 when the request is not multipart, 422 when there are too many files or none, and 400 when the
 * request ends too early. Errors of the file system are thrown as they are.
 */
export async function readMultipart(
  request: IncomingMessage,
  folder: string,
  { maxFiles, maxBytes, keepsOthers = false, onField }: MultipartLimits,
): Promise<ReceivedFile[]> {
  const total = maxFiles * maxBytes + OVERHEAD_BYTES;
  const tooLargeInAll = () => tooLarge(`The files are too large: at most ${formatBytes(maxBytes)} each.`, CLOSE);
  if (Number(request.headers['content-length'] ?? 0) > total) throw tooLargeInAll();

  let refusal: HttpError | undefined;
  const refuse = (error: HttpError) => {
    refusal ??= error;
  };
  const parser = createParser(request, { maxFiles, maxBytes });
  const limiter = limitBytes(total, tooLargeInAll);
  const received: ReceivedFile[] = [];
  const streams: BusboyFileStream[] = [];
  const writes: Promise<void>[] = [];
  parser.on('file', (field, stream, name) => {
    if (refusal || !FIELD.test(field)) return void stream.resume();
    const file: ReceivedFile = { path: join(folder, String(received.length)), name: name ?? '', size: 0 };
    received.push(file);
    streams.push(stream);
    const write = pipeline(stream, createWriteStream(file.path, { mode: 0o600 })).then(async () => {
      file.size = stream.bytesRead;
      if (!stream.truncated) return;
      if (keepsOthers) file.isTooLarge = true;
      else refuse(tooLarge(`“${file.name}” is larger than ${formatBytes(maxBytes)}.`));
      await rm(file.path);
    });
    // Without it the parser would wait for ever for a file that no one reads any more.
    write.catch((error) => limiter.destroy(error));
    writes.push(write);
  });
  if (onField) parser.on('field', (name, value) => onField(name, value));
  parser.on('filesLimit', () => refuse(invalidFile(`Upload at most ${maxFiles} files at a time.`)));
  parser.on('partsLimit', () => refuse(invalidFile('The form has too many fields.')));

  // A pipeline would end the connection before the response is sent.
  const abort = () => limiter.destroy(new Error('The client ended the request.'));
  request.once('error', abort).once('close', () => {
    if (!request.readableEnded) abort();
  });
  request.pipe(limiter);
  await pipeline(limiter, parser).catch(async (error: Error) => {
    for (const stream of streams) stream.destroy(error);
    await Promise.allSettled(writes);
    if (error instanceof HttpError || 'errno' in error) throw error;
    throw badRequest('request', 'The request is incomplete.');
  });
  await Promise.all(writes);
  if (refusal) throw refusal;
  // A form in which no file was chosen contains one without a name.
  const files = received.filter(({ name, size }) => name !== '' || size > 0);
  if (files.length === 0) throw invalidFile('Please choose a file.');
  return files;
}

function createParser(request: IncomingMessage, { maxFiles, maxBytes }: MultipartLimits) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
      limits: {
        files: maxFiles,
        fileSize: maxBytes,
        fields: 20,
        fieldSize: 1024,
        parts: maxFiles + 20,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw badRequest('request', 'The request is incomplete.');
  }
}
