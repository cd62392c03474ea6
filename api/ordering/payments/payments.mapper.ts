import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { PaymentRow } from './payments.queries.ts';

const KINDS = { payment: 'payment', credit_note: 'creditNote', reversal: 'reversal' } as const;

/** A payment on the wire. */
export const toPayment = (row: PaymentRow): ReplyOf<'GET /api/operator/payments'>['payments'][number] => ({
  id: row.id,
  organisationId: row.organisationId,
  organisationName: row.organisationName,
  kind: KINDS[row.kind],
  amount: toMajorUnits(row.amountMinor),
  unallocated: row.kind === 'reversal' || row.reversedById !== null ? 0 : toMajorUnits(row.amountMinor - row.allocatedMinor),
  currencyCode: row.currencyCode,
  receivedOn: row.receivedOn,
  reference: row.reference,
  reason: row.reason,
  isReversed: row.reversedById !== null,
  createdOnUtc: toUtcString(row.createdAt),
  allocations: row.allocations.map(({ amountMinor, openMinor, ...invoice }) => ({
    ...invoice,
    amount: toMajorUnits(amountMinor),
    openAmount: toMajorUnits(openMinor),
  })),
});
