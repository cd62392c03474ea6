import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import { toBuyer } from '../document-parties/buyer.rules.ts';
import { readInvoiceParties } from '../document-parties/document-parties.queries.ts';
import { advanceOrder } from '../order-states/advance-order.actions.ts';
import type { StepTaker } from '../order-states/order-steps.queries.ts';
import { priceAccountPieces } from '../payment-parts/payment-parts.rules.ts';
import {
  type CreditRequest,
  followCreditedTax,
  type LineOfInvoice,
  listCreditableLines,
  listCreditsOfKey,
  listUncreditedCancellations,
  listUncreditedReturns,
  lockCreditedOrders,
  lowerInvoicedAmount,
  settleByCreditNote,
  toCancellationKey,
} from './credit-notes.queries.ts';
import { type DocumentTotals, divideCredit, totalLines } from './invoice-lines.rules.ts';
import type { InvoiceDetailRow } from './invoices.queries.ts';
import type { BillingDependencies } from './issue-invoices.actions.ts';
import { type IssuedDocument, insertDocument } from './issue-invoices.queries.ts';

const SYSTEM: StepTaker = { kind: 'system', id: null };

/** A credit to give. */
export interface Credit {
  organisationId: number;
  /** What the credit is for, such as `return:12`: the same is credited only once. */
  key: string;
  /** As printed on the credit note. */
  reason: string;
  lines: readonly CreditRequest[];
}

/** A credit note that has been issued. `isNew` is false when it was issued earlier under the same key. */
export type IssuedCreditNote = IssuedDocument & { creditedInvoiceId: number; isNew: boolean };

/** Divides requests between the lines of invoices. Undefined when fewer pieces have been invoiced, or when they have been credited already. */
function divideRequests(requests: readonly CreditRequest[], lines: readonly LineOfInvoice[]) {
  const divided = requests.map((request) => {
    const own = lines.filter((line) =>
      request.invoiceLineId === undefined ? line.orderLineId === request.orderLineId : line.id === request.invoiceLineId,
    );
    return divideCredit(request, request.newestFirst ? own.toReversed() : own)?.map(({ of: { invoiceId }, credit: line }) => ({
      invoiceId,
      line,
    }));
  });
  return divided.every((part) => part !== undefined) ? divided.flat() : undefined;
}

/**
 * Issues credit notes within the caller's transaction, one for each invoice that charged the pieces, and lets them settle what is open of their
 * invoices. `not_invoiced` when the pieces are not on an invoice yet: nothing is changed then, and the caller tries again later. Repeating a key
 * credits nothing and answers the credit notes that exist. Locks the orders first; `beforeIssue` may refuse what is not a repetition then.
 */
export async function issueCreditNotes(
  tx: Tx,
  credit: Credit,
  {
    at,
    issuedOn,
    actor = SYSTEM,
    beforeIssue,
  }: { at: number; issuedOn?: string; actor?: StepTaker; beforeIssue?: () => Promise<void> },
): Promise<IssuedCreditNote[] | 'not_invoiced'> {
  const { organisationId, key, reason, lines: requests } = credit;
  await lockCreditedOrders(tx, organisationId, requests);
  const repeated = await listCreditsOfKey(tx, organisationId, key);
  if (repeated.length > 0) return repeated.map((note) => ({ ...note, isNew: false }));
  await beforeIssue?.();
  const [parties, lines] = await Promise.all([
    readInvoiceParties(tx, organisationId),
    listCreditableLines(tx, organisationId, requests),
  ]);
  const { seller } = parties;
  if (!seller) throw new Error(`Brand ${parties.brandId} has no legal facts, so nothing can be credited for it.`);
  const credits = divideRequests(requests, lines);
  if (!credits) return 'not_invoiced';
  const issued: IssuedCreditNote[] = [];
  const byInvoice = [...Map.groupBy(credits, ({ invoiceId }) => invoiceId)].toSorted(([a], [b]) => a - b);
  for (const [creditedInvoiceId, ofInvoice] of byInvoice) {
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
    issued.push({ ...note, creditedInvoiceId, isNew: true });
  }
  const orderIds = new Set(credits.map(({ line }) => line.orderId));
  for (const orderId of [...orderIds].toSorted((a, b) => a - b)) await advanceOrder(tx, { organisationId, orderId }, actor);
  return issued;
}

const BATCH_SIZE = 100;

/** What a job credits, of one kind. */
interface DueCredits<Due extends { organisationId: number; id: number }> {
  list: (db: Db, page: { limit: number; skippedIds: readonly number[] }) => Promise<Due[]>;
  toCredit: (due: Due) => Credit;
  /** Follows in the transaction of the credit notes. */
  finish: (tx: Tx, due: Due) => Promise<void>;
  /** In the log. */
  name: 'return' | 'cancellation';
}

