import type { Tx } from '#api/platform/db/database.ts';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import type { FileStore } from '#api/platform/files/file-store.ts';
import { detectType, FILE_TYPES, SIGNATURE_LENGTH } from '#api/platform/files/file-type.rules.ts';
import { expireFiles, keepFiles, type StoredFileOwner } from '#api/platform/files/stored-files.queries.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { Finding } from './differences.rules.ts';
import { type PurchaseOrder, replaceFiles } from './purchase-orders.queries.ts';
import type { SentOrder } from './sent-order.rules.ts';

/** A part of a document, decoded. */
export interface OrderFile {
  /** Without `cid:` and angle brackets; empty when it has none. */
  contentId: string;
  fileName: string | undefined;
  bytes: Buffer;
}

/** Files of an order that are stored for now, and what is said of the others. */
export interface KeptAttachments {
  files: { contentId: string; fileName: string; contentType: string; fileId: number }[];
  findings: Finding[];
}

/** What storing files needs. */
export interface AttachmentDependencies {
  files: Pick<FileStore, 'storeBytes'>;
}

const MAX_FILES = 20;
const MAX_CONTENT_ID = 300;

/** Files of a buyer's system are the supplier's: no person has uploaded them. */
const ownerOf = ({ organisationId }: Connection): StoredFileOwner => ({
  organisationId,
  actorKind: 'system',
  actorId: 0,
  customerId: null,
});

const finding = (text: string): Finding => ({ kind: 'file', lineNumber: null, isDoubtful: false, text });

/** The type that the content of a file says, of those that can be uploaded elsewhere. */
function findType({ bytes }: OrderFile): keyof typeof FILE_TYPES | undefined {
  const type = detectType(bytes.subarray(0, SIGNATURE_LENGTH));
  return type !== undefined && type in FILE_TYPES ? (type as keyof typeof FILE_TYPES) : undefined;
}

/**
 * Stores the files of an order to the byte, for a day: `attachKept` keeps them with it. Those of other types, those that are empty, contain malware or do not fit, and
 * those that the order names and that did not come, are findings: no order is refused for a file.
 */
export async function keepAttachments(
  { files: store }: AttachmentDependencies,
  connection: Connection,
  order: SentOrder,
  received: readonly OrderFile[],
): Promise<KeptAttachments> {
  const nameOf = ({ fileName, contentId }: OrderFile) => cleanFileName(fileName ?? contentId);
  const named = received.map((file, index) => ({ ...file, contentId: file.contentId || `part-${index + 1}` }));
  const arrived = new Set(named.map(({ contentId }) => contentId));
  const findings = order.attachments
    .filter((url) => !arrived.has(url.replace(/^cid:/i, '')))
    .slice(0, MAX_FILES)
    .map((url) => finding(`The order refers to a file that did not come with it: ${url.slice(0, 100)}.`));
  const wanted = named.filter((file, index) => named.findIndex(({ contentId }) => contentId === file.contentId) === index);
  if (wanted.length > MAX_FILES)
    findings.push(finding(`The order came with ${wanted.length} files. Only the first ${MAX_FILES} were kept.`));
  const accepted: (OrderFile & { contentType: string })[] = [];
  for (const file of wanted.slice(0, MAX_FILES)) {
    const type = findType(file);
    if (type && file.contentId.length <= MAX_CONTENT_ID) accepted.push({ ...file, contentType: type });
    else findings.push(finding(`The file “${nameOf(file)}” was not kept: it is no picture and no PDF.`));
  }
  if (accepted.length === 0) return { files: [], findings };
  const stored = await store.storeBytes(
    ownerOf(connection),
    'purchaseOrder',
    accepted.map((file) => ({ name: nameOf(file), bytes: file.bytes })),
  );
  const files: KeptAttachments['files'] = [];
  for (const [index, file] of accepted.entries()) {
    const row = stored[index];
    if (typeof row === 'object')
      files.push({ contentId: file.contentId, fileName: nameOf(file), contentType: file.contentType, fileId: row.id });
    else
      findings.push(
        finding(
          `The file “${nameOf(file)}” was not kept: ${row === 'infected' ? 'it contains malware' : 'the storage of the organisation is full'}.`,
        ),
      );
  }
  return { files, findings };
}

/** Keeps stored files with an order, in place of those of an earlier version of it. */
export async function attachKept(
  tx: Tx,
  connection: Connection,
  order: Pick<PurchaseOrder, 'organisationId' | 'id'>,
  { files }: KeptAttachments,
): Promise<void> {
  const kept = await keepFiles(
    tx,
    ownerOf(connection),
    'purchaseOrder',
    files.map(({ fileId }) => fileId),
  );
  if (!kept) throw new Error(`Files of order ${order.id} are no longer there although they have just been stored.`);
  const replaced = await replaceFiles(tx, order, files);
  if (replaced.length > 0) await expireFiles(tx, order.organisationId, replaced);
}
