import { FairQueue } from '../fair-queue.ts';
import { Archive, ArchiveTooLargeError, DamagedArchiveError } from '../workbook/unzip.ts';
import type { OfficeType } from './file-type.rules.ts';

/** Why a file of an office program is not stored. */
type OfficeFinding = 'macros' | 'embedded' | 'remote' | 'too-large' | 'unreadable';

/** Of all that an archive contains; a workbook of 50 MB has up to ten times as much. */
const MAX_UNPACKED_BYTES = 500_000_000;
/** Of the parts that are searched. */
const MAX_PART_LENGTH = 5_000_000;
const BUSY = 'Many files are being checked at the moment. Nothing was saved; please try again in a few seconds.';

const queue = new FairQueue(BUSY);

const OOXML = 'application/vnd.openxmlformats-officedocument.';
const OOXML_TYPES = ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'] as const;
const ODF = 'application/vnd.oasis.opendocument.';
const ODF_TYPES = ['text', 'spreadsheet', 'presentation'] as const;
const CONTENT_TYPES = '[Content_Types].xml';

/** Paths of programs: Visual Basic, macro sheets and controls of Microsoft, Basic and scripts of OpenDocument. */
const MACROS = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml|macrosheets\/|activeX\/|Basic\/|Scripts\/)/i;
/** Charts keep their figures in a workbook. */
const EMBEDDED = /(?:^|\/)embeddings\//i;
const REPLACEMENT = /(?:^|\/)ObjectReplacements\//i;
const EMBEDDED_OFFICE = /\.(?:xlsx|docx|pptx)$/i;
/** Relations to other addresses that a program follows when the file is opened. */
const REMOTE_KINDS = ['/attachedTemplate"', '/oleObject"', '/frame"', '/subDocument"'];

/**
 * What an archive is that an office program wrote, or why it is not stored: programs and files in it, what is loaded from elsewhere when it is opened, or more
 * than 500 MB unpacked; undefined when it is another archive. All of it is unpacked once, piece by piece, so that what its directory says is true. A process does
 * this for one file at a time, and for one file of each `owner` in turn. Throws 503 when the wait is too long.
 */
export const inspectOfficeFile = (path: string, owner: string): Promise<OfficeType | { finding: OfficeFinding } | undefined> =>
  queue.run(owner, () =>
    Archive.openFile(path, MAX_UNPACKED_BYTES, inspect).catch((error: unknown) => {
      if (error instanceof ArchiveTooLargeError) return { finding: 'too-large' as const };
      if (error instanceof DamagedArchiveError) return { finding: 'unreadable' as const };
      throw error;
    }),
  );

async function inspect(archive: Archive): Promise<OfficeType | { finding: OfficeFinding } | undefined> {
  if (archive.hasDuplicates) return { finding: 'unreadable' };
  const { paths } = archive;
  if (!paths.includes(CONTENT_TYPES) && !paths.includes('mimetype')) return undefined;
  if (paths.some((path) => MACROS.test(path))) return { finding: 'macros' };
  if (paths.some((path) => isEmbedded(path))) return { finding: 'embedded' };
  let type: OfficeType | undefined;
  let isRemote = false;
  let hasMacros = false;
  for (const path of paths) {
    const isType = path === CONTENT_TYPES || path === 'mimetype';
    const text = await readPart(archive, path, isType || path.endsWith('.rels'));
    if (isType) type ??= path === 'mimetype' ? findOpenDocument(text) : findOpenXml(text);
    if (path === CONTENT_TYPES && /macroEnabled/i.test(text)) hasMacros = true;
    if (loadsFromElsewhere(text)) isRemote = true;
  }
  if (hasMacros) return { finding: 'macros' };
  return isRemote ? { finding: 'remote' } : type;
}

const isEmbedded = (path: string) =>
  (EMBEDDED.test(path) && !EMBEDDED_OFFICE.test(path)) || (REPLACEMENT.test(path) && /\.bin$/i.test(path));

/** Unpacks a part; its text if it is wanted, else nothing of it is kept. */
async function readPart(archive: Archive, path: string, isWanted: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of archive.read(path)) {
    if (!isWanted) continue;
    length += chunk.length;
    if (length > MAX_PART_LENGTH) throw new ArchiveTooLargeError(`${path} is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const findOpenXml = (text: string): OfficeType | undefined => {
  const found = OOXML_TYPES.find((name) => text.includes(`"${OOXML}${name}.main+xml"`));
  return found && `${OOXML}${found}`;
};

const findOpenDocument = (text: string): OfficeType | undefined => {
  const found = ODF_TYPES.find((name) => text === `${ODF}${name}`);
  return found && `${ODF}${found}`;
};

const loadsFromElsewhere = (text: string) =>
  text.split('<').some((tag) => tag.includes('"External"') && REMOTE_KINDS.some((kind) => tag.includes(kind)));

/** The sentence for a finding; `name` is what the file is called on the user's device. */
export function describeOfficeFinding(finding: OfficeFinding, name: string): string {
  switch (finding) {
    case 'macros':
      return `“${name}” contains macros. Please save it without them and upload it again.`;
    case 'embedded':
      return `“${name}” contains other files. Please remove them and upload it again.`;
    case 'remote':
      return `“${name}” loads something from elsewhere when it is opened. Please save it without its template and linked objects.`;
    case 'too-large':
      return `“${name}” is too large when it is unpacked. Please save it again, or upload it as a PDF.`;
    case 'unreadable':
      return `“${name}” cannot be read. It may be damaged: please open it, save it again and upload it.`;
  }
}
