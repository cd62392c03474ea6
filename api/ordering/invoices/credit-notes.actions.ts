import type { Tx } from '#api/platform/db/database.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import {
  type CreditRequest,
  hasCredit,
  type LineOfInvoice,
  listCreditableLines,
  lockCreditedOrders,
  settleByCreditNote,
} from './credit-notes.queries.ts';
import { createCreditLine, type DocumentLine, totalLines } from './invoice-lines.rules.ts';
import { toBuyer } from './issue-invoices.actions.ts';
import { type IssuedDocument, insertDocument, readInvoiceParties } from './issue-invoices.queries.ts';

/** A credit to give. */
export interface Credit {
  organisationId: number;
  /** What the credit is for, such as `return:12`: the same is credited only once. */
  key: string;
  /** As printed on the credit note. */
  reason: string;
  lines: readonly CreditRequest[];
}

/** A credit note that has been issued. */
export type IssuedCreditNote = IssuedDocument & { creditedInvoiceId: number };

/**
 * Divides a request between the lines of invoices, the oldest first. Undefined when fewer pieces have been invoiced, or when they have been credited
 * already.
 */
function divideRequest(request: CreditRequest, lines: LineOfInvoice[]): { invoiceId: number; line: DocumentLine }[] | undefined {
  const credits: { invoiceId: number; line: DocumentLine }[] = [];
  let left = request.quantity;
  for (const line of lines) {
    if (left === 0) break;
    if (request.invoiceLineId === undefined ? line.orderLineId !== request.orderLineId : line.id !== request.invoiceLineId)
      continue;
    const quantity = Math.min(left, line.quantity - line.creditedQuantity);
    if (quantity === 0) continue;
    const credit = createCreditLine(line, { quantity, unitPriceMinor: request.unitPriceMinor });
    if (!credit) return undefined;
    credits.push({ invoiceId: line.invoiceId, line: credit });
    left -= quantity;
    // Another request may name the same line.
    line.creditedQuantity += quantity;
    line.creditedNetMinor += credit.netMinor;
    line.creditedTaxMinor += credit.taxMinor;
  }
  return left === 0 ? credits : undefined;
}

/**
 * Issues credit notes within the caller's transaction, one for each invoice that charged the pieces, and lets them settle what is open of their
 * invoices. `not_invoiced` when the pieces are not on an invoice yet: nothing is changed then, and the caller tries again later. Repeating a key
 * credits nothing. Locks the orders first.
 */
export async function issueCreditNotes(
  tx: Tx,
  credit: Credit,
  { at, issuedOn }: { at: number; issuedOn?: string },
): Promise<IssuedCreditNote[] | 'not_invoiced'> {
  const { organisationId, key, reason, lines: requests } = credit;
  await lockCreditedOrders(tx, organisationId, requests);
  if (await hasCredit(tx, organisationId, key)) return [];
  const [parties, lines] = await Promise.all([
    readInvoiceParties(tx, organisationId),
    listCreditableLines(tx, organisationId, requests),
  ]);
  const { seller } = parties;
  if (!seller) throw new Error(`Brand ${parties.brandId} has no legal facts, so nothing can be credited for it.`);
  const credits: { invoiceId: number; line: DocumentLine }[] = [];
  for (const request of requests) {
    const divided = divideRequest(request, lines);
    if (!divided) return 'not_invoiced';
    credits.push(...divided);
  }
  const issued: IssuedCreditNote[] = [];
  for (const [creditedInvoiceId, ofInvoice] of Map.groupBy(credits, ({ invoiceId }) => invoiceId)) {
    const creditLines = ofInvoice.map(({ line }) => line);
    const note = await insertDocument(tx, {
      ...totalLines(creditLines),
      organisationId,
      brandId: parties.brandId,
      kind: 'credit_note',
      currencyCode: lines.find(({ invoiceId }) => invoiceId === creditedInvoiceId)?.currencyCode as string,
      issuedOn: issuedOn ?? getLocalDay(at, parties.timeZone),
      dueOn: null,
      periodOn: null,
      creditedInvoiceId,
      creditKey: key,
      reason,
      seller,
      buyer: toBuyer(parties, null),
      lines: creditLines,
    });
    await settleByCreditNote(tx, { organisationId, creditNoteId: note.id });
    issued.push({ ...note, creditedInvoiceId });
  }
  return issued;
}
