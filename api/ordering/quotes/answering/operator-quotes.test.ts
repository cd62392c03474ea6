import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDaysTo, getEndOfLocalDay, getLocalDay } from '#api/platform/local-day.ts';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { answering, insertRequest, sendPrices, toInput } from '#api/testing/quote-answers.ts';
import { aPicture, MULTIPART_TYPE, multipart } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: SignedIn;
let operator: TestOperatorClient;
let shirt: StockedProduct;

beforeAll(async () => {
  buyer = await signInAs(portal, { role: 'Buyer', firstName: 'Beatrix' });
  operator = await portal.asOperator({ brandIds: [1], name: 'Quentin Quote' });
  shirt = await aStockedProduct(portal.db, { organisationIds: [1, 2], stock: [50] });
});

const ask = (options: Parameters<typeof insertRequest>[3] = {}, lines = 1) =>
  insertRequest(
    portal.db,
    buyer,
    Array.from({ length: lines }, () => ({ productId: shirt.id, combinationId: shirt.combinations[0]?.id as number })),
    options,
  );
const countMails = async (id: number) =>
  (
    await sql<{
      template: string;
    }>`select template from mail_outbox where dedupe_key like ${`%${id}%`} order by template`.execute(portal.db)
  ).rows.length;

const upload = async (by: TestOperatorClient, id: number, name = 'cloth.jpg', content?: Buffer) => {
  const response = await portal.app.inject({
    method: 'POST',
    url: `/api/operator/quotes/${id}/files`,
    headers: { ...by.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart([{ name, content: content ?? (await aPicture()) }]),
  });
  return { status: response.statusCode, files: (response.json().files ?? []) as { id: number; filename: string }[] };
};

describe('the list of quotes', () => {
  it('has those that wait oldest first with their age, others newest first, and finds them by number, title and person', async () => {
    const { list, take } = answering(operator);
    const title = `Capes ${Date.now()}`;
    const recent = await ask({ title, daysAgo: 1 }, 3);
    const old = await ask({ title, daysAgo: 12 });
    const answered = await ask({ title, daysAgo: 20 });
    await sendPrices(operator, answered);
    await take(old);
    const search = `searchTerm=${encodeURIComponent(title)}`;
    const waiting = await list(`${search}&state=toAnswer`);
    expect(waiting.totalCount).toBe(2);
    expect(waiting.quotes).toMatchObject([
      {
        id: old,
        status: 'InReview',
        waitingDays: 12,
        takenBy: 'Quentin Quote',
        itemCount: 1,
        organisation: { id: 1 },
        total: null,
      },
      { id: recent, status: 'Submitted', waitingDays: 1, takenBy: null, itemCount: 3, customer: { firstName: 'Beatrix' } },
    ]);
    expect((await list(search)).quotes.map(({ id, waitingDays }) => [id, waitingDays])).toEqual([
      [recent, 1],
      [old, 12],
      [answered, null],
    ]);
    expect(await list(`${search}&state=Quoted`)).toMatchObject({
      quotes: [{ id: answered, total: 95 }],
      totalCount: 1,
      counts: { toAnswer: 2 },
    });
    expect((await list(`${search}&organisationId=2`)).totalCount).toBe(0);
    expect((await list(`${search}&organisationId=1&page=1&limit=2`)).totalCount).toBe(3);
    const [{ quoteNumber } = { quoteNumber: '' }] = waiting.quotes;
    expect((await list(`searchTerm=${quoteNumber}`)).quotes.map(({ id }) => id)).toEqual([old]);
    expect((await list(`${search}%20beatrix`)).totalCount).toBe(3);
    expect((await list(`${search}%20100%25`)).totalCount).toBe(0);
    const refused = await operator.get('/api/operator/quotes?state=Lost');
    expect(refused.status).toBe(400);
  });

  it('needs as many statements for a long list and a long quote as for a short one', async () => {
    const { get, list } = answering(operator);
    const count = async (work: () => Promise<unknown>) => {
      await work();
      const before = portal.statementsSent();
      await work();
      return portal.statementsSent() - before;
    };
    const [short, long] = [await ask({ title: 'Statements one' }), await ask({ title: 'Statements many' }, 30)];
    for (let index = 0; index < 8; index += 1) await ask({ title: 'Statements many' });
    expect(await count(() => list('searchTerm=Statements%20many'))).toBe(await count(() => list('searchTerm=Statements%20one')));
    expect(await count(() => get(long))).toBe(await count(() => get(short)));
  });
});

describe('who answers', () => {
  it('is the operator who takes it or saves first, until another takes it over; a key takes none', async () => {
    const { get, put, take } = answering(operator);
    const id = await ask();
    const other = await portal.asOperator({ brandIds: [1], name: 'Olga Other' });
    const key = answering(await portal.asApiKey(['quotes:read', 'quotes:write'], [1]));
    expect((await key.take(id)).body.quote).toMatchObject({ takenBy: null, quote: { status: 'InReview' } });
    expect((await take(id)).body.quote.takenBy).toEqual({ id: operator.id, name: 'Quentin Quote' });
    expect((await answering(other).put(id, { items: [] })).body.quote.takenBy?.name).toBe('Quentin Quote');
    expect((await answering(other).take(id)).body.quote.takenBy?.name).toBe('Olga Other');
    await put(id, { items: (await get(id)).draft.items.map((item) => toInput(item, { unitPrice: 3 })) });
    const sent = await key.send(id);
    expect(sent.body.quote).toMatchObject({ takenBy: { name: 'Olga Other' }, versions: [{ sentBy: 'Test system' }] });
  });

  it('works for the brand of the client, with the right for quotes', async () => {
    const id = await ask();
    const elsewhere = await portal.asOperator({ brandIds: [2] });
    const reader = await portal.asApiKey(['quotes:read'], [1]);
    const stranger = await portal.asApiKey(['orders:read', 'orders:write'], [1]);
    const statuses = async (by: TestOperatorClient) => [
      (await by.get(`/api/operator/quotes/${id}`)).status,
      (await by.put(`/api/operator/quotes/${id}`, { items: [] })).status,
      (await answering(by).send(id)).status,
      (await answering(by).take(id)).status,
      (await answering(by).decline(id)).status,
      (await answering(by).write(id, { text: 'Hello' })).status,
      (await upload(by, id)).status,
      (await by.get(`/api/operator/quotes/${id}/files/1`)).status,
    ];
    expect(await statuses(elsewhere)).toEqual(Array.from({ length: 8 }, () => 404));
    expect(await statuses(reader)).toEqual([200, 403, 403, 403, 403, 403, 403, 404]);
    expect(await statuses(stranger)).toEqual(Array.from({ length: 8 }, () => 403));
    expect((await answering(elsewhere).list()).quotes).not.toContainEqual(expect.objectContaining({ id }));
    expect((await answering(operator).get(id)).quote.status).toBe('Submitted');
  });
});

describe('POST /api/operator/quotes/:id/decline', () => {
  it('ends a quote with a reason, before and after an answer, and mails once', async () => {
    const { decline, put, send, take } = answering(operator);
    const [asked, answered, expired] = [await ask(), await ask(), await ask()];
    await sendPrices(operator, answered);
    for (const id of [asked, answered]) {
      expect((await decline(id, '   ')).status).toBe(422);
      expect((await decline(id, ' No wool left. ')).body.quote).toMatchObject({
        quote: { status: 'Declined', declinedBy: 'supplier', declineReason: 'No wool left.' },
        canSend: false,
        canDecline: false,
        refusal: 'This quote is closed. The customer can ask for a new one.',
      });
      for (const again of [await decline(id), await put(id, { items: [] }), await send(id), await take(id)])
        expect(toRefusal(again)).toEqual([409, { quote: ['This quote is closed. The customer can ask for a new one.'] }]);
    }
    await sendPrices(operator, expired);
    await sql`update quote set quote_state_id = 60 where id = ${expired}`.execute(portal.db);
    expect((await decline(expired)).status).toBe(409);
  });
});

describe('POST /api/operator/quotes/:id/message', () => {
  it('are in the quote with their files, which no one else can attach, and are text', async () => {
    const { get, write } = answering(operator);
    const other = await portal.asOperator({ brandIds: [1], name: 'Olga Other' });
    const id = await ask();
    const { status, files } = await upload(operator, id);
    expect([status, files.length]).toEqual([200, 1]);
    const fileId = files[0]?.id as number;
    expect((await answering(other).write(id, { text: 'Mine', fileIds: [fileId] })).status).toBe(404);
    // It is a message before it can be opened.
    expect((await operator.get(`/api/operator/quotes/${id}/files/${fileId}`)).status).toBe(404);
    const text = '=HYPERLINK("https://example.org") <img src=x>';
    const before = await countMails(id);
    expect((await write(id, { text: ` ${text} `, fileIds: [fileId] })).body.quote.quote.messages).toMatchObject([
      { fromSupplier: true, name: 'Quentin Quote', text, files: [{ id: fileId, filename: 'cloth.jpg' }] },
    ]);
    expect(await countMails(id)).toBeGreaterThanOrEqual(before);
    expect((await write(id, { text: 'Again', fileIds: [fileId] })).status).toBe(404);
    expect((await write(id, { text: '  ' })).status).toBe(422);
    expect((await write(id, { text: 'x'.repeat(4001) })).status).toBe(422);
    const opened = await portal.app.inject({ url: `/api/operator/quotes/${id}/files/${fileId}`, headers: other.headers });
    expect([opened.statusCode, opened.headers['x-filename']]).toEqual([200, 'cloth.jpg']);
    expect((await upload(operator, id, 'page.png', Buffer.from('<html><script>alert(1)</script>'))).status).toBe(415);
    expect((await get(id)).quote.messages).toHaveLength(1);
    await answering(operator).decline(id);
    expect((await write(id, { text: 'Sorry' })).status).toBe(409);
  });
});

it('lets prices lead until the end of a day of the client', async () => {
  const { rows } = await sql<{ zone: string }>`select time_zone as zone from organisation where id = 1`.execute(portal.db);
  for (const zone of ['Europe/London', 'Europe/Lisbon', 'Australia/Sydney', 'Pacific/Kiritimati']) {
    await sql`update organisation set time_zone = ${zone} where id = 1`.execute(portal.db);
    const day = addDaysTo(getLocalDay(Date.now(), zone), 3);
    const [named, unnamed] = [await ask(), await ask()];
    const { quote } = await sendPrices(operator, named, { body: { validUntil: day } });
    expect([zone, quote.validUntilUtc]).toEqual([zone, getEndOfLocalDay(day, zone).toISOString()]);
    const month = addDaysTo(day, 27);
    expect((await sendPrices(operator, unnamed)).quote.validUntilUtc).toBe(getEndOfLocalDay(month, zone).toISOString());
  }
  await sql`update organisation set time_zone = ${rows[0]?.zone} where id = 1`.execute(portal.db);
});

it('saves and sends an answer once, of several operators who do it at the same moment', async () => {
  const id = await ask();
  const { get } = answering(operator);
  const others = await Promise.all(Array.from({ length: 4 }, () => portal.asOperator({ brandIds: [1] })));
  const statuses = async (attempt: (by: ReturnType<typeof answering>) => Promise<{ status: number }>) =>
    (await Promise.all(others.map((other) => attempt(answering(other))))).map(({ status }) => status).toSorted((a, b) => a - b);
  const items = (await get(id)).draft.items.map((item) => toInput(item, { unitPrice: 4 }));
  expect(await statuses((by) => by.put(id, { saves: 0, items }))).toEqual([200, 409, 409, 409]);
  expect(await statuses((by) => by.send(id, { saves: 1 }))).toEqual([200, 409, 409, 409]);
  expect(await get(id)).toMatchObject({ draft: { version: 2, saves: 0 }, versions: [{ version: 1 }] });
});
