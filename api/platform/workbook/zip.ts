import { once } from 'node:events';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive: its path, and its text as it is made. */
export interface ZippedText {
  path: string;
  texts: Iterable<string> | AsyncIterable<string>;
}

/** What the end of an archive repeats of a file. */
interface Written {
  path: Buffer;
  /** Where it begins in the archive; this and the sizes in bytes. */
  offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** In bytes. What is under way is small and soon gone: larger pieces live long enough to become garbage that stays. */
const PIECE = 16 * 1024;
/** Of a letter in UTF-8, for each of its units in a string. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Texts as pieces of one buffer that is used again and again: a piece holds until the next one is asked for. */
async function* inPieces(texts: ZippedText['texts']): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(PIECE);
  let filled = 0;
  for await (const text of texts) {
    const most = text.length * MAX_BYTES_PER_CHARACTER;
    if (filled + most > PIECE) {
      yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (most > PIECE) yield Buffer.from(text);
    else filled += buffer.write(text, filled);
  }
  yield buffer.subarray(0, filled);
}

async function* packed(texts: ZippedText['texts'], file: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const ready: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => {
    file.packed += bytes.length;
    ready.push(bytes);
  });
  const write = promisify((piece: Buffer, done: (error?: Error | null) => void) => deflate.write(piece, done));
  try {
    for await (const piece of inPieces(texts)) {
      file.crc = crc32(piece, file.crc);
      file.size += piece.length;
      await write(piece);
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
/** Checksum and sizes stand behind the content; the path is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, 00:00: the first moment that can be said. */
const TIME = 0x0021_0000;
type Field = readonly [bytes: 2 | 4, value: number];

/** A record of fields, the lower bytes of each first. */
function record(fields: readonly Field[]): Buffer {
  const written = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  fields.reduce((at, [bytes, value]) => written.writeUIntLE(value, at, bytes), 0);
  return written;
}

const kind: readonly Field[] = [
  [2, VERSION],
  [2, FLAGS],
  [2, DEFLATED],
  [4, TIME],
];

const headOf = ({ path }: Written) => record([[4, 0x04034b50], ...kind, [4, 0], [4, 0], [4, 0], [2, path.length], [2, 0]]);
const tailOf = (file: Written) =>
  record([
    [4, 0x08074b50],
    [4, file.crc],
    [4, file.packed],
    [4, file.size],
  ]);
const entryOf = ({ path, offset, crc, packed: inside, size }: Written) =>
  record([
    ...([[4, 0x02014b50], [2, VERSION], ...kind, [4, crc], [4, inside], [4, size]] as Field[]),
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
const endOf = (files: number, length: number, offset: number) =>
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
 * A zip archive of texts (APPNOTE 6.3.10), made while it is read: nothing is asked for before what came of it so far has been
 * taken. Throws what the texts throw, and a RangeError above 4 GB.
 */
export async function* zip(files: Iterable<ZippedText>): AsyncGenerator<Buffer> {
  let offset = 0;
  const passing = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  const written: Written[] = [];
  for (const { path, texts } of files) {
    const file: Written = { path: Buffer.from(path), offset, crc: 0, packed: 0, size: 0 };
    yield passing(Buffer.concat([headOf(file), file.path]));
    for await (const bytes of packed(texts, file)) yield passing(bytes);
    yield passing(tailOf(file));
    written.push(file);
  }
  const start = offset;
  for (const file of written) yield passing(Buffer.concat([entryOf(file), file.path]));
  yield endOf(written.length, offset - start, start);
}
