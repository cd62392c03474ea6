import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive: its path, and its text in parts. */
export interface ZippedText {
  path: string;
  texts: Iterable<string> | AsyncIterable<string>;
}

/** In characters. Larger chunks would live long enough to be kept by the garbage collector until it collects everything. */
const CHUNK_LENGTH = 8 * 1024;
/** In bytes. */
const MAX_WAITING = 16 * 1024;

async function* toChunks(texts: ZippedText['texts']): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

/** The time of the files: the same for every archive. */
const TIME = { mtime: new Date(1980, 0, 1) };

/**
 * A zip archive of texts, written while it is read: it requests the next part only when the previous output has been consumed, and no more when
 * it is destroyed. Fails with the errors of the texts.
 */
export function zipTexts(files: Iterable<ZippedText>): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let current: Readable | undefined;
  for (const { path, texts } of files)
    archive.addReadStreamLazy(path, TIME, (read) => {
      if (output.destroyed) return;
      current = Readable.from(toChunks(texts), { objectMode: false, highWaterMark: MAX_WAITING });
      // The library forwards no errors of what it reads.
      current.once('error', (error) => output.destroy(error));
      read(null, current);
    });
  archive.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  archive.end();
  return output;
}
