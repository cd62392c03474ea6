/** Inspects a PDF in a worker thread and writes it anew, so that what is stored is what was inspected. */
import { readFile, writeFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import {
  EncryptedPDFError,
  ParseSpeeds,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import { inspectPdf } from './inspect-pdf.rules.ts';
import type { PdfFinding, PdfTask } from './pdf-findings.ts';

/** Of all streams that the library unpacks while it reads: those with objects and with tables of objects. A file of 10 MB has a tenth. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;

/** A PDF that unpacks to more than a document of pages does, or in a way that these streams have no need of. */
class UnusualStreamError extends Error {}

let unpackedBytes = 0;

function countUnpacked({ dict, contents }: PDFRawStream): void {
  const filter = dict.lookup(PDFName.of('Filter'));
  const length = filter === undefined ? contents.length : unpack(filter, contents);
  unpackedBytes += length;
  if (unpackedBytes > MAX_UNPACKED_BYTES) throw new UnusualStreamError();
}

function unpack(filter: unknown, contents: Uint8Array): number {
  if (filter !== PDFName.of('FlateDecode')) throw new UnusualStreamError();
  return inflateSync(contents, { maxOutputLength: MAX_UNPACKED_BYTES }).length;
}

// The library has no limit of its own: it would unpack 10 MB to 10 GB.
for (const parser of [PDFObjectStreamParser, PDFXRefStreamParser]) {
  const forStream = parser.forStream as (stream: PDFRawStream, ...rest: unknown[]) => unknown;
  Object.assign(parser, {
    forStream: (stream: PDFRawStream, ...rest: unknown[]) => {
      countUnpacked(stream);
      return forStream(stream, ...rest);
    },
  });
}

/** Deletes the streams in which objects and tables of objects were: what was in them is written anew. */
function deleteContainers(context: PDFContext): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const type = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of('Type')) : undefined;
    if (type === PDFName.of('ObjStm') || type === PDFName.of('XRef')) context.delete(ref);
  }
}

/** Writes the PDF anew, or returns what it contains besides pages. */
export default async function writePdf({ source, target }: PdfTask): Promise<PdfFinding | undefined> {
  unpackedBytes = 0;
  const bytes = await readFile(source);
  try {
    const document = await PDFDocument.load(bytes, {
      parseSpeed: ParseSpeeds.Fastest,
      throwOnInvalidObject: true,
      updateMetadata: false,
    });
    const { catalog, context } = document;
    if (!(catalog instanceof PDFDict)) return 'unreadable';
    const finding = inspectPdf(context);
    if (finding) return finding;
    deleteContainers(context);
    const written = await document.save({
      addDefaultPage: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
      updateFieldAppearances: false,
    });
    await writeFile(target, written, { mode: 0o600 });
    return undefined;
  } catch (error) {
    if (/^(ENOSPC|EDQUOT|EACCES|EROFS)$/.test(String((error as { code?: string }).code))) throw error;
    // Compressed objects cannot be read before they are decrypted.
    return error instanceof EncryptedPDFError || bytes.includes('/Encrypt') ? 'protected' : 'unreadable';
  }
}
