import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  DATE_FORMAT,
  formatDatedFileName,
  moneyFormat,
  readInBatches,
  type WorkbookColumn,
  type WorkbookFile,
} from '#api/platform/workbook/workbook.ts';
import type { QueryOf } from '#contract/index.ts';
import { type InvoiceListItem, toInvoiceListItem } from './invoices.mapper.ts';
import { type InvoiceLineRow, invoicesVisibleTo, listInvoiceIds, readInvoices } from './invoices.queries.ts';

const KINDS: Record<string, string> = { invoice: 'Invoice', creditNote: 'Credit note' };
const STATUSES: Record<string, string> = { open: 'Open', overdue: 'Overdue', paid: 'Paid', credit: 'Credit note' };

const toDate = (day: string | null) => (day === null ? null : new Date(`${day}T00:00:00Z`));
/** Credits count against the invoices, so their amounts are negative in sums. */
const signed = (kind: string, amount: number) => (kind === 'creditNote' ? -amount : amount);

const listColumns = (currencyCode: string): WorkbookColumn<InvoiceListItem>[] => {
  const numFmt = moneyFormat(currencyCode);
  return [
    { header: 'Number', width: 18, value: ({ number }) => number },
    { header: 'Kind', width: 12, value: ({ kind }) => KINDS[kind] ?? kind },
    { header: 'Status', width: 12, value: ({ status }) => STATUSES[status] ?? status },
    { header: 'Date', width: 12, numFmt: DATE_FORMAT, value: ({ issuedOn }) => toDate(issuedOn) },
    { header: 'Due', width: 12, numFmt: DATE_FORMAT, value: ({ dueOn }) => toDate(dueOn) },
    { header: 'Excl. tax', width: 14, numFmt, value: ({ kind, netTotal }) => signed(kind, netTotal) },
    { header: 'Tax', width: 12, numFmt, value: ({ kind, taxTotal }) => signed(kind, taxTotal) },
    { header: 'Total', width: 14, numFmt, value: ({ kind, total }) => signed(kind, total) },
    { header: 'Open', width: 14, numFmt, value: ({ openAmount }) => openAmount },
    { header: 'Currency', width: 10, value: ({ currencyCode: code }) => code },
    { header: 'Corrects', width: 18, value: ({ creditedInvoiceNumber }) => creditedInvoiceNumber },
    { header: 'Orders', width: 24, value: ({ orderIds }) => orderIds.join(', ') },
  ];
};

type ExportedLine = InvoiceLineRow & { number: string; wireKind: string };

const lineColumns = (currencyCode: string): WorkbookColumn<ExportedLine>[] => {
  const numFmt = moneyFormat(currencyCode);
  return [
    { header: 'Number', width: 18, value: ({ number }) => number },
    { header: 'Order', width: 10, value: ({ order_id }) => order_id },
    { header: 'PO number', width: 14, value: ({ po_number }) => po_number },
    { header: 'Item', width: 34, value: ({ name }) => name },
    { header: 'SKU', width: 18, value: ({ sku }) => sku },
    { header: 'Colour and size', width: 20, value: ({ description }) => description },
    { header: 'Quantity', width: 10, value: ({ quantity }) => quantity },
    { header: 'Unit price excl. tax', width: 16, numFmt, value: (line) => toMajorUnits(line.unit_price_minor) },
    {
      header: 'Amount excl. tax',
      width: 16,
      numFmt,
      value: ({ wireKind, net_minor }) => signed(wireKind, toMajorUnits(net_minor)),
    },
    { header: 'Tax rate', width: 10, numFmt: '0.##%', value: ({ tax_rate }) => tax_rate },
    { header: 'Tax', width: 12, numFmt, value: ({ wireKind, tax_minor }) => signed(wireKind, toMajorUnits(tax_minor)) },
  ];
};

/**
 * Exports all documents that match the filters as a workbook, with their lines on a second sheet, and records it in the audit log. The ids are read
 * first, so that documents issued during the export do not shift the rows.
 */
export async function exportInvoices(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/invoices/exporttoexcel'>,
  { at, requestId }: { at: Date; requestId: string },
): Promise<WorkbookFile> {
  const visible = invoicesVisibleTo(scope);
  const { page, limit, ...filters } = query;
  const ids = await listInvoiceIds(db, visible, filters, at);
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      { action: 'invoices.exported', after: { invoices: ids.length, ...filters }, requestId },
    ),
  );
  const documents = readInBatches(ids, async (batch) => (await readInvoices(db, visible, batch, at)).map(toInvoiceListItem));
  const lines = readInBatches(ids, async (batch) =>
    (await readInvoices(db, visible, batch, at)).flatMap((row) =>
      row.lines.map((line) => ({ ...line, number: row.number, wireKind: toInvoiceListItem(row).kind })),
    ),
  );
  return {
    name: formatDatedFileName('invoices'),
    sheets: [
      { name: 'Invoices', columns: listColumns(scope.currencyCode), rows: documents },
      { name: 'Lines', columns: lineColumns(scope.currencyCode), rows: lines },
    ],
  };
}
