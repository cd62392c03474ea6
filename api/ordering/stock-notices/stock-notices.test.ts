import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { systemClock } from '#api/platform/clock.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { grantScope } from '#api/platform/http/scope.ts';
import { impersonate } from '#api/testing/builder-wearers.ts';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { countLockWaits } from '#api/testing/lock-waits.ts';
import { createMailJobsHarness, type MailJobsHarness } from '#api/testing/mail-jobs-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { type StatementFault, withFaults } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { addStockNotice, tellWaitingPeople } from './stock-notices.actions.ts';

type Notices = 'GET /api/stocknotices';

const portal = usePortal();
let mails: MailJobsHarness;
let shirt: CatalogueProduct;

beforeAll(async () => {
  mails = await createMailJobsHarness(portal);
  shirt = await aCatalogueProduct(portal.db, {
    product: { name: 'Awaited shirt' },
    colours: ['Navy#1d2a4d'],
    sizes: ['S', 'M', 'L'],
    stock: 5,
  });
});
afterAll(() => mails.close());
beforeEach(async () => {
  await sql`delete from stock_notice`.execute(portal.db);
  await setFree(['Navy, S', 'Navy, M'], 0);
  await setFree(['Navy, L'], 5);
});

const idOf = (description: string) => shirt.combinations.get(description)?.id as number;
async function setFree(descriptions: readonly string[], free: number, product = shirt): Promise<void> {
  const ids = descriptions.map((description) => product.combinations.get(description)?.id);
  await sql`update stock_level set reserved = on_hand - ${free} where combination_id = any (${ids}::bigint[])`.execute(portal.db);
}
let sizes: Promise<number[]> | undefined;
/** The ids of 52 sizes that are out of stock. */
function manySizes(): Promise<number[]> {
  sizes ??= aCatalogueProduct(portal.db, { sizes: Array.from({ length: 52 }, (_, index) => `W${index}`), stock: 0 }).then(
    ({ combinations }) => [...combinations.values()].map(({ id }) => id),
  );
  return sizes;
}
async function aWatcher(role: 'Buyer' | 'Staff' = 'Buyer'): Promise<TestClient & { email: string }> {
  const { email } = await aPerson(portal.db, { role });
  return { ...(await portal.as(email)), email };
}
const watch = (person: TestClient, combinationId: number) =>
  person.post<'POST /api/stocknotices'>('/api/stocknotices', { stockNotice: { combinationId } });
const watched = async (person: TestClient) =>
  (await person.get<Notices>('/api/stocknotices')).body.stockNotices.map(({ attributeDescription }) => attributeDescription);
const error = vi.fn();
const run = (...faults: StatementFault[]) =>
  tellWaitingPeople(withFaults(portal.db, faults), { jobs: mails.jobs, vault: mails.vault, clock: systemClock, log: { error } });
const itemsMailedTo = async (email: string) =>
  (await mails.listMails(email)).map(({ template, data }) => [
    template,
    (data as { items: { description: string }[] }).items.map(({ description }) => description),
  ]);

