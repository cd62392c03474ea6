import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** An archive that is damaged, or is not one. */
export class DamagedArchiveError extends Error {}
/** An archive that would take more space than allowed when it is unpacked. */
export class ArchiveTooLargeError extends Error {}

/** A workbook has a few dozen files. */
const MAX_ENTRIES = 10_000;
const OPTIONS = {
  // Sizes are compared here, with errors that say which limit was exceeded.
  validateEntrySizes: false,
  // Paths are read as UTF-8, as programs write them, whether or not they say so.
  decodeStrings: false,
};

/**
 * A zip archive in memory. Its files are unpacked as they are read. They may take `maxBytes` in total: this is checked against the sizes in
 * the directory before anything is unpacked, and again while unpacking, since a directory can be wrong.
 */
export class Archive {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #maxBytes: number;
  #unpackedBytes = 0;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.#file = file;
    this.#entries = entries;
    this.#maxBytes = maxBytes;
  }

  /** Reads the directory of an archive. Throws DamagedArchiveError and ArchiveTooLargeError. */
  static async open(bytes: Uint8Array, maxBytes: number): Promise<Archive> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const file = await fromBufferPromise(buffer, OPTIONS).catch(throwDamaged);
    if (file.entryCount > MAX_ENTRIES) throw new ArchiveTooLargeError(`The archive contains ${file.entryCount} files.`);
    const entries = await readEntries(file).catch(throwDamaged);
    const size = entries.values().reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (size > maxBytes) throw new ArchiveTooLargeError(`The archive contains ${size} bytes.`);
    return new Archive(file, entries, maxBytes);
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /**
   * The content of a file in chunks. Throws DamagedArchiveError, also if there is no such file, and ArchiveTooLargeError as soon as the file
   * exceeds the size in the directory, or the files read so far exceed the limit.
   */
  async *read(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (!entry) throw new DamagedArchiveError(`The archive contains no ${path}.`);
    const content = await this.#file.openReadStreamPromise(entry).catch(throwDamaged);
    let crc = 0;
    let size = 0;
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.#unpackedBytes += chunk.length;
        if (size > entry.uncompressedSize || this.#unpackedBytes > this.#maxBytes)
          throw new ArchiveTooLargeError('The archive contains more than its directory says.');
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new DamagedArchiveError(`${path} cannot be unpacked.`);
      throw error;
    }
    // The library does not compare it.
    if (crc !== entry.crc32) throw new DamagedArchiveError(`${path} is damaged.`);
  }
}

async function readEntries(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of file.eachEntry()) entries.set(entry.fileNameRaw.toString(), entry);
  return entries;
}

/** The errors of the library have no class of their own: it calls nothing but itself. */
function throwDamaged(error: Error): never {
  throw new DamagedArchiveError(error.message);
}
