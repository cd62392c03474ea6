import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#api/platform/db/database.ts';
import type { KeptDocument } from '#api/platform/files/keep-document.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { readInvoiceParties } from '../document-parties/document-parties.queries.ts';
import type { AccountStatement } from '../documents/account-statement.ts';
import type { DocumentTask } from '../documents/document-renderers.ts';
import { drawDocument, openDocument } from '../documents/draw-document.ts';
import { type AccountMovement, readAccount, type StatementParty } from './account-statement.queries.ts';

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const LABELS: Readonly<Record<AccountMovement['kind'], string>> = {
  invoice: 'Invoice',
  payment: 'Payment',
  credit_note: 'Credit note',
  reversal: 'Reversal of payment',
};

interface StatementMonth {
  /** Such as `2026-03`. */
  name: string;
  firstDay: string;
  lastDay: string;
}

/** What is printed on the statement of a month. */
async function readStatement(db: Db, party: StatementParty, { firstDay, lastDay }: StatementMonth): Promise<AccountStatement> {
  const [{ seller, buyerName, buyerAddress }, account] = await Promise.all([
    readInvoiceParties(db, party.organisationId),
    readAccount(db, party, { firstDay, lastDay }),
  ]);
  return {
    month: months.format(new Date(`${firstDay}T00:00:00Z`)),
    firstDay,
    lastDay,
    organisationName: buyerName,
    address: buyerAddress,
    seller: seller ?? { name: party.brandCompanyName, address: [] },
    currencyCode: party.currencyCode,
    openingMinor: account.openingMinor,
    entries: account.movements.map(({ day, kind, reference, reason, amountMinor }) => ({
      day,
      text: `${LABELS[kind]} ${reference}`,
      detail: reason,
      amountMinor,
    })),
    openInvoices: account.openInvoices,
  };
}

/**
 * The statement of account of an organisation for a month such as `2026-03`, the current one by default, as PDF with its file name. Throws 404 for a month that
 * has not begun.
 */
export async function createAccountStatement(
  { db, files }: Pick<ServerDependencies, 'db' | 'files'>,
  party: StatementParty,
  { month: name, at }: { month: string | undefined; at: number },
): Promise<{ name: string; content: Readable }> {
  const today = getLocalDay(at, party.timeZone);
  const wanted = name ?? today.slice(0, 7);
  const firstDay = `${wanted}-01`;
  if (firstDay > today) throw notFound('statement');
  const [year, number] = wanted.split('-').map(Number) as [number, number];
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const [lastDay] = [end, today].toSorted() as [string, string];
  const month = { name: wanted, firstDay, lastDay };
  const statement = await readStatement(db, party, month);
  const brand = { name: party.brandName, companyName: party.brandCompanyName };
  const task: DocumentTask = { kind: 'accountStatement', content: [{ brand, createdAt: new Date(at) }, statement] };
  const file = `statement-${wanted}.pdf`;
  if (end >= today) return { name: file, content: await drawDocument(party, task) };
  return { name: file, content: await openDocument(files, party, toKeptStatement(party, month, statement), task) };
}

/** The statement of a month that has ended. It is another one when a payment was recorded since that had been received in the month. */
function toKeptStatement(party: StatementParty, month: StatementMonth, statement: AccountStatement): KeptDocument {
  const hash = createHash('sha256').update(JSON.stringify(statement)).digest('hex');
  return {
    organisationId: party.organisationId,
    key: `statement:${month.name}:${hash}`,
    name: `statement-${month.name}.pdf`,
    isCurrent: async (tx) => isDeepStrictEqual(await readStatement(tx, party, month), statement),
  };
}