describe('waiting for a size', () => {
  it('is possible once for each size that is out of stock, for 90 days', async () => {
    const person = await aWatcher();
    await watch(person, idOf('Navy, S'));
    await watch(person, idOf('Navy, M'));
    const again = await watch(person, idOf('Navy, S'));

    expect(again.body.stockNotices).toMatchObject([
      { attributeDescription: 'Navy, M', name: 'Awaited shirt', productId: shirt.id },
      { attributeDescription: 'Navy, S' },
    ]);
    const { createdOnUtc, expiresOnUtc } = again.body.stockNotices[0] ?? { createdOnUtc: '', expiresOnUtc: '' };
    expect((Date.parse(expiresOnUtc) - Date.parse(createdOnUtc)) / 86_400_000).toBeCloseTo(90, 0);
  });

  it('reserves nothing', async () => {
    const level = async () =>
      (
        await sql`select on_hand, reserved from stock_level where product_id = ${shirt.id} order by combination_id`.execute(
          portal.db,
        )
      ).rows;
    const before = await level();
    await watch(await aWatcher(), idOf('Navy, S'));
    expect(await level()).toEqual(before);
  });

  it('is refused for what can be ordered now, or never', async () => {
    const person = await aWatcher();
    const backordered = await aCatalogueProduct(portal.db, { product: { backorder_mode: 2 }, stock: 0 });
    const unpriced = await aCatalogueProduct(portal.db, { product: { call_for_price: true }, stock: 0 });
    const gone = await aCatalogueProduct(portal.db, { stock: 0 });
    await sql`update combination set discontinued = true where product_id = ${gone.id}`.execute(portal.db);
    const only = (product: CatalogueProduct) => [...product.combinations.values()][0]?.id as number;

    const refusals = [];
    for (const id of [idOf('Navy, L'), only(backordered), only(unpriced), only(gone)])
      refusals.push(await watch(person, id).then(({ status, errors }) => [status, errors.combinationId?.[0]]));
    expect(refusals).toEqual([
      [409, 'It can be ordered now.'],
      [409, 'It can be ordered now.'],
      [409, 'This cannot be ordered online.'],
      [409, 'This is no longer sold.'],
    ]);
  });

  it('is refused for another organisation’s product as for an unknown one', async () => {
    const theirs = await aCatalogueProduct(portal.db, { organisationIds: [2], stock: 0 });
    const person = await aWatcher();
    const unknown = await watch(person, 2_000_000_000);
    expect(unknown).toMatchObject({ status: 404, errors: { combination: ['Combination not found.'] } });
    expect(await watch(person, [...theirs.combinations.values()][0]?.id as number)).toMatchObject({
      status: 404,
      errors: unknown.errors,
    });
  });

  it('is limited to what their wardrobe lists for people who order only that', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    expect(await watch(await portal.as(email), idOf('Navy, S'))).toMatchObject({
      status: 409,
      errors: { combinationId: ['This product is not part of the wardrobe, so it cannot be ordered.'] },
    });
    await aWardrobe(portal.db, id, [shirt]);
    expect((await watch(await portal.as(email), idOf('Navy, S'))).status).toBe(200);
  });

  it('is possible before ordering opens, and is told of once it has', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    const { seasonId } = await aWardrobe(portal.db, id, [shirt]);
    const person = await portal.as(email);
    const opensIn = (days: number) =>
      sql`update season set ordering_opens_on = current_date + ${days}::int where id = ${seasonId}`.execute(portal.db);
    await opensIn(5);
    expect((await watch(person, idOf('Navy, S'))).status).toBe(200);
    await setFree(['Navy, S'], 1);
    await run();
    const before = await itemsMailedTo(email);
    await opensIn(-1);
    await run();
    expect([before, await itemsMailedTo(email)]).toEqual([[], [['stock-notice', ['Navy, S']]]]);
  });

  it('is possible for 50 items at most', async () => {
    const person = await aWatcher();
    const many = await manySizes();
    for (const id of many.slice(0, 50)) await watch(person, id);
    const { status, errors } = await watch(person, many[50] as number);

    expect([status, errors.stockNotice?.[0]]).toEqual([409, expect.stringContaining('You are waiting for 50 items already.')]);
    expect(await watched(person)).toHaveLength(50);
    // Known already, so nothing is added.
    expect((await watch(person, many[0] as number)).status).toBe(200);
  });

  it('is possible for 50 items at most in two requests at the same moment', async () => {
    const many = await manySizes();
    /** How many notices are open after two requests for the last place, of which the second begins before the first has ended. */
    async function race(...faults: StatementFault[]): Promise<number> {
      const person = await aWatcher();
      await sql`insert into stock_notice (organisation_id, customer_id, combination_id, expires_at)
        select 1, ${person.customerId}, id, now() + interval '1 day' from unnest(${many.slice(0, 49)}::bigint[]) id`.execute(
        portal.db,
      );
      const actor = await findActor(portal.db, 1, person.customerId);
      if (!actor) throw new Error('The person cannot log in.');
      let arrived = 0;
      const meeting: StatementFault = {
        statement: /select n.id, n.combination_id/,
        afterwards: () => {
          arrived += 1;
          return vi.waitUntil(async () => arrived > 1 || (await countLockWaits(portal.db)) > 0, { interval: 5, timeout: 20_000 });
        },
      };
      const db = withFaults(portal.db, [meeting, ...faults]);
      await Promise.allSettled(
        many.slice(50, 52).map((id) => runInTransaction(db, (tx) => addStockNotice(tx, grantScope(actor), id, systemClock))),
      );
      return (await watched(person)).length;
    }
    expect(await race()).toBe(50);
    // The test can fail.
    const unlocked: StatementFault = {
      statement: /from customer where .* for no key update/s,
      rewrite: (text) => text.replace(' for no key update', ''),
    };
    expect(await race(unlocked)).toBe(51);
  });

  it('ends when it is removed, by the person alone', async () => {
    const person = await aWatcher();
    const { body } = await watch(person, idOf('Navy, S'));
    const path = `/api/stocknotices/${body.stockNotices[0]?.id}`;

    expect((await (await aWatcher()).delete(path)).status).toBe(404);
    expect((await person.delete<'DELETE /api/stocknotices/:id'>(path)).body.stockNotices).toEqual([]);
    expect((await person.delete(path)).status).toBe(404);
  });

  it('takes a fixed number of statements', async () => {
    const person = await aWatcher();
    await watch(person, idOf('Navy, M'));
    // Their session is kept in memory only from the first request after it has been announced.
    await portal.settled();
    await person.get('/api/stocknotices');
    const count = async (request: () => Promise<unknown>) => {
      const before = portal.statementsSent();
      await request();
      return portal.statementsSent() - before;
    };
    expect(await count(() => person.get('/api/stocknotices'))).toBe(1);
    expect([await count(() => watch(person, idOf('Navy, S'))), await count(() => watch(person, idOf('Navy, S')))]).toEqual([
      8, 4,
    ]);
  });

  it('is not offered to people who may only look, nor while someone acts for them', async () => {
    const { rows } = await sql<{
      id: number;
    }>`insert into role (organisation_id, name) values (1, 'Looker') returning id`.execute(portal.db);
    await sql`insert into role_permission values (1, ${rows[0]?.id}, 'AllowStockEnquiry')`.execute(portal.db);
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    await sql`update customer_role set role_id = ${rows[0]?.id} where customer_id = ${id} and role_id = 34`.execute(portal.db);
    expect((await watch(await portal.as(email), idOf('Navy, S'))).status).toBe(403);

    const sales = await portal.as('sales@meridian.example');
    await impersonate(sales, (await aPerson(portal.db, { role: 'Buyer' })).id);
    expect([(await watch(sales, idOf('Navy, S'))).status, (await sales.get('/api/stocknotices')).status]).toEqual([403, 403]);
  });
});

