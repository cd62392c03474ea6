import type { Readable } from 'node:stream';
import { notFound } from '#api/platform/http/errors.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { DocumentTask } from '../documents/document-renderers.ts';
import { drawDocument, openDocument } from '../documents/draw-document.ts';
import { type AccountMovement, readAccount, type StatementParty } from './account-statement.queries.ts';
import { readInvoiceParties } from './issue-invoices.queries.ts';

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const LABELS: Readonly<Record<AccountMovement['kind'], string>> = {
  invoice: 'Invoice',
  payment: 'Payment',
  credit_note: 'Credit note',
  reversal: 'Reversal of payment',
};

/**
 * The statement of account of an organisation for a month such as `2026-03`, the current one by default, as PDF with its file name. Throws 404 for a month that
 * has not begun.
 */
export async function createAccountStatement(
  { db, files }: Pick<ServerDependencies, 'db' | 'files'>,
  party: StatementParty,
  { month, at }: { month: string | undefined; at: number },
): Promise<{ name: string; content: Readable }> {
  const today = getLocalDay(at, party.timeZone);
  const wanted = month ?? today.slice(0, 7);
  const firstDay = `${wanted}-01`;
  if (firstDay > today) throw notFound('statement');
  const [year, number] = wanted.split('-').map(Number) as [number, number];
  const end = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const [lastDay] = [end, today].toSorted() as [string, string];
  const [{ seller, buyerName, buyerAddress }, account] = await Promise.all([
    readInvoiceParties(db, party.organisationId),
    readAccount(db, party, { firstDay, lastDay }),
  ]);
  const input = { brand: { name: party.brandName, companyName: party.brandCompanyName }, createdAt: new Date(at) };
  const statement = {
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
  const [name, task]: [string, DocumentTask] = [
    `statement-${wanted}.pdf`,
    { kind: 'accountStatement', content: [input, statement] },
  ];
  if (end >= today) return { name, content: await drawDocument(party, task) };
  // Of a month that has ended, the statement is drawn again only when a payment was recorded since that had been received in it.
  const madeOf = `statement ${JSON.stringify(statement)}`;
  return { name, content: await openDocument(files, party, { organisationId: party.organisationId, madeOf, name }, task) };
}
