import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { advanceOrder, reverseOrderPayment } from '../order-states/advance-order.actions.ts';
import {
  findPayer,
  findPayment,
  findPaymentByReference,
  insertAllocations,
  insertPayment,
  insertReversal,
  listOrdersOfInvoices,
  lockInvoices,
  lockOrdersOfInvoices,
  type StoredPayment,
} from './payments.queries.ts';
import { type Allocation, type AllocationInput, checkAllocations, divideAmount } from './payments.rules.ts';

/** A payment that was recorded, used or reversed, and the orders whose state followed. */
export interface PaymentResult {
  organisationId: number;
  id: number;
  paidOrderIds: number[];
  completedOrderIds: number[];
  reopenedOrderIds: number[];
}

/** In some time zones the next day has begun. */
const DAY_MS = 24 * 60 * 60 * 1000;

type OrderEffects = Pick<PaymentResult, 'paidOrderIds' | 'completedOrderIds' | 'reopenedOrderIds'>;

const NO_EFFECTS: OrderEffects = { paidOrderIds: [], completedOrderIds: [], reopenedOrderIds: [] };

/**
 * Lets a payment cover invoices, and moves their orders as far as the payment allows. Returns the orders that are paid or complete by it. The invoices
 * must be locked.
 */
async function allocate(
  tx: Tx,
  operator: OperatorScope,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
  allocations: readonly Allocation[],
): Promise<OrderEffects> {
  await insertAllocations(tx, { organisationId, paymentId }, allocations);
  const orderIds = await listOrdersOfInvoices(
    tx,
    organisationId,
    allocations.map(({ invoiceId }) => invoiceId),
  );
  const effects = { ...NO_EFFECTS, paidOrderIds: [] as number[], completedOrderIds: [] as number[] };
  for (const orderId of orderIds) {
    const steps = await advanceOrder(tx, { organisationId, orderId }, { kind: operator.kind, id: operator.id });
    if (steps.includes('pay')) effects.paidOrderIds.push(orderId);
    if (steps.includes('complete')) effects.completedOrderIds.push(orderId);
  }
  return effects;
}

/**
 * Records a payment and lets it cover the invoices named, or those that have been due for longest. The same payment again changes nothing.
 * Throws 404 for organisations of other brands, 409 for another payment under the same reference and for allocations that do not fit.
 */
export async function recordPayment(
  tx: Tx,
  operator: OperatorScope,
  input: BodyOf<'POST /api/operator/payments'>,
  { at, requestId }: { at: number; requestId: string },
): Promise<PaymentResult> {
  const { organisationId } = input;
  const payer = await findPayer(tx, operator, organisationId);
  if (!payer) throw notFound('organisation');
  if (Date.parse(input.receivedOn) > at + DAY_MS) throw invalid('receivedOn', 'The day of the payment is in the future.');
  const { currencyCode } = payer;
  const [amountMinor, reference] = [toMinorUnits(input.amount, 'amount'), input.reference.trim()];
  const invoiceIds = await lockOrdersOfInvoices(
    tx,
    organisationId,
    input.allocations?.map(({ invoiceId }) => invoiceId) ?? 'open',
  );
  const id = await insertPayment(tx, operator, { ...input, amountMinor, currencyCode, reference });
  if (id === undefined) {
    const recorded = await findPaymentByReference(tx, organisationId, reference);
    if (recorded?.amountMinor === amountMinor && recorded.receivedOn === input.receivedOn)
      return { organisationId, id: recorded.id, ...NO_EFFECTS };
    throw conflict('reference', 'Another payment with this reference has been recorded already.');
  }
  const invoices = await lockInvoices(tx, organisationId, invoiceIds);
  const allocations = input.allocations
    ? checkAllocations(input.allocations, { leftMinor: amountMinor, currencyCode, invoices })
    : divideAmount(
        amountMinor,
        invoices.filter((invoice) => invoice.currencyCode === currencyCode),
      );
  const effects = await allocate(tx, operator, { organisationId, paymentId: id }, allocations);
  const subject = { organisationId, brandId: payer.brandId };
  await recordOperatorAuditEvent(tx, operator, subject, {
    action: 'payment.recorded',
    subjectId: String(id),
    after: { amountMinor, reference },
    requestId,
  });
  return { organisationId, id, ...effects };
}