/** Issues the credit notes of all that is due, each in its own transaction; one that fails is logged and does not stop the others. Returns how many; throws when one has failed. */
async function creditAllDue<Due extends { organisationId: number; id: number }>(
  db: Db,
  { clock, log, afterIssue }: BillingDependencies,
  { list, toCredit, finish, name }: DueCredits<Due>,
): Promise<number> {
  const skippedIds: number[] = [];
  let credited = 0;
  let failed = 0;
  for (;;) {
    const page = await list(db, { limit: BATCH_SIZE, skippedIds });
    for (const due of page) {
      const { organisationId, id } = due;
      try {
        await runInTransaction(db, async (tx) => {
          const notes = await issueCreditNotes(tx, toCredit(due), { at: clock.now() });
          if (notes === 'not_invoiced') {
            skippedIds.push(id);
            return;
          }
          const issued = notes.filter(({ isNew }) => isNew);
          if (issued.length === 0) return;
          await finish(tx, due);
          for (const note of issued) await afterIssue?.(tx, { ...note, organisationId });
          credited += 1;
        });
      } catch (error) {
        failed += 1;
        skippedIds.push(id);
        log.error({ err: error, organisationId, [`${name}Id`]: id }, `a ${name} could not be credited`);
      }
    }
    if (page.length < BATCH_SIZE) break;
  }
  if (failed > 0) throw new Error(`Could not be credited: ${failed} of kind ${name}.`);
  return credited;
}

/** Credits refunded returns, and lets them say what was credited. Returns how many; throws when one has failed. */
export const creditReturns = (db: Db, dependencies: BillingDependencies): Promise<number> =>
  creditAllDue(db, dependencies, {
    name: 'return',
    list: listUncreditedReturns,
    toCredit: ({ organisationId, id, number, orderLineId, quantity, refundMinor, refundTaxMinor }) => ({
      organisationId,
      key: `return:${id}`,
      reason: `Return ${number}`,
      lines: [{ orderLineId, quantity, unitPriceMinor: refundMinor / quantity, taxMinor: refundTaxMinor }],
    }),
    finish: (tx, { organisationId, id }) => followCreditedTax(tx, { organisationId, returnId: id }),
  });

/**
 * Credits pieces on account that were cancelled after they had been invoiced: a piece of the card had come back before, so that one of the organisation leaves
 * in its place. Returns how many lines; throws when one has failed.
 */
export const creditCancelledPieces = (db: Db, dependencies: BillingDependencies): Promise<number> =>
  creditAllDue(db, dependencies, {
    name: 'cancellation',
    list: listUncreditedCancellations,
    toCredit: ({ organisationId, id, orderId, quantity, remaining, ...price }) => ({
      organisationId,
      key: toCancellationKey(id, remaining),
      reason: `Cancelled pieces of order ${orderId}`,
      lines: [
        {
          orderLineId: id,
          quantity,
          taxMinor: priceAccountPieces(price, quantity, remaining).taxMinor,
          newestFirst: true,
        },
      ],
    }),
    finish: (tx, { organisationId, orderId, id, remaining }) =>
      lowerInvoicedAmount(tx, { organisationId, orderId }, toCancellationKey(id, remaining)),
  });

type InvoiceToCredit = Pick<InvoiceDetailRow, 'id' | 'organisation_id' | 'lines'>;
type CreditInput = BodyOf<'POST /api/operator/invoices/:id/credit'>;

const LESS_LEFT = 'Less than that is left to credit of this invoice.';

/** What an operator wants to credit. Throws 404 for lines of other documents, 422 for fractions of a penny. */
function toRequests(invoice: InvoiceToCredit, lines: CreditInput['lines']): CreditRequest[] {
  if (lines.some(({ lineId }) => !invoice.lines.some(({ id }) => id === lineId))) throw notFound('invoiceLine');
  return lines.map(({ lineId, quantity, unitPrice }, index) => ({
    invoiceLineId: lineId,
    quantity,
    unitPriceMinor: unitPrice === undefined ? undefined : toMinorUnits(unitPrice, `lines[${index}].unitPrice`),
  }));
}

/** What a credit note for these lines would amount to. Throws as `creditInvoice` does. */
export async function previewCredit(db: Db, invoice: InvoiceToCredit, lines: CreditInput['lines']): Promise<DocumentTotals> {
  const requests = toRequests(invoice, lines);
  const credits = divideRequests(requests, await listCreditableLines(db, invoice.organisation_id, requests));
  if (!credits) throw conflict('invoice', LESS_LEFT);
  return totalLines(credits.map(({ line }) => line));
}

/**
 * Issues a credit note that an operator asks for, and returns its id. The same key again answers the credit note that exists. Throws 404 for lines
 * of other documents, 422 for fractions of a penny, 409 when less is left to credit. `assertAsSeen` may refuse it once the orders are locked.
 */
export async function creditInvoice(
  tx: Tx,
  operator: OperatorScope,
  invoice: InvoiceToCredit,
  { key, reason, lines }: CreditInput,
  { at, requestId, assertAsSeen }: { at: number; requestId: string; assertAsSeen: () => Promise<void> },
): Promise<number> {
  const organisationId = invoice.organisation_id;
  const requests = toRequests(invoice, lines);
  const credit = { organisationId, key: `${operator.kind}:${key}`, reason: reason.trim(), lines: requests };
  const notes = await issueCreditNotes(tx, credit, {
    at,
    actor: { kind: operator.kind, id: operator.id },
    beforeIssue: assertAsSeen,
  });
  const note = notes === 'not_invoiced' ? undefined : notes[0];
  if (!note) throw conflict('invoice', LESS_LEFT);
  if (note.creditedInvoiceId !== invoice.id) throw conflict('key', 'This key was used for another credit note.');
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId, brandId: null },
    {
      action: 'invoice.credit-requested',
      subjectId: String(note.id),
      after: { number: note.number, reason: reason.trim() },
      requestId,
    },
  );
  return note.id;
}
