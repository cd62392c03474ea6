import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

/** An archive that is damaged, or is not one. */
export class DamagedArchiveError extends Error {}
/** An archive that would take more space than allowed when it is unpacked. */
export class ArchiveTooLargeError extends Error {}

/** A file of an archive, as the central directory describes it. Sizes and the start of its local header are in bytes. */
interface ArchiveEntry {
  isDeflated: boolean;
  crc: number;
  compressedSize: number;
  size: number;
  offset: number;
}

const END_RECORD = { signature: 0x06054b50, length: 22 };
const END_RECORD_64 = { signature: 0x06064b50, length: 56 };
const END_LOCATOR_64 = { signature: 0x07064b50, length: 20 };
const DIRECTORY_ENTRY = { signature: 0x02014b50, length: 46 };
const LOCAL_HEADER = { signature: 0x04034b50, length: 30 };
const MAX_COMMENT_LENGTH = 0xffff;
/** In a field of 32 bits: the value is among the extra fields, in 64 bits. */
const IN_EXTRA_FIELD = 0xffff_ffff;
const SIZES_64 = 1;
const STORED = 0;
const DEFLATED = 8;
/** A workbook has a few dozen files. */
const MAX_ENTRIES = 10_000;
/** Small chunks keep memory low, however large the file is. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A zip archive in memory (APPNOTE 6.3.10). Its files are unpacked as they are read. They may take `maxBytes` in total: this is checked
 * against the sizes in the directory before anything is unpacked, and again while unpacking, since a directory can be wrong.
 */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, ArchiveEntry>;
  readonly #maxBytes: number;
  #unpackedBytes = 0;

  /** Throws DamagedArchiveError and ArchiveTooLargeError. */
  constructor(bytes: Uint8Array, maxBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#maxBytes = maxBytes;
    try {
      this.#entries = readDirectory(this.#bytes);
    } catch (error) {
      // A position outside the file.
      if (error instanceof RangeError) throw new DamagedArchiveError('The archive is incomplete.');
      throw error;
    }
    const size = this.#entries.values().reduce((sum, entry) => sum + entry.size, 0);
    if (size > maxBytes) throw new ArchiveTooLargeError(`The archive contains ${size} bytes.`);
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /**
   * The content of a file in chunks. Throws DamagedArchiveError, also if there is no such file, and ArchiveTooLargeError as soon as the
   * files read so far exceed the limit.
   */
  async *read(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (!entry) throw new DamagedArchiveError(`The archive contains no ${path}.`);
    const content = this.#getContent(entry);
    const pieces = Readable.from(slice(content));
    let crc = 0;
    try {
      for await (const chunk of entry.isDeflated ? pieces.pipe(createInflateRaw({ chunkSize: CHUNK_BYTES })) : pieces) {
        this.#unpackedBytes += (chunk as Buffer).length;
        if (this.#unpackedBytes > this.#maxBytes)
          throw new ArchiveTooLargeError('The archive contains more than its directory says.');
        crc = crc32(chunk as Buffer, crc);
        yield chunk as Buffer;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new DamagedArchiveError(`${path} cannot be unpacked.`);
      throw error;
    }
    if (crc !== entry.crc) throw new DamagedArchiveError(`${path} is damaged.`);
  }

  #getContent({ offset, compressedSize }: ArchiveEntry): Buffer {
    const header = this.#bytes.subarray(offset, offset + LOCAL_HEADER.length);
    if (header.length < LOCAL_HEADER.length || header.readUInt32LE(0) !== LOCAL_HEADER.signature)
      throw new DamagedArchiveError('A file of the archive is not where its directory says.');
    const start = offset + LOCAL_HEADER.length + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (start + compressedSize > this.#bytes.length) throw new DamagedArchiveError('The archive is incomplete.');
    return this.#bytes.subarray(start, start + compressedSize);
  }
}

function* slice(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += CHUNK_BYTES) yield content.subarray(start, start + CHUNK_BYTES);
}

/** Finds where the directory begins and how many files it lists. Throws a RangeError where the archive is incomplete. */
function findDirectory(bytes: Buffer): { offset: number; count: number } {
  let end = bytes.length - END_RECORD.length;
  const first = Math.max(0, end - MAX_COMMENT_LENGTH);
  while (end >= first && bytes.readUInt32LE(end) !== END_RECORD.signature) end -= 1;
  if (end < first) throw new DamagedArchiveError('The archive has no directory.');
  const locator = end - END_LOCATOR_64.length;
  if (locator < 0 || bytes.readUInt32LE(locator) !== END_LOCATOR_64.signature)
    return { offset: bytes.readUInt32LE(end + 16), count: bytes.readUInt16LE(end + 10) };
  const record = Number(bytes.readBigUInt64LE(locator + 8));
  if (record + END_RECORD_64.length > bytes.length || bytes.readUInt32LE(record) !== END_RECORD_64.signature)
    throw new DamagedArchiveError('The archive has no directory.');
  return { offset: Number(bytes.readBigUInt64LE(record + 48)), count: Number(bytes.readBigUInt64LE(record + 32)) };
}

/** Reads the directory, by path. Throws a RangeError where the archive is incomplete. */
function readDirectory(bytes: Buffer): Map<string, ArchiveEntry> {
  const { offset: start, count } = findDirectory(bytes);
  if (count > MAX_ENTRIES) throw new ArchiveTooLargeError(`The archive contains ${count} files.`);
  const entries = new Map<string, ArchiveEntry>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY.signature) throw new DamagedArchiveError('The directory is damaged.');
    const method = bytes.readUInt16LE(at + 10);
    const pathEnd = at + DIRECTORY_ENTRY.length + bytes.readUInt16LE(at + 28);
    const extraEnd = pathEnd + bytes.readUInt16LE(at + 30);
    const path = bytes.toString('utf8', at + DIRECTORY_ENTRY.length, pathEnd);
    if (method !== STORED && method !== DEFLATED)
      throw new DamagedArchiveError(`${path} is compressed by a method that is not supported.`);
    const wide = readWideFields(bytes.subarray(pathEnd, extraEnd));
    const readField = (position: number) => {
      const value = bytes.readUInt32LE(at + position);
      return value === IN_EXTRA_FIELD ? wide() : value;
    };
    const crc = bytes.readUInt32LE(at + 16);
    // In the order in which the extra field contains those that need 64 bits.
    const size = readField(24);
    const compressedSize = readField(20);
    entries.set(path, { isDeflated: method === DEFLATED, crc, size, compressedSize, offset: readField(42) });
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Reads the fields of 64 bits among the extra fields of an entry, one after another. Throws a RangeError if there is none. */
function readWideFields(extra: Buffer): () => number {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== SIZES_64) at += 4 + extra.readUInt16LE(at + 2);
  let position = at + 4;
  return () => {
    const value = Number(extra.readBigUInt64LE(position));
    position += 8;
    return value;
  };
}