/**
 * Finds and locks a payment, after the orders of the invoices named, or of those that it covers, whose ids are returned too. Throws 404 when there is
 * none, 409 when it has been reversed or is a reversal.
 */
async function getUsablePayment(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  namedIds?: readonly number[],
): Promise<{ payment: StoredPayment; invoiceIds: number[] }> {
  const found = await findPayment(tx, operator, id, { lock: false });
  if (!found) throw notFound('payment');
  const invoiceIds = await lockOrdersOfInvoices(tx, found.organisationId, namedIds ?? { coveredBy: id });
  const payment = await findPayment(tx, operator, id, { lock: true });
  if (!payment) throw notFound('payment');
  if (payment.kind === 'reversal' || payment.reversedById !== null)
    throw conflict('payment', 'This payment has been reversed already.');
  return { payment, invoiceIds };
}

/** Lets what is left of a payment or credit note cover invoices. Throws 404 and 409 as `recordPayment` does. */
export async function allocateCredit(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  input: AllocationInput,
  requestId: string,
): Promise<PaymentResult> {
  const namedIds = input.map(({ invoiceId }) => invoiceId);
  const { payment, invoiceIds } = await getUsablePayment(tx, operator, id, namedIds);
  const { organisationId, currencyCode, brandId } = payment;
  const invoices = await lockInvoices(tx, organisationId, invoiceIds);
  const leftMinor = payment.amountMinor - payment.allocatedMinor;
  const allocations = checkAllocations(input, { leftMinor, currencyCode, invoices });
  const effects = await allocate(tx, operator, { organisationId, paymentId: id }, allocations);
  const after = { allocatedMinor: allocations.reduce((sum, { amountMinor }) => sum + amountMinor, 0) };
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId, brandId },
    {
      action: 'payment.allocated',
      subjectId: String(id),
      after,
      requestId,
    },
  );
  return { organisationId, id, ...effects };
}

/**
 * Reverses a payment by a counter entry, so that the invoices that it covered are open again, and their orders neither paid nor complete. Throws 404
 * when there is none, 409 when it has been reversed, is a credit note, or covers another invoice since a moment ago.
 */
export async function reversePayment(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { reason, requestId }: { reason: string; requestId: string },
): Promise<PaymentResult> {
  const { payment, invoiceIds: lockedIds } = await getUsablePayment(tx, operator, id);
  if (payment.kind === 'credit_note') throw conflict('payment', 'A credit note cannot be reversed.');
  const { organisationId } = payment;
  const invoiceIds = await insertReversal(tx, operator, payment, reason.trim());
  // The orders of this invoice are not locked, and locking them now could wait for someone who waits for this payment.
  if (invoiceIds.some((invoiceId) => !lockedIds.includes(invoiceId)))
    throw conflict('payment', 'This payment has just been used for another invoice. Look at it again before you reverse it.');
  const reopenedOrderIds: number[] = [];
  for (const orderId of await listOrdersOfInvoices(tx, organisationId, invoiceIds)) {
    const steps = await reverseOrderPayment(tx, { organisationId, orderId }, { kind: operator.kind, id: operator.id });
    if (steps.length > 0) reopenedOrderIds.push(orderId);
  }
  const subject = { organisationId, brandId: payment.brandId };
  await recordOperatorAuditEvent(tx, operator, subject, {
    action: 'payment.reversed',
    subjectId: String(id),
    after: { amountMinor: payment.amountMinor, reason: reason.trim() },
    requestId,
  });
  return { organisationId, id, ...NO_EFFECTS, reopenedOrderIds };
}
