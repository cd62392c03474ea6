import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { deleteExpiredFiles } from '#api/platform/files/stored-files.queries.ts';
import { aStockedProduct, fillCart, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { anAnsweredQuote, answerQuote, aQuote, askForQuote, getQuote, takeFromQuote } from '#api/testing/quotes.ts';
import { aPdf, aPicture, multipart, type Upload, uploadReturnFiles, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
let person: SignedIn;
let colleague: SignedIn;
let admin: SignedIn;
let cap: StockedProduct;

beforeAll(async () => {
  person = await signInAs(portal, { role: 'Buyer', firstName: 'Pam' });
  colleague = await signInAs(portal, { role: 'Buyer', firstName: 'Col' });
  admin = await signInAs(portal, { role: 'Admin', firstName: 'Ada', groupIds: [], adminableGroupIds: [NORTH.groupId] });
  cap = await aStockedProduct(portal.db);
});

let requests = 0;
/** A request that no other equals: the same within ten seconds would be the same quote. */
const aRequest = () => aQuote(person, { title: `Caps ${requests++}`, items: [{ productId: cap.id, quantity: 2 }] });
async function anAnswer() {
  const quote = await aRequest();
  await answerQuote(portal.db, quote.id, [{ id: quote.items[0]?.id as number }]);
  return quote.id;
}
const post = (client: TestClient, id: number, step: 'withdraw' | 'decline' | 'message', body: object = {}) =>
  client.post<'POST /api/quote/:id/withdraw'>(`/api/quote/${id}/${step}`, body);
const upload = (client: TestClient, files: Upload[], fields: Record<string, string> = {}) =>
  uploadReturnFiles(portal, client, files, { url: '/api/quotefile', body: multipart(files, fields) });
const download = (client: TestClient, id: number) =>
  portal.app.inject({ method: 'GET', url: `/api/quotefile/${id}`, headers: client.headers });
const announce = (client: TestClient, id: number) =>
  client.get<'GET /api/quotefilenotification/:id'>(`/api/quotefilenotification/${id}`);
const giveTo = (client: TestClient, id: number, customerId: number) =>
  client.put<'PUT /api/quote/:id/owner'>(`/api/quote/${id}/owner`, { customerId });

describe('the same request', () => {
  it('within ten seconds, or with the same key, is one quote, also at the same moment and when someone acts for the person', async () => {
    const request = { title: 'Once', items: [{ productId: cap.id, quantity: 3 }] };
    const replies = await Promise.all([...Array(6)].map((_, index) => askForQuote(person, request, `key-${index % 2}`)));
    const acting = await orderFor(portal, person.customerId);
    replies.push(await askForQuote(acting, request));
    expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(new Set(replies.map(({ body }) => body.quote.id)).size).toBe(1);
    expect((await askForQuote(person, { ...request, title: 'Other' }, 'key-0')).errors).toHaveProperty('idempotencyKey');
    const other = { ...request, title: 'Twice' };
    const { id } = (await askForQuote(person, other)).body.quote;
    expect(id).not.toBe(replies[0]?.body.quote.id);
    await post(person, id, 'withdraw');
    expect((await askForQuote(person, other)).body.quote).toMatchObject({ title: 'Twice', status: 'Submitted' });
    const { rows } = await sql`select customer_id as "customerId" from quote where title = 'Once'`.execute(portal.db);
    expect(rows).toEqual([{ customerId: person.customerId }]);
  });
});

describe('withdrawing and declining', () => {
  it('end a quote once, say who ended it, and are refused where the state does not allow them', async () => {
    const requested = await aRequest();
    expect(toRefusal(await post(person, requested.id, 'decline'))).toEqual([
      409,
      { quote: ['This request has not been answered yet. You can withdraw it.'] },
    ]);
    expect((await post(person, requested.id, 'withdraw')).body.quote).toMatchObject({
      ...{ status: 'Declined', declinedBy: 'withdrawn', declineReason: null, canWithdraw: false, canWrite: false },
      refusal: 'This request was withdrawn. You can ask for a new quote.',
    });
    for (const step of ['withdraw', 'decline', 'message'] as const)
      expect((await post(person, requested.id, step, { text: 'Hello' })).status).toBe(409);

    const answered = await anAnswer();
    expect(toRefusal(await post(person, answered, 'withdraw'))).toEqual([
      409,
      { quote: ['This request has been answered. You can decline the answer instead.'] },
    ]);
    expect((await post(person, answered, 'decline', { reason: ' Too dear <b> ' })).body.quote).toMatchObject({
      ...{ status: 'Declined', declinedBy: 'customer', declineReason: 'Too dear <b>' },
      // What was declined can still be read.
      ...{ version: 1, total: 10 },
    });

    const accepted = await anAnsweredQuote(portal.db, person.customerId, [{ product: cap, quantity: 2, unitMinor: 500 }], {
      stateId: 40,
    });
    expect((await post(person, accepted.id, 'decline')).status).toBe(409);
    const ended = await anAnsweredQuote(portal.db, person.customerId, [{ product: cap, quantity: 2, unitMinor: 500 }], {
      days: -1,
    });
    expect((await post(person, ended.id, 'decline')).status).toBe(409);
    expect((await getQuote(person, ended.id)).body.quote).toMatchObject({ canDecline: false, canAccept: false });
    expect((await getQuote(person, ended.id)).body.quote.refusal).toMatch(/^The prices of this quote ended on \d+ \w+ \d{4}\./);
  });

  it('are for who asked, and who acts for them', async () => {
    const { id } = await aRequest();
    for (const other of [colleague, admin, await signInAs(portal, { role: 'Sales' })])
      for (const step of ['withdraw', 'decline', 'message'] as const)
        expect(toRefusal(await post(other, id, step, { text: 'Hello' }))).toEqual([404, { quote: ['Quote not found.'] }]);
    expect((await post(await orderFor(portal, person.customerId), id, 'withdraw')).body.quote.status).toBe('Declined');
  });

  it('happen once, of several at the same moment', async () => {
    const { id } = await aRequest();
    const statuses = (await Promise.all([...Array(8)].map(() => post(person, id, 'withdraw')))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('messages', () => {
  it('are kept as they are written, with their files, in their order', async () => {
    const id = await anAnswer();
    const { files } = await upload(person, [{ name: 'a.pdf', content: aPdf() }]);
    const { body } = await post(person, id, 'message', { text: ' =1+1 <script> ', fileIds: files.map((file) => file.id) });
    await sql`insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text) values (1, ${id}, true, 'api_key', 1, 'Hello')`.execute(
      portal.db,
    );
    const { rows } = await sql<{ name: string }>`select company_name as name from brand where id = 1`.execute(portal.db);
    expect(body.quote.messages).toMatchObject([
      { fromSupplier: false, name: 'Pam Forthetest', text: '=1+1 <script>', files: [{ filename: 'a.pdf' }] },
    ]);
    expect((await getQuote(person, id)).body.quote).toMatchObject({
      messages: [{ fromSupplier: false }, { fromSupplier: true, name: rows[0]?.name, text: 'Hello', files: [] }],
      ...{ files: [], unsentFiles: 0 },
    });
    expect((await post(person, id, 'message', { text: '   ' })).errors).toHaveProperty('text');
    expect((await post(person, id, 'message', { text: 'Again', fileIds: files.map((file) => file.id) })).errors).toHaveProperty(
      'fileIds',
    );
  });
});

describe('files', () => {
  it('belong to the request that names them, or to the quote to which they are added, which the sales team is told once', async () => {
    const { files } = await upload(person, [
      { name: 'Plan.pdf', content: aPdf() },
      { name: 'b.jpg', content: await aPicture() },
    ]);
    const { id } = await aQuote(person, { description: 'As drawn', fileIds: files.map((file) => file.id) });
    expect((await getQuote(person, id)).body.quote).toMatchObject({
      files: [{ filename: 'Plan.pdf' }, { filename: 'b.jpg' }],
      unsentFiles: 0,
    });
    expect(toRefusal(await announce(person, id))[0]).toBe(409);

    const added = await upload(person, [{ name: 'c.png', content: await aPicture('png') }], { quoteId: String(id) });
    expect([added.status, added.files.length]).toEqual([200, 1]);
    expect((await getQuote(person, id)).body.quote).toMatchObject({ files: [{}, {}, { filename: 'c.png' }], unsentFiles: 1 });
    expect((await announce(person, id)).body).toEqual({ success: true, msg: 'The sales team has been told of the new files.' });
    expect((await announce(person, id)).status).toBe(409);
    expect((await announce(colleague, id)).status).toBe(404);

    const fileId = added.files[0]?.id as number;
    const stranger = await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId] });
    const foreign = await signInAs(portal, { role: 'Admin', groupIds: [], resortId: null, organisationId: 2 });
    const opened = [];
    for (const client of [person, colleague, admin, stranger, foreign]) opened.push((await download(client, fileId)).statusCode);
    expect(opened).toEqual([200, 200, 200, 404, 404]);
  });

  it('are refused for quotes of others and closed ones, and what is no picture or PDF is refused', async () => {
    const { id } = await aRequest();
    const pdf = { name: 'a.pdf', content: aPdf() };
    for (const [client, quoteId] of [
      [colleague, String(id)],
      [person, 'x'],
      [person, '999999'],
    ] as const) {
      const refused = await upload(client, [pdf], { quoteId });
      expect([refused.status, refused.errors]).toEqual([404, { quote: ['Quote not found.'] }]);
    }
    await post(person, id, 'withdraw');
    expect((await upload(person, [pdf], { quoteId: String(id) })).status).toBe(409);
    const page = { name: 'picture.png', content: Buffer.from('<!doctype html><script>alert(1)</script>'), type: 'image/png' };
    expect((await upload(person, [page])).status).toBe(415);
    expect((await upload(person, [{ ...pdf, content: Buffer.concat([aPdf(), Buffer.alloc(10_000_001)]) }])).status).toBe(413);
    expect(
      (
        await upload(
          person,
          Array.from({ length: 11 }, () => pdf),
        )
      ).status,
    ).toBe(422);
  });

  it('of no quote are deleted after a day', async () => {
    const { files } = await upload(person, [{ name: 'a.pdf', content: aPdf() }]);
    const { files: kept } = await upload(person, [{ name: 'b.pdf', content: aPdf() }]);
    const { id } = await aQuote(person, { description: 'With a file', fileIds: [kept[0]?.id] });
    expect((await download(colleague, files[0]?.id as number)).statusCode).toBe(404);
    expect((await download(person, files[0]?.id as number)).statusCode).toBe(200);
    await sql`update stored_file set expires_at = expires_at - interval '25 hours' where id = any (${[files[0]?.id, kept[0]?.id]}::bigint[])`.execute(
      portal.db,
    );
    expect((await askForQuote(person, { title: 'Late', description: 'x', fileIds: [files[0]?.id] })).errors).toHaveProperty(
      'fileIds',
    );
    await deleteExpiredFiles({ db: portal.db, blobs: createBlobStore(portal.config.fileStorage) });
    expect((await download(person, files[0]?.id as number)).statusCode).toBe(404);
    expect((await getQuote(person, id)).body.quote.files).toMatchObject([{ filename: 'b.pdf' }]);
  });
});

describe('another owner', () => {
  it('is named by an Admin in whose scope both are, may order, and has the quote and its files from then on', async () => {
    const { files } = await upload(person, [{ name: 'a.pdf', content: aPdf() }]);
    const { id, items } = await aQuote(person, {
      items: [{ productId: cap.id, quantity: 2 }],
      fileIds: files.map((file) => file.id),
    });
    const south = await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId] });
    const southAdmin = await signInAs(portal, { role: 'Admin', groupIds: [], adminableGroupIds: [SOUTH.groupId] });
    const left = await signInAs(portal, { role: 'Buyer' });
    await sql`update customer set active = false where id = ${left.customerId}`.execute(portal.db);
    expect((await giveTo(person, id, colleague.customerId)).status).toBe(403);
    expect(toRefusal(await giveTo(southAdmin, id, south.customerId))).toEqual([404, { quote: ['Quote not found.'] }]);
    for (const one of [south, left]) expect((await giveTo(admin, id, one.customerId)).errors).toHaveProperty('customerId');

    // A piece in the cart goes back to the quote.
    await answerQuote(portal.db, id, [{ id: items[0]?.id as number }]);
    const cart = await fillCart(person, { productId: cap.id, combinationId: cap.combinations[0]?.id, quantity: 1 });
    await takeFromQuote(portal.db, cart.items[0]?.id as number, items[0]?.id as number);
    expect((await getQuote(person, id)).body.quote.items[0]?.acceptedQuantity).toBe(1);

    const { body } = await giveTo(admin, id, colleague.customerId);
    expect(body.quote).toMatchObject({
      customer: { id: colleague.customerId, firstName: 'Col' },
      items: [{ acceptedQuantity: 0 }],
    });
    expect((await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items).toEqual([]);
    expect((await getQuote(colleague, id)).body.quote).toMatchObject({ isOwn: true, canAccept: true });
    expect((await download(colleague, files[0]?.id as number)).statusCode).toBe(200);
    const { rows } =
      await sql`select before, after from audit_event where action = 'quote.owner-changed' and subject_id = ${String(id)}`.execute(
        portal.db,
      );
    expect(rows).toEqual([{ before: { customerId: person.customerId }, after: { customerId: colleague.customerId } }]);
  });
});

describe('a person who is erased', () => {
  it('leaves quotes with their garments and prices, which can be given to another, without texts and files', async () => {
    const leaver = await signInAs(portal, { role: 'Buyer', firstName: 'Kunigunde' });
    const { files } = await upload(leaver, [{ name: 'Kunigunde.pdf', content: aPdf() }]);
    const { id, items, quoteNumber } = await aQuote(leaver, {
      title: 'For Kunigunde',
      description: 'Kunigunde needs caps',
      items: [{ productId: cap.id, quantity: 2, comments: 'Kunigunde' }],
      fileIds: files.map((file) => file.id),
    });
    await answerQuote(portal.db, id, [{ id: items[0]?.id as number }]);
    await post(leaver, id, 'message', { text: 'Kunigunde again' });
    const whole = await signInAs(portal, { role: 'Admin', groupIds: [] });
    expect((await erasePerson(whole, leaver.customerId, leaver.email)).status).toBe(200);
    const { quote } = (await getQuote(whole, id)).body;
    expect(JSON.stringify(quote)).not.toContain('Kunigunde');
    expect(quote).toMatchObject({
      ...{ title: `Quote ${quoteNumber}`, description: null, customerHasLeft: true, files: [], status: 'Quoted', total: 10 },
      ...{ items: [{ name: cap.name, unitPrice: 5, comments: null }], messages: [{ text: '[…]' }], canGiveAway: true },
    });
    expect((await giveTo(whole, id, colleague.customerId)).status).toBe(200);
    expect((await getQuote(colleague, id)).body.quote).toMatchObject({ isOwn: true, canAccept: true });
  });
});
