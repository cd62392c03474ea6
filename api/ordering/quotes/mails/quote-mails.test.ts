import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { aPerson } from '#api/testing/builders.ts';
import { aQuoteForMails } from '#api/testing/mailed-quotes.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import type { QuoteRef } from '../quote-steps.queries.ts';
import { type QuoteNotice, queueQuoteMails } from './queue-quote-mails.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let owner: { id: number; email: string };
let sales: { id: number; email: string };
let formerSales: { id: number; email: string };
const operators: Record<'service' | 'accounts' | 'otherBrand' | 'disabled', string> = {} as never;

beforeAll(async () => {
  owner = await aPerson(portal.db, { role: 'Buyer', firstName: 'Olga' });
  sales = await aPerson(portal.db, { role: 'Sales', firstName: 'Sam' });
  formerSales = await aPerson(portal.db, { role: 'Sales', active: false });
  const emailOf = async (id: number) =>
    (await sql<{ email: string }>`select email from operator where id = ${id}`.execute(portal.db)).rows[0]?.email as string;
  const add = async (brandIds: number[], rights: ('customerService' | 'accounts')[]) =>
    emailOf((await portal.asOperator({ brandIds, rights })).id);
  operators.service = await add([1], ['customerService']);
  operators.accounts = await add([1], ['accounts']);
  operators.otherBrand = await add([2], ['customerService']);
  operators.disabled = await add([1], ['customerService']);
  await sql`update operator set disabled_at = now() where email = ${operators.disabled}`.execute(portal.db);
});

const tell = (ref: QuoteRef, notice: QuoteNotice) =>
  runInTransaction(portal.db, (tx) => queueQuoteMails(tx, mailJobs, ref, notice));
/** Mails to people of this test about a quote: whom, and which. */
async function mailsAbout({ quoteId }: QuoteRef) {
  const known = { [owner.email]: 'owner', [sales.email]: 'sales', [formerSales.email]: 'former sales', ...invert(operators) };
  const mails = await mailJobs.listMails();
  return mails
    .filter(({ data, recipient }) => data.quoteId === quoteId && known[recipient])
    .map(({ recipient, template }) => `${known[recipient]}: ${template}`)
    .sort();
}
const invert = (names: Record<string, string>) => Object.fromEntries(Object.entries(names).map(([name, email]) => [email, name]));
const team = (template: string) => [`sales: ${template}`, `service: ${template}`];

async function aMessage({ quoteId }: QuoteRef, fromSupplier: boolean, authorId: number) {
  const { rows } = await sql<{ id: number }>`
    insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text)
    values (1, ${quoteId}, ${fromSupplier}, ${fromSupplier ? 'operator' : 'customer'}, ${authorId}, 'Which sizes?') returning id`.execute(
    portal.db,
  );
  return rows[0]?.id as number;
}
async function aFile({ quoteId }: QuoteRef, name: string) {
  await sql`
    with stored as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, stored_at)
      values (1, gen_random_uuid(), 'quote', ${name}, 'application/pdf', 1, sha256('x'), 'customer', ${owner.id}, ${owner.id}, now()) returning id)
    insert into quote_file (organisation_id, quote_id, file_id) select 1, ${quoteId}, id from stored`.execute(portal.db);
}

it.each<[QuoteNotice, () => string[]]>([
  [{ kind: 'submitted' }, () => ['owner: quote-submitted', ...team('quote-requested')]],
  [{ kind: 'answered', version: 1 }, () => ['owner: quote-answered']],
  [{ kind: 'ending' }, () => ['owner: quote-ending']],
  [{ kind: 'expired' }, () => ['owner: quote-expired']],
  [{ kind: 'declinedBySupplier' }, () => ['owner: quote-declined']],
  [{ kind: 'declinedByCustomer' }, () => team('quote-closed')],
  [{ kind: 'withdrawn' }, () => team('quote-closed')],
  [{ kind: 'accepted', acceptId: '1' }, () => team('quote-accepted')],
  [{ kind: 'owner' }, () => ['owner: quote-given']],
])('$kind is told to those concerned, once however often the queue repeats it', async (notice, expected) => {
  const ref = await aQuoteForMails(portal.db, { customerId: owner.id });
  await tell(ref, notice);
  if (notice.kind !== 'owner') await Promise.all([tell(ref, notice), tell(ref, notice)]);
  expect(await mailsAbout(ref)).toEqual(expected());
});

