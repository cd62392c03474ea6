import { once } from 'node:events';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive: its path, and its text in parts. */
export interface ZippedText {
  path: string;
  texts: Iterable<string> | AsyncIterable<string>;
}

/** What the central directory at the end of an archive repeats about a file. */
interface FileEntry {
  path: Buffer;
  /** The start of the file in the archive; like the sizes, in bytes. */
  offset: number;
  crc: number;
  compressedSize: number;
  size: number;
}

/** In bytes. Small chunks are garbage-collected soon; larger ones would live long enough to be promoted. */
const CHUNK_BYTES = 16 * 1024;
/** Per UTF-16 code unit of a string in UTF-8. */
const MAX_BYTES_PER_CODE_UNIT = 3;

/** Texts as chunks of one reused buffer: a chunk is valid until the next one is requested. */
async function* toChunks(texts: ZippedText['texts']): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let filled = 0;
  for await (const text of texts) {
    const maxBytes = text.length * MAX_BYTES_PER_CODE_UNIT;
    if (filled + maxBytes > CHUNK_BYTES) {
      yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (maxBytes > CHUNK_BYTES) yield Buffer.from(text);
    else filled += buffer.write(text, filled);
  }
  yield buffer.subarray(0, filled);
}

async function* deflated(texts: ZippedText['texts'], file: FileEntry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const ready: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => {
    file.compressedSize += bytes.length;
    ready.push(bytes);
  });
  const write = promisify((chunk: Buffer, done: (error?: Error | null) => void) => deflate.write(chunk, done));
  try {
    for await (const chunk of toChunks(texts)) {
      file.crc = crc32(chunk, file.crc);
      file.size += chunk.length;
      await write(chunk);
      yield* ready.splice(0);
    }
    deflate.end();
    await once(deflate, 'end');
    yield* ready;
  } finally {
    deflate.destroy();
  }
}

const VERSION = 20;
/** The checksum and the sizes follow the content; the path is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, 00:00: the earliest time of the format. */
const TIME = 0x0021_0000;
type Field = readonly [bytes: 2 | 4, value: number];

/** A record of fields in little-endian order. */
function record(fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  fields.reduce((at, [bytes, value]) => buffer.writeUIntLE(value, at, bytes), 0);
  return buffer;
}

const commonFields: readonly Field[] = [
  [2, VERSION],
  [2, FLAGS],
  [2, DEFLATED],
  [4, TIME],
];

const localHeaderOf = ({ path }: FileEntry) =>
  record([[4, 0x04034b50], ...commonFields, [4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]]);
const dataDescriptorOf = (file: FileEntry) =>
  record([
    [4, 0x08074b50],
    [4, file.crc],
    [4, file.compressedSize],
    [4, file.size],
  ]);
const centralDirectoryEntryOf = ({ path, offset, crc, compressedSize, size }: FileEntry) =>
  record([
    ...([[4, 0x02014b50], [2, VERSION], ...commonFields, [4, crc], [4, compressedSize], [4, size]] as Field[]),
    ...([
      [2, path.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as Field[]),
  ]);
const endRecordOf = (files: number, length: number, offset: number) =>
  record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files],
    [2, files],
    [4, length],
    [4, offset],
    [2, 0],
  ]);

/**
 * A zip archive of texts (APPNOTE 6.3.10), generated while it is read: it requests the next part only when the previous output
 * has been consumed. Throws the errors of the texts, and a RangeError above 4 GB.
 */
export async function* zip(files: Iterable<ZippedText>): AsyncGenerator<Buffer> {
  let offset = 0;
  const counted = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  const entries: FileEntry[] = [];
  for (const { path, texts } of files) {
    const file: FileEntry = { path: Buffer.from(path), offset, crc: 0, compressedSize: 0, size: 0 };
    yield counted(Buffer.concat([localHeaderOf(file), file.path]));
    for await (const bytes of deflated(texts, file)) yield counted(bytes);
    yield counted(dataDescriptorOf(file));
    entries.push(file);
  }
  const start = offset;
  for (const file of entries) yield counted(Buffer.concat([centralDirectoryEntryOf(file), file.path]));
  yield endRecordOf(entries.length, offset - start, start);
}
