import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';

/** Credit and billing of an organisation. */
export type Billing = ReplyOf<'GET /api/operator/organisations/:id/credit'>['billing'];

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** "1.5 GB" */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${formatNumber(Math.round(value * 10) / 10)} ${UNITS[power]}`;
}

/** The terms that can be changed. */
export interface Terms {
  creditLimit: number | null;
  creditHold: boolean;
  invoiceMode: string;
  paymentTermDays: number | null;
}

interface Situation {
  openAmount: number;
  currencyCode: string;
  brandPaymentTermDays: number;
}

/** What changed terms mean, in sentences; empty where nothing changes. */
export function describeTermChanges(before: Terms, after: Terms, situation: Situation): string[] {
  const { openAmount, currencyCode, brandPaymentTermDays } = situation;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const sentences: string[] = [];
  if (after.creditHold !== before.creditHold)
    sentences.push(
      after.creditHold
        ? 'No one in the organisation can order until the hold is lifted. Existing orders will still be shipped.'
        : 'The organisation can order again.',
    );
  if (after.creditLimit !== before.creditLimit) {
    if (after.creditLimit === null) sentences.push('Orders are no longer limited.');
    else if (openAmount >= after.creditLimit)
      sentences.push(
        `${money(openAmount)} is open already, so nothing can be ordered ${after.creditLimit === 0 ? 'on account' : 'until enough is paid'}. Existing orders will still be shipped.`,
      );
    else
      sentences.push(
        `Orders for ${money(Math.round((after.creditLimit - openAmount) * 100) / 100)} including tax can be placed until something is paid.`,
      );
  }
  if (after.invoiceMode !== before.invoiceMode)
    sentences.push(
      after.invoiceMode === 'monthly'
        ? 'Parcels that leave from now on are on one invoice for each month.'
        : 'From now on, each parcel has its own invoice.',
    );
  if (after.paymentTermDays !== before.paymentTermDays) {
    const days = after.paymentTermDays ?? brandPaymentTermDays;
    sentences.push(
      `Invoices are due ${days === 0 ? 'immediately' : `after ${days} days`}. Invoices already issued stay as they are.`,
    );
  }
  return sentences;
}
