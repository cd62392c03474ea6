import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';

/** What of a payment is to cover which invoice, as it is sent. */
export type AllocationInput = BodyOf<'POST /api/operator/payments/:id/allocations'>['allocations'];

/** An invoice with what is open of it. */
export interface OpenInvoice {
  id: number;
  openMinor: number;
  currencyCode: string;
}

/** Part of a payment that covers an invoice. */
export interface Allocation {
  invoiceId: number;
  amountMinor: number;
}

/** Divides an amount between open invoices in their order. */
export function divideAmount(amountMinor: number, invoices: readonly OpenInvoice[]): Allocation[] {
  let left = amountMinor;
  return invoices.flatMap(({ id, openMinor }) => {
    const covered = Math.min(left, openMinor);
    left -= covered;
    return covered > 0 ? [{ invoiceId: id, amountMinor: covered }] : [];
  });
}

/** Checks allocations that someone chose. Throws 404 for unknown invoices, 409 when less is open or left. */
export function checkAllocations(
  input: AllocationInput,
  { leftMinor, currencyCode, invoices }: { leftMinor: number; currencyCode: string; invoices: readonly OpenInvoice[] },
): Allocation[] {
  const allocations = input.map(({ invoiceId, amount }, index) => ({
    invoiceId,
    amountMinor: toMinorUnits(amount, `allocations[${index}].amount`),
  }));
  const amounts = new Map<number, number>();
  for (const { invoiceId, amountMinor } of allocations) amounts.set(invoiceId, (amounts.get(invoiceId) ?? 0) + amountMinor);
  for (const [invoiceId, amountMinor] of amounts) {
    const invoice = invoices.find(({ id }) => id === invoiceId);
    if (!invoice || invoice.currencyCode !== currencyCode) throw notFound('invoice');
    if (amountMinor > invoice.openMinor)
      throw conflict('allocations', `Only ${formatMoney(invoice.openMinor, currencyCode)} is open of one of the invoices.`);
  }
  const sum = allocations.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum > leftMinor)
    throw conflict(
      'allocations',
      `The invoices take ${formatMoney(sum, currencyCode)}, but only ${formatMoney(leftMinor, currencyCode)} is left.`,
    );
  return [...amounts].map(([invoiceId, amountMinor]) => ({ invoiceId, amountMinor }));
}
