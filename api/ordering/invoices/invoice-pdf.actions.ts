import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#api/platform/db/database.ts';
import type { FileStore } from '#api/platform/files/file-store.ts';
import type { DocumentRequester } from '#api/platform/pdf/draw-in-thread.ts';
import { openDocument } from '../documents/draw-document.ts';
import { toInvoicePdf } from './invoice-pdf.mapper.ts';
import { type InvoiceDetailRow, invoicesOfOrganisation, readInvoices } from './invoices.queries.ts';

/**
 * An invoice or credit note that the requester may see, as PDF. It is drawn once: it stays as it was issued, also when its brand changes. Throws as
 * `drawDocument` does when it has to be drawn.
 */
export function openInvoicePdf(
  files: Pick<FileStore, 'openDocument'>,
  requester: DocumentRequester,
  invoice: InvoiceDetailRow,
): Promise<Readable> {
  const { organisation_id: organisationId, id, number } = invoice;
  const task = toInvoicePdf(invoice);
  const document = {
    organisationId,
    key: `invoice:${id}`,
    name: `${number}.pdf`,
    isCurrent: async (tx: Tx) => {
      const [row] = await readInvoices(tx, invoicesOfOrganisation(organisationId), [id], new Date());
      return row !== undefined && isDeepStrictEqual(toInvoicePdf(row), task);
    },
  };
  return openDocument(files, requester, document, task);
}
