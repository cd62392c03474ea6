import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#api/platform/db/database.ts';
import type { FileStore } from '#api/platform/files/file-store.ts';
import type { DocumentRequester } from '#api/platform/pdf/draw-in-thread.ts';
import { openDocument } from '../../documents/draw-document.ts';
import { toReceiptPdf } from './receipts.mapper.ts';
import { findReceipt, type ReceiptRow, receiptsOfOrganisation } from './receipts.queries.ts';

/**
 * A receipt that the requester may see, as PDF. It is drawn once: it stays as it was issued, also when its brand changes. Throws as `drawDocument` does when it has
 * to be drawn.
 */
export function openReceiptPdf(
  files: Pick<FileStore, 'openDocument'>,
  requester: DocumentRequester,
  receipt: ReceiptRow,
): Promise<Readable> {
  const { organisationId, id, number } = receipt;
  const task = toReceiptPdf(receipt);
  const document = {
    organisationId,
    key: `receipt:${id}`,
    name: `${number}.pdf`,
    isCurrent: async (tx: Tx) => {
      const row = await findReceipt(tx, receiptsOfOrganisation(organisationId), id);
      return row !== undefined && isDeepStrictEqual(toReceiptPdf(row), task);
    },
  };
  return openDocument(files, requester, document, task);
}
