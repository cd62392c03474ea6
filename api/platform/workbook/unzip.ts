import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

/** An archive that is damaged, or is not one. */
export class DamagedArchiveError extends Error {}
/** An archive that would take more space than allowed when it is unpacked. */
export class ArchiveTooLargeError extends Error {}

/** A workbook has a few dozen files, a presentation a few hundred. */
const MAX_ENTRIES = 10_000;
const OPTIONS = {
  // Sizes are compared here, with errors that say which limit was exceeded.
  validateEntrySizes: false,
  // Paths are read as UTF-8, as programs write them, whether or not they say so.
  decodeStrings: false,
};

/**
 * A zip archive in memory or in a file. Its files are unpacked as they are read. They may take `maxBytes` in total: this is checked against the sizes in
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
    return Archive.#read(await fromBufferPromise(buffer, OPTIONS).catch(throwDamaged), maxBytes);
  }

  /** As `open`, for an archive in a file, which stays open while `use` runs. */
  static async openFile<T>(path: string, maxBytes: number, use: (archive: Archive) => Promise<T>): Promise<T> {
    const file = await openPromise(path, { ...OPTIONS, autoClose: false }).catch(throwDamaged);
    try {
      return await use(await Archive.#read(file, maxBytes));
    } finally {
      file.close();
    }
  }

  static async #read(file: ZipFile, maxBytes: number): Promise<Archive> {
    if (file.entryCount > MAX_ENTRIES) throw new ArchiveTooLargeError(`The archive contains ${file.entryCount} files.`);
    const entries = await readEntries(file).catch(throwDamaged);
    const size = entries.values().reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (size > maxBytes) throw new ArchiveTooLargeError(`The archive contains ${size} bytes.`);
    return new Archive(file, entries, maxBytes);
  }

  /** The paths of its files. */
  get paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** Whether several of its files have the same path, so that programs can differ in which one they read. */
  get hasDuplicates(): boolean {
    return this.#file.entryCount > new Set(this.paths.map((path) => path.toLowerCase())).size;
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
