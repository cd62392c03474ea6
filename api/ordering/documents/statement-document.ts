import type { Readable } from 'node:stream';
import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { bodyText, heading, keyValues } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table } from '#api/platform/pdf/table.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import type { EntitlementUnit } from '#contract/entitlement/accounts.ts';
import { AMOUNT, type DocumentInput } from './document-input.ts';

/** What a person is owed, what was ordered of it, and why. */
export interface StatementDocument {
  personName: string;
  employeeNumber: string | null;
  organisationName: string;
  printedOn: string;
  currencyCode: string;
  periods: readonly StatementDocumentPeriod[];
}

export interface StatementDocumentPeriod {
  wardrobeName: string;
  /** Null in an organisation without seasons. */
  seasonName: string | null;
  startsOn: string | null;
  endsOn: string | null;
  accounts: readonly StatementDocumentAccount[];
}

/** Amounts are pieces, points or minor units of money. */
export interface StatementDocumentAccount {
  label: string;
  unit: EntitlementUnit;
  /** Null without a limit, as is `left`. */
  granted: number | null;
  reserved: number;
  used: number;
  left: number | null;
  /** Newest first. */
  movements: readonly { day: string; text: string; amount: number; balance: number | null }[];
}

/** The entitlement statement of a person. */
export function renderStatement({ brand, createdAt }: DocumentInput, statement: StatementDocument): Readable {
  const { personName, employeeNumber, organisationName, printedOn, periods, currencyCode } = statement;
  const title = `Uniform statement of ${isolate(personName)}`;
  const facts = [
    { key: 'Name', value: personName },
    ...(employeeNumber ? [{ key: 'Employee number', value: employeeNumber }] : []),
    { key: 'Organisation', value: organisationName },
    { key: 'Statement date', value: formatDay(printedOn) },
  ];
  return renderPdf({
    title,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    parts: [
      {
        title,
        blocks: [
          heading('Uniform statement', { level: 1 }),
          keyValues(facts, { columns: 4 }),
          ...(periods.length === 0 ? [bodyText('No uniform has been granted yet.')] : []),
          ...periods.flatMap((period) => describePeriod(period, currencyCode)),
        ],
      },
    ],
  });
}

function describePeriod(
  { wardrobeName, seasonName, startsOn, endsOn, accounts }: StatementDocumentPeriod,
  currencyCode: string,
): PdfBlock[] {
  const dates = [startsOn === null ? '' : `from ${formatDay(startsOn)}`, endsOn === null ? '' : `to ${formatDay(endsOn)}`].filter(
    Boolean,
  );
  const subtitle = joinIsolated([seasonName, dates.join(' ')], ', ');
  return [
    heading(subtitle === '' ? wardrobeName : `${isolate(wardrobeName)}: ${subtitle}`, { size: 15 }),
    ...accounts.flatMap((account) => describeAccount(account, currencyCode)),
  ];
}

function describeAccount(
  { label, unit, granted, reserved, used, left, movements }: StatementDocumentAccount,
  currencyCode: string,
): PdfBlock[] {
  const format = (amount: number) => (unit === 'money' ? formatMoney(amount, currencyCode) : String(amount));
  const formatLimit = (amount: number | null) => (amount === null ? 'No limit' : format(amount));
  const formatChange = (amount: number) => `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${format(Math.abs(amount))}`;
  const unitName = unit === 'money' ? '' : ` (${unit})`;
  return [
    heading(`${isolate(label)}${unitName}`, { level: 3 }),
    keyValues(
      [
        { key: 'Granted', value: formatLimit(granted) },
        { key: 'Reserved by orders', value: format(reserved) },
        { key: 'Used', value: format(used) },
        { key: 'Left', value: formatLimit(left) },
      ],
      { columns: 4 },
    ),
    table({
      rowHeader: -1,
      columns: [
        { header: 'Date', share: 2.6 },
        { header: 'What happened', share: 7 },
        { header: 'Change', share: 1.8, align: 'right', style: AMOUNT },
        { header: 'Balance', share: 1.8, align: 'right', style: AMOUNT },
      ],
      rows: movements.map(({ day, text, amount, balance }) => [
        formatDay(day),
        text,
        formatChange(amount),
        balance === null ? '–' : format(balance),
      ]),
      empty: 'No movements yet.',
    }),
  ];
}
