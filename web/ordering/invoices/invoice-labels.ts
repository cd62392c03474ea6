import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatMonth } from '#web/ui/format/format.ts';

export type ListedInvoice = ReplyOf<'GET /api/invoices'>['invoices'][number];

const STATUSES: Record<string, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'info' },
  overdue: { label: 'Overdue', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  credit: { label: 'Credit note', tone: 'neutral' },
};

/** The status of an invoice or credit note in words. */
export const describeInvoiceStatus = ({ status }: Pick<ListedInvoice, 'status'>) =>
  STATUSES[status] ?? { label: status, tone: 'neutral' as const };

/** "Invoice SUN-INV-000012" */
export const getInvoiceTitle = ({ kind, number }: Pick<ListedInvoice, 'kind' | 'number'>) =>
  `${kind === 'creditNote' ? 'Credit note' : 'Invoice'} ${number}`;

/** "Order 10012", "12 orders" or, for a monthly invoice, "March 2026, 12 orders". */
export function describeInvoiceOrders({ orderIds, periodOn }: Pick<ListedInvoice, 'orderIds' | 'periodOn'>): string {
  const orders = orderIds.length === 1 ? `Order ${orderIds[0]}` : `${orderIds.length} orders`;
  return periodOn ? `${formatMonth(periodOn)}, ${orders}` : orders;
}

/** The amount of a document, negative for a credit note. */
export const getSignedTotal = ({ kind, total }: Pick<ListedInvoice, 'kind' | 'total'>): number =>
  kind === 'creditNote' ? -total : total;
