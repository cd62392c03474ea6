import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { cleanFileName, getExtension, toStoredName } from './file-name.rules.ts';
import {
  type DocumentFileType,
  describeTypes,
  detectType,
  FILE_TYPES,
  isOfficeType,
  isWholePdf,
  type OfficeType,
  SIGNATURE_LENGTH,
  TRAILER_LENGTH,
} from './file-type.rules.ts';
import { describeOfficeFinding, inspectOfficeFile } from './inspect-office-file.ts';
import { describePdfFinding } from './pdf-findings.ts';
import type { ReceivedFile } from './read-multipart.ts';
import { isImageType, reencodeImage } from './reencode-image.ts';
import { rewritePdf } from './rewrite-pdf.ts';
import { invalidFile, unsupportedType } from './upload-errors.ts';

/** A file that has been checked: what is stored of it, and where it is until then. */
export interface PreparedFile<T extends DocumentFileType> {
  /** Where the content is that is to be stored, which may be where it was received. */
  path: string;
  storageKey: string;
  name: string;
  contentType: T;
  size: number;
  sha256: Buffer;
}

/**
 * Checks one received file and writes what is to be stored of it beside it: pictures are re-encoded, PDFs written anew, files of office programs stay as they
 * are. The type is what the content says; an extension of another accepted type is corrected. `person` says whose file it is, for their share of the time.
 *
 * Throws 415 when it has no accepted type, cannot be read or has more than pages, texts and pictures in it, 422 when it is empty, and 503 when the wait is too long.
 */
export async function prepareFile<T extends DocumentFileType>(
  file: ReceivedFile,
  accept: readonly T[],
  person: string,
): Promise<PreparedFile<T>> {
  // Messages name the file as it is called on the user's device.
  const name = cleanFileName(file.name);
  if (file.size === 0) throw invalidFile(`“${name}” is empty.`);
  const { head, tail } = await readEnds(file);
  const signature = detectType(head);
  if (signature === 'heic')
    throw unsupportedType(
      `“${name}” is a photo in the HEIC format, which cannot be read here. Please save it as JPEG and upload it again.`,
    );
  const refused = () => unsupportedType(`“${name}” is not a ${describeTypes(accept)}.`);
  if (accept.some(isOfficeType)) refuseContainer(signature, name);
  const type = signature === 'zip' ? await detectOffice(file.path, name, { accept, person }) : signature;
  if (!isOneOf(accept, type)) throw refused();
  const extension = getExtension(name);
  // An extension of another accepted type is corrected: apps often save WebP as .jpg.
  if (extension && !accept.some((accepted) => FILE_TYPES[accepted].extensions.includes(extension))) throw refused();
  const isOwn = !extension || FILE_TYPES[type].extensions.includes(extension);
  const stem = isOwn || !accept.some(isOfficeType) ? name : name.slice(0, -extension.length - 1);
  if (isOfficeType(type)) return describeFile(file.path, type, stem);
  const path = `${file.path}.checked`;
  if (isImageType(type)) await reencodeImage(file.path, path, type, { name, owner: person });
  else if (isWholePdf(tail)) await rewritePdf({ source: file.path, target: path }, name, person);
  else throw unsupportedType(describePdfFinding('unreadable', name));
  return describeFile(path, type, stem);
}

/** What is stored of a file whose content has been checked and is at `path`. */
export async function describeFile<T extends DocumentFileType>(path: string, type: T, name: string): Promise<PreparedFile<T>> {
  return { ...(await measureFile(path)), name: toStoredName(name, FILE_TYPES[type]), contentType: type };
}

/** What is stored of a file of any type, apart from its name and type. */
export async function measureFile(path: string): Promise<Pick<PreparedFile<never>, 'path' | 'storageKey' | 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { path, storageKey: randomUUID(), size, sha256: hash.digest() };
}

const isOneOf = <T extends DocumentFileType>(accept: readonly T[], type: string | undefined): type is T =>
  (accept as readonly (string | undefined)[]).includes(type);

/** What an archive is, if archives are accepted. */
async function detectOffice(
  path: string,
  name: string,
  { accept, person }: { accept: readonly DocumentFileType[]; person: string },
): Promise<OfficeType | undefined> {
  if (!accept.some(isOfficeType)) return undefined;
  const found = await inspectOfficeFile(path, person);
  if (typeof found === 'object') throw unsupportedType(describeOfficeFinding(found.finding, name));
  return found;
}

function refuseContainer(signature: string | undefined, name: string): void {
  if (signature !== 'ole') return;
  throw unsupportedType(
    `“${name}” is protected by a password or in an older format. Please save it as .docx, .xlsx or .pptx without a password.`,
  );
}

/** The first and the last bytes of a file, which say its type. */
export async function readEnds({ path, size }: ReceivedFile): Promise<{ head: Buffer; tail: Buffer }> {
  const file = await open(path, 'r');
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    return { head: await read(0, SIGNATURE_LENGTH), tail: await read(Math.max(0, size - TRAILER_LENGTH), TRAILER_LENGTH) };
  } finally {
    await file.close();
  }
}