it('a message goes to the other side, without its author', async () => {
  const ref = await aQuoteForMails(portal.db, { customerId: owner.id });
  const ofSales = await aMessage(ref, false, sales.id);
  const ofOwner = await aMessage(ref, false, owner.id);
  const ofSupplier = await aMessage(ref, true, 1);
  for (const messageId of [ofSales, ofOwner, ofSupplier, ofOwner]) await tell(ref, { kind: 'message', messageId });
  expect(await mailsAbout(ref)).toEqual([
    'owner: quote-reply',
    'sales: quote-message',
    ...Array(2).fill('service: quote-message'),
  ]);
});

it('new files are named once, also when they were marked before', async () => {
  const ref = await aQuoteForMails(portal.db, { customerId: owner.id });
  const announce = () =>
    runInTransaction(portal.db, async (tx) => {
      await sql`update quote_file set notified_at = now() where quote_id = ${ref.quoteId} and notified_at is null`.execute(tx);
      await queueQuoteMails(tx, mailJobs, ref, { kind: 'files' });
    });
  await aFile(ref, 'first.pdf');
  await announce();
  await announce();
  await aFile(ref, 'second.pdf');
  await announce();
  const mails = (await mailJobs.listMails(sales.email)).filter(({ data }) => data.quoteId === ref.quoteId);
  expect(mails.map(({ data }) => data.files)).toEqual([['first.pdf'], ['second.pdf']]);
});

it('an owner who has left gets none, and one who sees no prices none with amounts', async () => {
  const left = await aPerson(portal.db, { active: false });
  const wearer = await aPerson(portal.db, { role: 'Staff', firstName: 'Wendy' });
  const [ofLeft, ofWearer, ofOwner] = [
    await aQuoteForMails(portal.db, { customerId: left.id }),
    await aQuoteForMails(portal.db, { customerId: wearer.id }),
    await aQuoteForMails(portal.db, { customerId: owner.id, quantities: [10, 4] }),
  ];
  await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
  for (const ref of [ofLeft, ofWearer, ofOwner]) await tell(ref, { kind: 'answered', version: 1 });
  expect(await mailJobs.listMails(left.email)).toEqual([]);
  const [hidden] = await mailJobs.renderMails(wearer.email);
  expect(hidden?.text).toContain('10 × Jacket 1 (sent 14 days after the order, In stock)');
  expect(`${hidden?.subject}${hidden?.text}${hidden?.html}`).not.toMatch(/£|12\.50/);
  const shown = (await mailJobs.renderMails(owner.email)).find(({ text }) => text.includes(`/index/quotes/${ofOwner.quoteId}`));
  expect(shown?.text).toContain('10 × Jacket 1 (£12.50 each, set-up £30.00, sent 14 days after the order, In stock): £125.00');
  expect(shown?.text).toContain('Total excl. tax: £175.00');
  expect(shown?.text).toContain('Plus set-up excl. tax, once per order: £60.00');
  expect(shown?.text).toContain('until the end of 28 March 2027');
  expect(shown?.text).toContain('=1+1 <b>Jackets</b>');
  expect(shown?.html).toContain('=1+1 &lt;b&gt;Jackets&lt;/b&gt;');
});

it('a quote of two hundred lines fits a mail', async () => {
  const ref = await aQuoteForMails(portal.db, { customerId: owner.id, quantities: Array(200).fill(1) });
  await tell(ref, { kind: 'answered', version: 1 });
  const mail = (await mailJobs.renderMails(owner.email)).find(({ text }) => text.includes(`/index/quotes/${ref.quoteId}`));
  expect(mail?.text).toContain('The quote has 180 more lines.');
  expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(30_000);
});
