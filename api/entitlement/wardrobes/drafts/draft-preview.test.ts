import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { aStockedProduct } from '#api/testing/builders.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { orderFromEntitlement, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient, TestResponse } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';
import { planWardrobe } from '../../entitlement.actions.ts';
import { readContents } from '../versions/contents.queries.ts';
import type { WardrobeContents } from '../versions/contents.rules.ts';
import { listWearerClasses, readPriceRanges } from './draft-preview.queries.ts';
import { listGroupPrices, sumEffects, toWardrobeFacts } from './draft-preview.rules.ts';

/** The preview counts people by classes. Whatever these are, it must say what planning each person says. */

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const TENANT = { organisationId: 1 };
const PEOPLE = 40;
const DRAFTS = 24;

/** Numbers that look random and are the same in each run (mulberry32). */
function createDice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (share: number) => next() < share,
  };
}
type Dice = ReturnType<typeof createDice>;

/** A wardrobe of two groups for everyone and one under an option, and its wearers: of all allocation types, with and without choice, who have ordered. */
async function aMixedWardrobe(dice: Dice) {
  const products = [];
  for (let n = 0; n < 4; n += 1) products.push(await aStockedProduct(portal.db));
  const ids = products.map(({ id }) => id);
  const worn = await aWearer(portal, products.slice(0, 2), { underOption: true, budgetPoints: 40, budgetMinor: 9000, points: 3 });
  const { collectionId, optionId } = worn;
  for (const [index, quantity] of [4, null].entries())
    await sql`
      with added as (
        insert into collection_group (organisation_id, collection_id, name, quantity, display_order)
        values (1, ${collectionId}, ${`Group ${index}`}, ${quantity}, ${index}) returning id)
      insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points)
      select 1, added.id, p, ${index === 0 ? 2 : null}::int, 2 from added, unnest(${ids.slice(1 + index)}::bigint[]) p`.execute(
      portal.db,
    );
  const people = [worn.id, ...(await aCrowdLike(portal.db, worn.id, PEOPLE - 1))];
  for (const id of people) {
    await sql`update customer set allocation_type_id = ${dice.pick([null, 10, 20, 30, 40, 50])},
      wardrobe_opt_out_at = ${dice.chance(0.1) ? new Date() : null} where id = ${id}`.execute(portal.db);
    if (dice.chance(0.6))
      await sql`insert into customer_super_group_option (organisation_id, customer_id, super_group_option_id) values (1, ${id}, ${optionId})
        on conflict do nothing`.execute(portal.db);
  }
  await syncWearers(portal, ...people);
  for (const wearerId of people)
    if (dice.chance(0.7))
      await orderFromEntitlement(portal.db, { wearerId, productId: dice.pick(ids), quantity: 1 + dice.upTo(2) });
  return { collectionId, people, productIds: ids };
}

/** Contents with some changes: numbers, products, options, a group that is new or gone, another season. */
function changeContents(dice: Dice, live: WardrobeContents, productIds: readonly number[]): WardrobeContents {
  const number = () => (dice.chance(0.2) ? null : dice.upTo(6));
  const groups = live.groups
    .filter(() => dice.chance(0.85))
    .map((group) => ({
      ...group,
      ...(dice.chance(0.5) ? { quantity: number(), minQuantity: null } : {}),
      ...(dice.chance(0.2) ? { superGroupOptionId: dice.pick([null, live.superGroups[0]?.options[0]?.id ?? null]) } : {}),
      products: group.products
        .filter(() => dice.chance(0.85))
        .map((product) => (dice.chance(0.3) ? { ...product, quantity: dice.pick([null, 1, 3]) } : product)),
    }));
  const added = { id: -1, name: 'Added', superGroupOptionId: null, quantity: number(), minQuantity: null };
  return {
    ...live,
    ...(dice.chance(0.3) ? { budgetPoints: number(), budgetMinor: dice.pick([null, 5000, 12_000]) } : {}),
    ...(dice.chance(0.15) ? { seasonId: null } : {}),
    groups: dice.chance(0.4)
      ? [...groups, { ...added, products: [{ productId: dice.pick(productIds), quantity: null, points: null }] }]
      : groups,
  };
}

