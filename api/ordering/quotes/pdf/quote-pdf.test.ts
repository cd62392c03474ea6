import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aQuoteForMails } from '#api/testing/mailed-quotes.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let owner: SignedIn;
let quoteId: number;

beforeAll(async () => {
  owner = await signInAs(portal, { role: 'Buyer', firstName: 'Olga' });
  ({ quoteId } = await aQuoteForMails(portal.db, { customerId: owner.customerId, quantities: [10, 4] }));
  await sql`
    with other as (
      insert into quote_item (organisation_id, quote_id, display_order, is_requested, alternative_to_id, name, quantity)
      select 1, quote_id, 9, false, id, 'Cheaper jacket', 10 from quote_item where quote_id = ${quoteId} and display_order = 1 returning id)
    insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, quantity, unit_price_minor)
    select 1, ${quoteId}, 1, id, true, 10, 999 from other`.execute(portal.db);
});

const open = (headers: object, path: string) =>
  portal.app.inject({ method: 'GET', url: path, headers: headers as Record<string, string> });
const statusOf = async (headers: object, path: string) => (await open(headers, path)).statusCode;

it('can be had by those who may see the quote, and by operators of its brand', async () => {
  const path = `/api/quote/${quoteId}/pdf`;
  const admin = await signInAs(portal, { role: 'Admin', groupIds: [] });
  const colleague = await signInAs(portal, { role: 'Staff' });
  expect(await statusOf(owner.headers, path)).toBe(200);
  expect(await statusOf(admin.headers, path)).toBe(200);
  expect(await statusOf(colleague.headers, path)).toBe(404);
  expect(await statusOf(owner.headers, '/api/quote/999999/pdf')).toBe(404);

  const operatorPath = `/api/operator/quotes/${quoteId}/pdf`;
  const operator = await portal.asOperator({ brandIds: [1], rights: ['customerService'] });
  const other = await portal.asOperator({ brandIds: [2], rights: ['customerService'] });
  const key = await portal.asApiKey(['quotes:read'], [1]);
  const wrongKey = await portal.asApiKey(['orders:read'], [1]);
  expect(await statusOf(operator.headers, operatorPath)).toBe(200);
  expect(await statusOf(key.headers, operatorPath)).toBe(200);
  expect(await statusOf(other.headers, operatorPath)).toBe(404);
  expect(await statusOf(wrongKey.headers, operatorPath)).toBe(403);
});

describe.skipIf(!hasPdfReaders)('the file', () => {
  const read = async (headers: object) => {
    const response = await open(headers, `/api/quote/${quoteId}/pdf`);
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(response.headers['x-filename']).toMatch(/^Quote%20Q\d+\.pdf$|^Quote Q\d+\.pdf$/);
    return (await readPdf(Readable.from([response.rawPayload]))).pages.join('\n').replaceAll(/\s+/g, ' ');
  };

  it('has the answer with its alternatives, and the total without them', async () => {
    const text = await read(owner.headers);
    expect(text).toContain('=1+1 <b>Jackets</b>');
    expect(text).toMatch(/1 Jacket 1 Answer: In stock 10 14 days £12\.50 £30\.00 £125\.00/);
    expect(text).toMatch(/1a Cheaper jacket Alternative to line 1, not in the total 10 – £9\.99 – £99\.90/);
    expect(text).toMatch(/2 Jacket 2 .*Total excl\. tax £175\.00 Plus set-up excl\. tax £60\.00/);
    expect(text).toContain('Valid until the end of 28 March 2027');
  });

  it('has no amounts for people who see no prices', async () => {
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    const client = await portal.as(wearer.email);
    await sql`update quote set customer_id = ${wearer.id} where id = ${quoteId}`.execute(portal.db);
    await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
    await portal.settled();
    const text = await read(client.headers);
    expect(text).toContain('Jacket 1');
    expect(text).not.toMatch(/£|12\.50/);
  });
});
