import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import { toBuyer } from '../document-parties/buyer.rules.ts';
import { readInvoiceParties } from '../document-parties/document-parties.queries.ts';
import { advanceOrder } from '../order-states/advance-order.actions.ts';
import type { StepTaker } from '../order-states/order-steps.queries.ts';
import { createInvoiceLines, totalLines } from './invoice-lines.rules.ts';
import {
  type BillingBatch,
  claimShipments,
  type IssuedDocument,
  insertDocument,
  listUnbilledMonths,
  listUnbilledShipments,
  lockOrdersOfShipments,
} from './issue-invoices.queries.ts';

/** What the billing jobs need. */
export interface BillingDependencies {
  clock: Clock;
  log: { error(details: object, message: string): void };
  /** What follows an invoice in its transaction, such as its mail. */
  afterIssue?: (tx: Tx, invoice: IssuedDocument & { organisationId: number }) => Promise<void>;
}

const SYSTEM: StepTaker = { kind: 'system', id: null };

/**
 * Issues one invoice for shipments within the caller's transaction. Undefined when another transaction has billed them, or when there is nothing to
 * charge, so that nothing is left to pay. `issuedOn` is today in the organisation's time zone unless given. Throws when the brand lacks its legal facts.
 */
export async function issueInvoice(
  tx: Tx,
  { organisationId, shipmentIds, periodOn }: BillingBatch,
  { at, issuedOn }: { at: number; issuedOn?: string },
): Promise<IssuedDocument | undefined> {
  await lockOrdersOfShipments(tx, organisationId, shipmentIds);
  const [parties, billable] = await Promise.all([
    readInvoiceParties(tx, organisationId),
    claimShipments(tx, organisationId, shipmentIds),
  ]);
  const { seller } = parties;
  if (!seller) throw new Error(`Brand ${parties.brandId} has no legal facts, so nothing can be invoiced for it.`);
  const [currencyCode, ...others] = billable.currencyCodes;
  if (others.length > 0) throw new Error(`The shipments of organisation ${organisationId} are in several currencies.`);
  const lines = createInvoiceLines(billable.lines, billable.charges, billable.once);
  if (currencyCode === undefined || lines.length === 0) {
    for (const orderId of billable.orderIds) await advanceOrder(tx, { organisationId, orderId }, SYSTEM);
    return undefined;
  }
  const day = issuedOn ?? getLocalDay(at, parties.timeZone);
  return insertDocument(tx, {
    ...totalLines(lines),
    organisationId,
    brandId: parties.brandId,
    kind: 'invoice',
    currencyCode,
    issuedOn: day,
    dueOn: addDaysTo(day, seller.paymentTermDays),
    periodOn,
    creditedInvoiceId: null,
    creditKey: null,
    reason: null,
    seller,
    buyer: toBuyer(parties, billable.orderAddress),
    lines,
  });
}

const BATCH_SIZE = 100;

/** Issues the invoices of batches, each in its own transaction; one that fails is logged and does not stop the others. */
async function issueAll(
  db: Db,
  { clock, log, afterIssue }: BillingDependencies,
  batches: readonly BillingBatch[],
): Promise<{ issued: number; failed: BillingBatch[] }> {
  const failed: BillingBatch[] = [];
  let issued = 0;
  for (const batch of batches)
    try {
      await runInTransaction(db, async (tx) => {
        const invoice = await issueInvoice(tx, batch, { at: clock.now() });
        if (!invoice) return;
        await afterIssue?.(tx, { ...invoice, organisationId: batch.organisationId });
        issued += 1;
      });
    } catch (error) {
      failed.push(batch);
      log.error(
        { err: error, organisationId: batch.organisationId, shipmentIds: batch.shipmentIds },
        'an invoice could not be issued',
      );
    }
  return { issued, failed };
}

const throwIfFailed = (failed: number) => {
  if (failed > 0) throw new Error(`Invoices that could not be issued: ${failed}.`);
};

/** Issues an invoice for each shipment that has been sent since, where organisations are invoiced so. Returns how many; throws when one has failed. */
export async function billShipments(db: Db, dependencies: BillingDependencies): Promise<number> {
  const skippedIds: number[] = [];
  let issued = 0;
  for (;;) {
    const at = new Date(dependencies.clock.now());
    const batches = await listUnbilledShipments(db, { at, limit: BATCH_SIZE, skippedIds });
    const result = await issueAll(db, dependencies, batches);
    issued += result.issued;
    skippedIds.push(...result.failed.flatMap(({ shipmentIds }) => shipmentIds));
    if (batches.length < BATCH_SIZE) break;
  }
  throwIfFailed(skippedIds.length);
  return issued;
}

/** Issues the monthly invoices that are due. Returns how many; throws when one has failed. */
export async function billMonths(db: Db, dependencies: BillingDependencies): Promise<number> {
  const batches = await listUnbilledMonths(db, new Date(dependencies.clock.now()));
  const { issued, failed } = await issueAll(db, dependencies, batches);
  throwIfFailed(failed.length);
  return issued;
}