describe('the preview of a draft', () => {
  it('counts by classes what it would count person by person', async () => {
    const dice = createDice(41);
    const { collectionId, people, productIds } = await aMixedWardrobe(dice);
    const live = await runInTransaction(portal.db, (tx) => readContents(tx, TENANT, [collectionId]));
    const contents = live.get(collectionId) as WardrobeContents;
    const names = new Map(productIds.map((id) => [id, `Product ${id}`]));
    let revision: number | null = null;
    const seen = new Set<string>();
    for (let n = 0; n < DRAFTS; n += 1) {
      const draft = changeContents(dice, contents, productIds);
      const path = `/api/organisation/wardrobes/${collectionId}/draft`;
      const { budgetMinor, groups, ...rest } = draft;
      const saved: TestResponse<{ draft: { revision: number } }> = await admin.put<'PUT /api/organisation/wardrobes/:id/draft'>(
        path,
        {
          revision,
          contents: {
            ...rest,
            beyond: 'block',
            budget: budgetMinor === null ? null : budgetMinor / 100,
            superGroups: rest.superGroups.map((superGroup) => ({ ...superGroup, options: [...superGroup.options] })),
            collectionGroups: groups.map(({ quantity, products, ...group }) => ({
              ...group,
              allocatedQuantity: quantity,
              products: products.map(({ quantity: own, ...product }) => ({ ...product, allocatedQuantity: own })),
            })),
          },
        },
      );
      expect([saved.status, saved.errors]).toEqual([200, {}]);
      revision = saved.body.draft.revision;
      const { preview } = (await admin.get<'GET /api/organisation/wardrobes/:id/draft/preview'>(`${path}/preview`)).body;

      const { effect, classCount } = await runInTransaction(portal.db, async (tx) => {
        const scope = { ...TENANT, adminableGroupIds: [] } as never;
        const { plans, today } = await planWardrobe(tx, TENANT, people, toWardrobeFacts(collectionId, 'W', draft, names));
        const prices = listGroupPrices([contents, draft], await readPriceRanges(tx, scope, productIds));
        const each = plans.map((plan) => ({ part: null, customerIds: [plan.customerId], plan }));
        const classes = await listWearerClasses(tx, scope, collectionId, {
          parts: new Set([contents.groups[0]?.id ?? 0]),
          optionIds: [],
          withLines: false,
        });
        return { effect: sumEffects(each, { prices, today }), classCount: classes.length };
      });
      const figures = ({ people: count, pieces, points, amountLow, amountHigh }: typeof preview.gain) => [
        count,
        pieces,
        points,
        amountLow,
        amountHigh,
      ];
      const expected = ({ customerIds, pieces, points, lowMinor, highMinor }: typeof effect.gain) => [
        customerIds.size,
        pieces,
        points,
        lowMinor / 100,
        highMinor / 100,
      ];
      expect([n, figures(preview.gain)]).toEqual([n, expected(effect.gain)]);
      expect([n, figures(preview.lose)]).toEqual([n, expected(effect.lose)]);
      expect([n, figures(preview.over)]).toEqual([n, expected(effect.over)]);
      expect(
        preview.groups
          .filter((group) => group.people > 0)
          .map((group) => [group.id ?? 'budget', group.people])
          .toSorted(),
      ).toEqual([...effect.parts].map(([id, part]) => [id, part.people]).toSorted());
      expect(classCount).toBeLessThan(PEOPLE);
      for (const kind of ['gain', 'lose', 'over'] as const) if (preview[kind].people > 0) seen.add(kind);
    }
    expect([...seen].toSorted()).toEqual(['gain', 'lose', 'over']);
  });
});
