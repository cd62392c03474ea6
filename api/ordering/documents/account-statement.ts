import type { Readable } from 'node:stream';
import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { bodyText, columns, heading, keyValues, labelledLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table, totals } from '#api/platform/pdf/table.ts';
import { AMOUNT, type DocumentInput } from './document-input.ts';

/** What an organisation was charged and has paid in a month. Amounts in minor units, including tax. */
export interface AccountStatement {
  /** "November 2026" */
  month: string;
  firstDay: string;
  /** The last day of the month, or today while it has not ended. */
  lastDay: string;
  organisationName: string;
  address: readonly string[];
  seller: { name: string; address: readonly string[] };
  currencyCode: string;
  /** What was owed before the first day; negative for credit. */
  openingMinor: number;
  /** In the order in which they happened. Positive: charged; negative: paid or credited. */
  entries: readonly { day: string; text: string; detail: string | null; amountMinor: number }[];
  /** Invoices that are open at the end of the last day, the longest due first. */
  openInvoices: readonly { number: string; issuedOn: string; dueOn: string; isOverdue: boolean; openMinor: number }[];
}

/** The statement of account of an organisation for a month. */
export function renderAccountStatement({ brand, createdAt }: DocumentInput, statement: AccountStatement): Readable {
  const { month, currencyCode, entries, openInvoices, openingMinor } = statement;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const title = `Statement of account, ${month}`;
  let balance = openingMinor;
  const rows = entries.map(({ day, text, detail, amountMinor }) => {
    balance += amountMinor;
    return [
      formatDay(day),
      { text, detail },
      amountMinor >= 0 ? money(amountMinor) : '',
      amountMinor < 0 ? money(-amountMinor) : '',
      money(balance),
    ];
  });
  const sum = (isCharged: boolean) =>
    entries.reduce((total, { amountMinor }) => total + (amountMinor >= 0 === isCharged ? Math.abs(amountMinor) : 0), 0);
  const unusedMinor = openInvoices.reduce((total, { openMinor }) => total + openMinor, 0) - balance;
  const overdueMinor = openInvoices.reduce((total, { isOverdue, openMinor }) => total + (isOverdue ? openMinor : 0), 0);
  return renderPdf({
    title,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    parts: [
      {
        title,
        blocks: [
          heading('Statement of account', { level: 1 }),
          columns([
            [labelledLines('From', [statement.seller.name, ...statement.seller.address])],
            [labelledLines('For', [statement.organisationName, ...statement.address])],
          ]),
          keyValues(
            [
              { key: 'Month', value: month },
              { key: 'First day', value: formatDay(statement.firstDay) },
              { key: 'Last day', value: formatDay(statement.lastDay) },
              { key: 'Currency', value: currencyCode },
            ],
            { columns: 4 },
          ),
          table({
            rowHeader: -1,
            columns: [
              // As wide as the longest date.
              { header: 'Date', share: 3.2 },
              { header: 'What happened', share: 4.8 },
              { header: 'Charged', share: 2, align: 'right', style: AMOUNT },
              { header: 'Paid or credited', share: 2, align: 'right', style: AMOUNT },
              { header: 'Balance', share: 2, align: 'right', style: AMOUNT },
            ],
            rows: [[formatDay(statement.firstDay), 'Balance brought forward', '', '', money(openingMinor)], ...rows],
          }),
          totals([
            { label: 'Balance brought forward', value: money(openingMinor) },
            { label: 'Charged', value: money(sum(true)) },
            { label: 'Paid or credited', value: money(-sum(false)) },
            { label: balance < 0 ? 'Credit' : 'Balance', value: money(Math.abs(balance)), isMain: true },
          ]),
          heading('Open invoices', { level: 2 }),
          ...(openInvoices.length === 0
            ? [bodyText('No invoice is open.')]
            : [
                table({
                  columns: [
                    { header: 'Invoice', share: 4 },
                    { header: 'Date', share: 3 },
                    { header: 'Due', share: 4 },
                    { header: 'Open', share: 2.4, align: 'right', style: AMOUNT },
                  ],
                  rows: openInvoices.map(({ number, issuedOn, dueOn, isOverdue, openMinor }) => [
                    number,
                    formatDay(issuedOn),
                    `${formatDay(dueOn)}${isOverdue ? ', overdue' : ''}`,
                    money(openMinor),
                  ]),
                }),
                ...(unusedMinor > 0 && balance > 0
                  ? [bodyText(`${money(unusedMinor)} of credit has not been used for them yet. The balance already includes it.`)]
                  : []),
                ...(overdueMinor > 0 ? [bodyText(`${money(overdueMinor)} of this is overdue. Please pay it now.`)] : []),
              ]),
        ],
      },
    ],
  });
}