describe('the job', () => {
  it('mails once when pieces are free, about all sizes in one mail, and is done', async () => {
    const person = await aWatcher();
    await watch(person, idOf('Navy, S'));
    await watch(person, idOf('Navy, M'));
    await run();
    expect(await itemsMailedTo(person.email)).toEqual([]);

    await setFree(['Navy, S', 'Navy, M'], 1);
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await itemsMailedTo(person.email)).toEqual([['stock-notice', ['Navy, S', 'Navy, M']]]);
    expect(await watched(person)).toEqual([]);

    // Whoever is told may wait again.
    await setFree(['Navy, S'], 0);
    await watch(person, idOf('Navy, S'));
    await setFree(['Navy, S'], 2);
    expect(await run()).toBe(1);
  });

  it('writes a mail that leads to the size and says that nothing is reserved', async () => {
    const person = await aWatcher();
    await watch(person, idOf('Navy, S'));
    await setFree(['Navy, S'], 1);
    await run();
    const [mail] = await mails.renderMails(person.email);

    expect(mail?.subject).toBe('Awaited shirt (Navy, S) can be ordered again');
    expect(mail?.text).toContain(`/index/products/${shirt.id}?combination=${idOf('Navy, S')}`);
    expect(mail?.text).toContain('Nothing is reserved for you');
    expect(mail?.text).toContain('/index/profile#notices');
  });

  it.each<[string, (person: TestClient) => Promise<unknown>, (person: TestClient) => Promise<unknown>]>([
    [
      'whose account is closed',
      ({ customerId }) => sql`update customer set active = false where id = ${customerId}`.execute(portal.db),
      ({ customerId }) => sql`update customer set active = true where id = ${customerId}`.execute(portal.db),
    ],
    [
      'who has left',
      ({ customerId }) => sql`update customer set ends_on = current_date - 2 where id = ${customerId}`.execute(portal.db),
      ({ customerId }) => sql`update customer set ends_on = null where id = ${customerId}`.execute(portal.db),
    ],
    [
      'who may not order any more',
      ({ customerId }) => sql`delete from customer_role where customer_id = ${customerId} and role_id <> 3`.execute(portal.db),
      ({ customerId }) =>
        sql`insert into customer_role select 1, ${customerId}::bigint, id from role where system_name = 'OrganisationBuyer'`.execute(
          portal.db,
        ),
    ],
    [
      'who cannot see the product any more',
      async () => {
        await sql`update product_organisation set published = false where product_id = ${shirt.id}`.execute(portal.db);
        await refreshProductListing(portal.db, [1], [shirt.id]);
      },
      async () => {
        await sql`update product_organisation set published = true where product_id = ${shirt.id}`.execute(portal.db);
        await refreshProductListing(portal.db, [1], [shirt.id]);
      },
    ],
    [
      'for whom too few pieces are free',
      () => sql`update product set order_minimum_quantity = 3 where id = ${shirt.id}`.execute(portal.db),
      () => sql`update product set order_minimum_quantity = 1 where id = ${shirt.id}`.execute(portal.db),
    ],
  ])('mails no one %s, until that changes', async (_, prevent, allow) => {
    const person = await aWatcher();
    await watch(person, idOf('Navy, S'));
    await setFree(['Navy, S'], 1);
    await prevent(person);
    await run();
    const before = await itemsMailedTo(person.email);
    await allow(person);
    await run();
    expect([before, await itemsMailedTo(person.email)]).toEqual([[], [['stock-notice', ['Navy, S']]]]);
  });

  it('mails no one after 90 days, and such a notice can begin anew', async () => {
    const person = await aWatcher();
    await watch(person, idOf('Navy, S'));
    await sql`update stock_notice set expires_at = now() - interval '1 second'`.execute(portal.db);
    expect(await watched(person)).toEqual([]);
    await watch(person, idOf('Navy, S'));
    expect(await watched(person)).toEqual(['Navy, S']);
    await sql`update stock_notice set expires_at = now() - interval '1 second'`.execute(portal.db);
    await setFree(['Navy, S'], 1);
    expect(await run()).toBe(0);
  });

  it('tells others though one person cannot be told, who is told by the next one', async () => {
    const [first, second] = [await aWatcher(), await aWatcher()];
    for (const person of [first, second]) await watch(person, idOf('Navy, S'));
    await setFree(['Navy, S'], 2);
    let failures = 0;
    const failing: StatementFault = {
      statement: /update stock_notice n set notified_at/,
      rewrite: (text) => {
        failures += 1;
        return failures === 1 ? `${text} returning nothing` : text;
      },
    };
    expect([await run(failing), await run()]).toEqual([1, 1]);
    expect(error).toHaveBeenCalledTimes(1);
    for (const { email } of [first, second]) expect(await itemsMailedTo(email)).toHaveLength(1);
  });

  /** Two processes that have both found the notice before either ends it. */
  async function raceOf(...faults: StatementFault[]): Promise<number> {
    const person = await aWatcher();
    await setFree(['Navy, S'], 0);
    await watch(person, idOf('Navy, S'));
    await setFree(['Navy, S'], 1);
    let arrived = 0;
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const meeting: StatementFault = {
      statement: /from stock_notice n\s+join stock_level/,
      afterwards: () => {
        arrived += 1;
        if (arrived === 2) resolve();
        return both;
      },
    };
    await Promise.all([run(meeting, ...faults), run(meeting, ...faults)]);
    return (await itemsMailedTo(person.email)).length;
  }

  it('sends one mail, however many processes run it at once', async () => {
    expect(await raceOf()).toBe(1);
    // The test can fail.
    const unconditional: StatementFault = {
      statement: /update stock_notice n set notified_at/,
      rewrite: (text) => text.replace('and n.notified_at is null', ''),
    };
    expect(await raceOf(unconditional)).toBe(2);
  });
});
