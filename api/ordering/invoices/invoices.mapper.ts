import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import type { ReplyOf } from '#contract/index.ts';
import { sumByRate } from './invoice-lines.rules.ts';
import type { InvoiceDetailRow, InvoiceRow, InvoiceSums } from './invoices.queries.ts';
import type { InvoiceActivity } from './operator-invoices.queries.ts';

export type InvoiceListItem = ReplyOf<'GET /api/invoices'>['invoices'][number];
export type InvoiceDetail = ReplyOf<'GET /api/invoices/:id'>['invoices'][number];

type OperatorInvoice = ReplyOf<'GET /api/operator/invoices/:id'>['invoices'][number];

const toPercent = (rate: number) => Math.round(rate * 10_000) / 100;

function toStatus({ kind, settled_minor, total_minor, is_overdue }: InvoiceRow): InvoiceListItem['status'] {
  if (kind === 'credit_note') return 'credit';
  if (settled_minor === total_minor) return 'paid';
  return is_overdue ? 'overdue' : 'open';
}

/** A document as lists show it. */
export const toInvoiceListItem = (row: InvoiceRow): InvoiceListItem => ({
  id: row.id,
  number: row.number,
  kind: row.kind === 'invoice' ? 'invoice' : 'creditNote',
  status: toStatus(row),
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  periodOn: row.period_on,
  netTotal: toMajorUnits(row.net_minor),
  taxTotal: toMajorUnits(row.tax_minor),
  total: toMajorUnits(row.total_minor),
  openAmount: row.kind === 'invoice' ? toMajorUnits(row.total_minor - row.settled_minor) : 0,
  currencyCode: row.currency_code,
  creditedInvoiceId: row.credited_invoice_id,
  creditedInvoiceNumber: row.credited_invoice_number,
  orderIds: row.order_ids,
});

/** A document with everything that is printed on it. */
export const toInvoiceDetail = (row: InvoiceDetailRow): InvoiceDetail => ({
  ...toInvoiceListItem(row),
  reason: row.reason,
  seller: row.seller,
  buyer: row.buyer,
  lines: row.lines.map((line) => ({
    id: line.id,
    kind: line.kind,
    orderId: line.order_id,
    poNumber: line.po_number,
    orderItemId: line.order_line_id,
    name: line.name,
    sku: line.sku,
    description: line.description,
    quantity: line.quantity,
    unitPrice: toMajorUnits(line.unit_price_minor),
    netTotal: toMajorUnits(line.net_minor),
    taxRate: toPercent(line.tax_rate),
    taxTotal: toMajorUnits(line.tax_minor),
  })),
  taxRates: sumByRate(
    row.lines.map(({ net_minor, tax_minor, tax_rate }) => ({ netMinor: net_minor, taxMinor: tax_minor, taxRate: tax_rate })),
  ).map(({ taxRate, netMinor, taxMinor }) => ({
    rate: toPercent(taxRate),
    net: toMajorUnits(netMinor),
    value: toMajorUnits(taxMinor),
  })),
});

/** What of an invoice can change while an operator looks at it. */
const toShownInvoice = (row: InvoiceDetailRow, { credited }: Pick<InvoiceActivity, 'credited'>) => ({
  open: row.total_minor - row.settled_minor,
  credited: credited
    .map(({ lineId, quantity, netMinor }) => [lineId, quantity, netMinor] as const)
    .toSorted(([one], [other]) => one - other),
});

/** The fingerprint of what is open of an invoice and what has been credited of its lines. */
export const getInvoiceFingerprint = (...invoice: Parameters<typeof toShownInvoice>): string =>
  createFingerprint(toShownInvoice(...invoice));

/** Throws 409 with what has changed when an invoice is no longer what the operator who credits it has seen. It must be locked. */
export const assertInvoiceAsSeen = (
  fingerprint: string | null | undefined,
  row: InvoiceDetailRow,
  activity: Pick<InvoiceActivity, 'credited'>,
): void =>
  assertAsSeen(fingerprint, toShownInvoice(row, activity), {
    key: 'invoice',
    subject: `Invoice ${row.number}`,
    wording: {
      open: `${formatMoney(row.total_minor - row.settled_minor, row.currency_code)} of it is open now.`,
      credited: 'More of its lines have been credited.',
    },
  });

/** An invoice or credit note as operators see it. */
export function toOperatorInvoice(row: InvoiceDetailRow, { payments, creditNotes, credited }: InvoiceActivity): OperatorInvoice {
  const { lines, ...invoice } = toInvoiceDetail(row);
  return {
    fingerprint: getInvoiceFingerprint(row, { credited }),
    ...invoice,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    lines: lines.map((line) => {
      const { quantity, netMinor } = credited.find(({ lineId }) => lineId === line.id) ?? { quantity: 0, netMinor: 0 };
      return { ...line, creditedQuantity: quantity, creditedTotal: toMajorUnits(netMinor) };
    }),
    payments: payments.map(({ kind, amountMinor, ...payment }) => ({
      ...payment,
      kind: kind === 'payment' ? 'payment' : 'creditNote',
      amount: toMajorUnits(amountMinor),
    })),
    creditNotes: creditNotes.map(({ totalMinor, ...note }) => ({ ...note, total: toMajorUnits(totalMinor) })),
  };
}

/** Sums over documents. */
export const toInvoiceTotals = ({ totalMinor, openMinor, overdueMinor }: InvoiceSums, currencyCode: string) => ({
  total: toMajorUnits(totalMinor),
  open: toMajorUnits(openMinor),
  overdue: toMajorUnits(overdueMinor),
  currencyCode,
});
