import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#api/platform/db/database.ts';
import { aStockedProduct } from '#api/testing/builders.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { openPlanObserver, type PlanObserver, type StepRead } from '#api/testing/rows-read.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';
import { syncEntitlement } from './entitlement.actions.ts';
import { readAccounts, refreshUniformStatus } from './entitlement.queries.ts';
import { reserveEntitlement } from './reserve-entitlement.queries.ts';
import { WARDROBES_BATCH_SIZE, WARDROBES_SYNC_LIMIT } from './wardrobes/versions/wardrobes-kind.actions.ts';

/**
 * What people are owed is computed from their own rows, whatever the statistics of the tables say: they are from before many people were added, and connections keep
 * plans that were made then. Counts rows, which do not depend on time.
 */

const CROWD = WARDROBES_SYNC_LIMIT + 2 * WARDROBES_BATCH_SIZE;
const MERIDIAN = { organisationId: 1 };
/**
 * Everyone here has one wardrobe, one account and one season. The rest leaves room for tables of the structure, which may be read whole: reading the crowd for
 * each person is `CROWD`.
 */
const MAX_ROWS_EACH = 60;
const MAX_ROWS = 150;

const portal = usePortal();
const observers: PlanObserver[] = [];
afterAll(() => Promise.all(observers.map((observer) => observer.close())));

function observe() {
  const observer = openPlanObserver(portal);
  observers.push(observer);
  return observer;
}

beforeAll(async () => {
  const { rows } = await sql<{
    name: string;
  }>`select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    portal.db,
  );
  // Only the tests decide which statistics there are.
  await runAsOwner(portal, ...rows.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`));
});

/** Many people with a wardrobe of their own, whose one group gets another number: all of them are behind. */
async function aCrowdBehind({ underOption }: { underOption: boolean }) {
  const product = await aStockedProduct(portal.db);
  const wearer = await aWearer(portal, [product], { underOption, isChosen: underOption });
  await sql`
    insert into customer_season (organisation_id, customer_id, season_id) values (1, ${wearer.id}, ${wearer.seasonId}) on conflict do nothing`.execute(
    portal.db,
  );
  const people = [wearer.id, ...(await aCrowdLike(portal.db, wearer.id, CROWD - 1))];
  const wardrobes = createWardrobeClient(await portal.as('admin@meridian.example'));
  const { status } = await wardrobes.changeGroup(wearer.collectionId, wearer.groupId, { allocatedQuantity: 5 });
  expect(status).toBe(200);
  return { ...wearer, productId: product.id, people };
}

/** The steps that read more rows for so many people than they can need. */
const findExcess = (reads: readonly StepRead[], people: number) =>
  reads
    .filter(({ rows }) => rows > MAX_ROWS + people * MAX_ROWS_EACH)
    .map(({ rows, step, statement }) => `${rows} rows by ${step}: ${statement.replaceAll(/\s+/g, ' ').slice(0, 100)}`);

/** The commands of which each concerns a few people. */
const commands = (crowd: Awaited<ReturnType<typeof aCrowdBehind>>): [string, number, (tx: Tx) => Promise<unknown>][] => {
  const batch = crowd.people.slice(-WARDROBES_BATCH_SIZE);
  const [one = 0] = batch;
  return [
    [
      'what someone orders',
      1,
      async (tx) => {
        const accounts = await readAccounts(tx, MERIDIAN, [one], { lock: true });
        await reserveEntitlement(
          tx,
          MERIDIAN,
          accounts.map(({ id }) => ({ accountId: id, amount: 1 })),
        );
      },
    ],
    ['a batch that follows', batch.length, (tx) => syncEntitlement(tx, MERIDIAN, batch)],
    ['everyone who follows', crowd.people.length, (tx) => syncEntitlement(tx, MERIDIAN, crowd.people)],
    ['the status of a batch', batch.length, (tx) => refreshUniformStatus(tx, MERIDIAN, batch)],
    [
      'what someone can order',
      1,
      (tx) => sql`select * from ordering_facts(1, ${one}, ${crowd.productId}, null, current_date)`.execute(tx),
    ],
  ];
};

async function findAllExcess(observer: PlanObserver, crowd: Awaited<ReturnType<typeof aCrowdBehind>>) {
  const found: string[] = [];
  for (const [name, people, work] of commands(crowd)) {
    const reads = await observer.observe(work);
    expect(reads.length).toBeGreaterThan(0);
    found.push(...findExcess(reads, people).map((excess) => `${name}: ${excess}`));
  }
  return found;
}

describe.each([false, true])('reads few rows for each person, under an option: %s,', (underOption) => {
  it('by statistics from before all people were added, on a new connection and on one that planned then', async () => {
    const small = await aWearer(portal, [await aStockedProduct(portal.db)], { underOption, isChosen: underOption });
    await runAsOwner(portal, 'analyze');
    const earlier = observe();
    for (const [, , work] of commands({ ...small, productId: 0, people: [small.id] })) await earlier.observe(work);
    const crowd = await aCrowdBehind({ underOption });
    expect(await findAllExcess(earlier, crowd)).toEqual([]);
    expect(await findAllExcess(observe(), crowd)).toEqual([]);
  });

  it('by statistics from between two crowds', async () => {
    await aCrowdBehind({ underOption });
    await runAsOwner(portal, 'analyze');
    expect(await findAllExcess(observe(), await aCrowdBehind({ underOption }))).toEqual([]);
  });

  it('without statistics', async () => {
    await runAsOwner(
      portal,
      'delete from pg_statistic',
      `update pg_class set reltuples = -1 where relnamespace = 'public'::regnamespace`,
    );
    expect(await findAllExcess(observe(), await aCrowdBehind({ underOption }))).toEqual([]);
  });

  it('by statistics of all of them', async () => {
    const crowd = await aCrowdBehind({ underOption });
    await runAsOwner(portal, 'analyze');
    expect(await findAllExcess(observe(), crowd)).toEqual([]);
  });
});
