import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { findLedgerFaults, orderFromEntitlement } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aUniqueName } from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import {
  type DraftInput as Contents,
  type DraftGroup as Group,
  toDraftInput,
  toSeenPreview,
} from '#api/testing/wardrobe-changes.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();
let admin: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  wardrobes = createWardrobeClient(admin);
});

type Preview = ReplyOf<'GET /api/organisation/wardrobes/:id/draft/preview'>['preview'];

const pathOf = (id: number) => `/api/organisation/wardrobes/${id}/draft`;
const save = (id: number, revision: number | null, contents: Contents, person = admin) =>
  person.put<'PUT /api/organisation/wardrobes/:id/draft'>(pathOf(id), { revision, contents });
const discard = (id: number, revision: number, person = admin) =>
  person.delete<'DELETE /api/organisation/wardrobes/:id/draft'>(`${pathOf(id)}?revision=${revision}`);
const previewOf = async (id: number, person = admin): Promise<Preview> => {
  const { body, errors } = await person.get<'GET /api/organisation/wardrobes/:id/draft/preview'>(`${pathOf(id)}/preview`);
  if (!body?.preview) throw new Error(JSON.stringify(errors));
  return body.preview;
};
const publish = (id: number, revision: number, seen: object, person = admin) =>
  person.post<'POST /api/organisation/wardrobes/:id/draft/publish'>(`${pathOf(id)}/publish`, { revision, seen } as never);

const contentsOf = async (id: number): Promise<Contents> => toDraftInput((await wardrobes.get(id)).body.wardrobe);

/** The contents with other numbers of the first group. */
const withGroup = (contents: Contents, changes: Partial<Group>): Contents => ({
  ...contents,
  collectionGroups: contents.collectionGroups.map((group, index) => (index === 0 ? { ...group, ...changes } : group)),
});
const aGroupInput = (overrides: Partial<Group> = {}): Group => ({
  id: -1,
  name: 'Ties',
  superGroupOptionId: null,
  allocatedQuantity: 2,
  minQuantity: null,
  products: [],
  ...overrides,
});

async function aWornWardrobe(wearer: Parameters<typeof aWearer>[2] = {}, people = 1) {
  const shirt = await aStockedProduct(portal.db);
  const worn = await aWearer(portal, [shirt], wearer);
  const ids = [worn.id, ...(people > 1 ? await aCrowdLike(portal.db, worn.id, people - 1) : [])];
  return { ...worn, shirt, ids, contents: await contentsOf(worn.collectionId) };
}

const owedOf = async (collectionId: number) => {
  const { rows } = await sql<{ label: string; base: number; status: string }>`
    select label, base::int, status from entitlement_account where collection_id = ${collectionId} and status <> 'closed' order by customer_id, label`.execute(
    portal.db,
  );
  return rows.map(({ label, base, status }) => `${label} ${base}${status === 'open' ? '' : ` ${status}`}`);
};

describe('a draft of a wardrobe', () => {
  it('changes nothing for anyone until it is published, and then what it says', async () => {
    const { collectionId, contents, shirt } = await aWornWardrobe({}, 3);
    const draft = withGroup(contents, { allocatedQuantity: 5, name: 'Shirts' });
    draft.collectionGroups.push(aGroupInput({ products: [{ productId: shirt.id, allocatedQuantity: null, points: null }] }));

    const saved = await save(collectionId, null, draft);

    expect(saved.status).toBe(200);
    expect(saved.body.draft).toMatchObject({
      revision: 1,
      basedOn: 1,
      begunBy: { id: admin.customerId },
      changes: ['Ties added: 2 pieces, 1 product', 'Shirts: renamed from Garments', 'Shirts: 5 instead of 3 pieces'],
    });
    expect((await wardrobes.get(collectionId)).body.wardrobe.draft).toEqual(saved.body.draft);
    expect(await owedOf(collectionId)).toEqual(['Garments 3', 'Garments 3', 'Garments 3']);

    const preview = await previewOf(collectionId);
    expect(preview).toMatchObject({
      people: 3,
      version: 1,
      nextVersion: 2,
      gain: { people: 3, pieces: 12 },
      lose: { people: 0 },
      over: { people: 0 },
    });
    const published = await publish(collectionId, 1, toSeenPreview(preview));

    expect([published.status, published.body?.wardrobe.draft]).toEqual([200, null]);
    expect(published.body.bulkEdit).toMatchObject({ total: 3, changed: 3 });
    expect(published.body.wardrobe.collectionGroups.map(({ name, allocatedQuantity }) => [name, allocatedQuantity])).toEqual([
      ['Shirts', 5],
      ['Ties', 2],
    ]);
    expect(published.body.wardrobe.versions.map(({ version, people, isInUse }) => [version, people, isInUse])).toEqual([
      [2, 3, true],
      [1, 0, false],
    ]);
    expect(await owedOf(collectionId)).toEqual(['Shirts 5', 'Ties 2', 'Shirts 5', 'Ties 2', 'Shirts 5', 'Ties 2']);
    const [entry] = (await wardrobes.history(collectionId)).body.history;
    expect([entry?.what, entry?.changes.at(-1)?.after]).toEqual([
      'Published a draft',
      'Ties added: 2 pieces, 1 product. Shirts: renamed from Garments. Shirts: 5 instead of 3 pieces',
    ]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);

    const undone = await bulkEditCalls.undo(admin, published.body.bulkEdit?.id ?? 0);
    expect(undone).toBeDefined();
    expect(await owedOf(collectionId)).toEqual(['Garments 3', 'Garments 3', 'Garments 3']);
    expect(await contentsOf(collectionId)).toEqual(contents);
  });

  it('is saved once of two editors at the same moment, and the other one is told by whom', async () => {
    const { collectionId, contents } = await aWornWardrobe();
    const { email } = await aPerson(portal.db, { role: 'Admin', firstName: 'Helen' });
    const helen = await portal.as(email);

    const begun = await Promise.all([
      save(collectionId, null, withGroup(contents, { allocatedQuantity: 4 })),
      save(collectionId, null, withGroup(contents, { allocatedQuantity: 5 }), helen),
    ]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const saved = await Promise.all([
      save(collectionId, 1, withGroup(contents, { allocatedQuantity: 6 })),
      save(collectionId, 1, withGroup(contents, { allocatedQuantity: 7 }), helen),
    ]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const third = await save(collectionId, 2, withGroup(contents, { allocatedQuantity: 8 }), helen);
    expect(third.body.draft).toMatchObject({ revision: 3, savedBy: { name: 'Helen Forthetest' } });
    const late = await save(collectionId, 2, contents);
    expect([late.status, late.errors?.draft?.[0]]).toEqual([
      409,
      expect.stringMatching(/^Helen Forthetest saved this draft at \d\d:\d\d\. Your changes were not saved\.$/),
    ]);
    expect((await discard(collectionId, 2)).errors?.draft?.[0]).toMatch(/^Helen Forthetest saved .* Nothing was discarded\.$/);
    expect((await publish(collectionId, 2, toSeenPreview(await previewOf(collectionId)))).status).toBe(409);
    expect((await discard(collectionId, 3)).status).toBe(200);
    expect((await discard(collectionId, 3)).status).toBe(200);
    const gone = await save(collectionId, 3, contents);
    expect([gone.status, gone.errors?.draft]).toEqual([
      409,
      ['Someone else has published or discarded this draft. Your changes were not saved.'],
    ]);
    expect((await wardrobes.history(collectionId)).body.history[0]?.what).toBe('Discarded a draft');
  });

  it('is published once by two at the same moment', async () => {
    const { collectionId, contents } = await aWornWardrobe();
    await save(collectionId, null, withGroup(contents, { allocatedQuantity: 4 }));
    const seen = toSeenPreview(await previewOf(collectionId));

    const published = await Promise.all([publish(collectionId, 1, seen), publish(collectionId, 1, seen)]);

    expect(published.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await wardrobes.get(collectionId)).body.wardrobe.versions).toHaveLength(2);
  });

  it('is not published when the figures, or the version in use, are others than were seen', async () => {
    const { collectionId, contents, shirt, id } = await aWornWardrobe();
    await save(collectionId, null, withGroup(contents, { allocatedQuantity: 2 }));
    const preview = await previewOf(collectionId);
    expect(preview).toMatchObject({ lose: { people: 1, pieces: 1 }, over: { people: 0 } });
    await orderFromEntitlement(portal.db, { wearerId: id, productId: shirt.id, quantity: 3 });

    const refused = await publish(collectionId, 1, toSeenPreview(preview));

    expect([refused.status, refused.errors?.preview]).toEqual([
      409,
      [
        'Who is affected has changed since it was shown.',
        '0 people gain, 1 person loses, 1 person is over. Nothing was published. Please check it again.',
      ],
    ]);
    const again = await previewOf(collectionId);
    expect(again.over).toMatchObject({ people: 1, pieces: 1, examples: [{ id }] });
    expect(again.groups).toMatchObject([{ name: 'Garments', before: 3, after: 2, people: 1, ordered: { people: 1, pieces: 3 } }]);
    // Who has the wardrobe follows its new name, so that this is a version too.
    expect((await wardrobes.change(collectionId, { name: aUniqueName('Renamed') })).status).toBe(200);
    expect((await publish(collectionId, 1, toSeenPreview(again))).errors?.preview?.[0]).toBe(
      'Version 2 of the wardrobe is in use now, so what the draft changes is something else.',
    );
  });

  it('with the contents of the wardrobe changes nothing, whatever these are', async () => {
    const { collectionId } = await aWornWardrobe({ underOption: true, isChosen: true, productQuantity: 2, budgetPoints: 40 });
    await wardrobes.addSuperGroup(collectionId, {
      name: 'Hat',
      options: [{ name: 'Cap' }, { name: 'Beret', imageSrc: '/x.png' }],
    });
    await wardrobes.addGroupOrThrow(collectionId, { allocatedQuantity: 3, minQuantity: 1 });
    const contents = await contentsOf(collectionId);
    const before = (await wardrobes.get(collectionId)).body.wardrobe;
    const owed = await owedOf(collectionId);

    const saved = await save(collectionId, null, contents);
    const preview = await previewOf(collectionId);
    const published = await publish(collectionId, 1, toSeenPreview(preview));

    expect(saved.body.draft.changes).toEqual([]);
    expect([preview.groups, preview.gain.people, preview.lose.people]).toEqual([[], 0, 0]);
    expect([published.status, published.body.bulkEdit]).toEqual([200, null]);
    expect(await contentsOf(collectionId)).toEqual(contents);
    expect(published.body.wardrobe.publication).toEqual(before.publication);
    expect(published.body.wardrobe.versions).toEqual(before.versions);
    expect(await owedOf(collectionId)).toEqual(owed);
  });

  it('adds an either/or with groups of its options, and moves a group under one', async () => {
    const { collectionId, contents } = await aWornWardrobe();
    const draft: Contents = {
      ...withGroup(contents, { superGroupOptionId: -11 }),
      superGroups: [
        {
          id: -10,
          name: 'Trousers or skirt',
          minSelect: 1,
          maxSelect: 1,
          options: [
            { id: -11, name: 'Trousers' },
            { id: -12, name: 'Skirt' },
          ],
        },
      ],
    };
    draft.collectionGroups.push(aGroupInput({ name: 'Skirts', superGroupOptionId: -12 }));

    const saved = await save(collectionId, null, draft);
    const preview = await previewOf(collectionId);
    const { body } = await publish(collectionId, 1, toSeenPreview(preview));

    expect(saved.body.draft.changes).toEqual([
      'Trousers or skirt added: either Trousers or Skirt',
      'Skirts added: 2 pieces, 0 products',
      'Garments: for “Trousers” of “Trousers or skirt” instead of everyone',
    ]);
    expect(preview.lose).toMatchObject({ people: 1, pieces: 3 });
    const [superGroup] = body.wardrobe.superGroups;
    expect(body.wardrobe.collectionGroups.map(({ superGroupOptionId }) => superGroupOptionId)).toEqual(
      superGroup?.options.map(({ id }) => id),
    );
    expect(superGroup?.options.every(({ id }) => id > 0)).toBe(true);
    expect(await owedOf(collectionId)).toEqual(['Garments 3 unchosen', 'Skirts 2 unchosen']);
  });

  it('says what has been ordered from a deleted group, and who loses their choice', async () => {
    const { collectionId, contents, shirt, id } = await aWornWardrobe({ underOption: true, isChosen: true });
    await orderFromEntitlement(portal.db, { wearerId: id, productId: shirt.id, quantity: 2 });
    await save(collectionId, null, { ...contents, superGroups: [], collectionGroups: [] });

    expect(await previewOf(collectionId)).toMatchObject({
      lose: { people: 1, pieces: 3 },
      over: { people: 0 },
      groups: [{ name: 'Garments', before: 3, after: null, isRemoved: true, people: 1, ordered: { people: 1, pieces: 2 } }],
      removedChoices: [{ name: 'Either', people: 1 }],
      changes: ['Either or deleted', 'Garments deleted'],
    });
  });
});

describe('a draft is refused', () => {
  let worn: Awaited<ReturnType<typeof aWornWardrobe>>;
  let other: Awaited<ReturnType<typeof aWornWardrobe>>;
  let outside: StockedProduct;
  beforeAll(async () => {
    worn = await aWornWardrobe({ underOption: true });
    other = await aWornWardrobe();
    outside = await aStockedProduct(portal.db);
    await sql`delete from product_organisation where organisation_id = 1 and product_id = ${outside.id}`.execute(portal.db);
  });
  const optionsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: -20 - n, name: `Option ${n}` }));
  const groupWith = (changes: Partial<Group>) => (contents: Contents) => withGroup(contents, changes);
  const superGroupWith = (changes: object) => (contents: Contents) => ({
    ...contents,
    superGroups: [
      ...contents.superGroups,
      { id: -9, name: 'Hats', minSelect: 1, maxSelect: 1, options: optionsOf(2), ...changes },
    ],
  });

  it.each<[string, (contents: Contents) => Contents, number, string]>([
    ['a name that is missing', groupWith({ name: ' ' }), 422, 'contents.collectionGroups[0].name'],
    [
      'the name of another group',
      (contents) => ({ ...contents, collectionGroups: [...contents.collectionGroups, aGroupInput({ name: 'gARMENTS' })] }),
      422,
      'contents.collectionGroups[1].name',
    ],
    ['more of the fewest pieces than pieces', groupWith({ minQuantity: 9 }), 422, 'contents.collectionGroups[0].minQuantity'],
    ['a deleted option', groupWith({ superGroupOptionId: -99 }), 422, 'contents.collectionGroups[0].superGroupOptionId'],
    ['a group of another wardrobe', (c) => groupWith({ id: other.groupId })(c), 404, 'contents.collectionGroups[0].id'],
    ['an id that no group has', groupWith({ id: 2_000_000_000 }), 404, 'contents.collectionGroups[0].id'],
    ['no id', groupWith({ id: 0 }), 422, 'contents.collectionGroups[0].id'],
    [
      'a product twice',
      (c) => groupWith({ products: [1, 2].map(() => ({ productId: worn.shirt.id, allocatedQuantity: null, points: null })) })(c),
      422,
      'contents.collectionGroups[0].products',
    ],
    [
      'a product that is not in the range',
      (c) => groupWith({ products: [{ productId: outside.id, allocatedQuantity: null, points: null }] })(c),
      404,
      'contents.collectionGroups[0].products[0].productId',
    ],
    ['a new either/or with one option', superGroupWith({ options: optionsOf(1) }), 422, 'contents.superGroups[1].options'],
    ['more to choose than there is', superGroupWith({ minSelect: 3, maxSelect: 3 }), 422, 'contents.superGroups[1].minSelect'],
    ['a fewest above the most', superGroupWith({ minSelect: 2, maxSelect: 1 }), 422, 'contents.superGroups[1].minSelect'],
    [
      'an option of another either/or',
      (c) => superGroupWith({ options: [{ id: worn.optionId, name: 'A' }, ...optionsOf(1)] })(c),
      404,
      'contents.superGroups[1].options[0].id',
    ],
    ['half a piece', groupWith({ allocatedQuantity: 1.5 }), 422, 'contents.collectionGroups[0].allocatedQuantity'],
    [
      'no piece of a product',
      (c) => groupWith({ products: [{ productId: worn.shirt.id, allocatedQuantity: 0 }] })(c),
      422,
      'contents.collectionGroups[0].products[0].allocatedQuantity',
    ],
    ['most options of none', superGroupWith({ minSelect: 0, maxSelect: 0 }), 422, 'contents.superGroups[1].maxSelect'],
    [
      'an option without a name',
      superGroupWith({ options: [...optionsOf(1), { id: -30, name: ' ' }] }),
      422,
      'contents.superGroups[1].options[1].name',
    ],
    [
      'two options of one name',
      superGroupWith({
        options: [
          { id: -30, name: 'A' },
          { id: -31, name: 'a' },
        ],
      }),
      422,
      'contents.superGroups[1].options[1].name',
    ],
    [
      'a picture from anywhere',
      superGroupWith({ options: [...optionsOf(1), { id: -30, name: 'A', imageSrc: 'x' }] }),
      422,
      'contents.superGroups[1].options[1].imageSrc',
    ],
    ['more options than 20', superGroupWith({ options: optionsOf(21) }), 422, 'contents.superGroups[1].options'],
    ['a season of nobody', (c) => ({ ...c, seasonId: 2_000_000_000 }), 404, 'organisationSeason'],
    ['a fraction of a penny beyond bounds', (c) => ({ ...c, budget: -1 }), 422, 'contents.budget'],
  ])('with %s', async (_, change, status, key) => {
    const refused = await save(worn.collectionId, null, change(worn.contents));

    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([status, [key]]);
    expect((await wardrobes.get(worn.collectionId)).body.wardrobe.draft).toBeNull();
  });

  it('from people without the right, and from another organisation', async () => {
    const { id } = await wardrobes.addOrThrow({ organisationGroupId: NORTH.groupId });
    const contents = await contentsOf(id);
    const adminOf = async (groupId: number) =>
      portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [groupId] })).email);
    const [north, south] = [await adminOf(NORTH.groupId), await adminOf(SOUTH.groupId)];
    const hallam = await portal.as('admin@hallam.example');
    const { collectionId } = worn;

    for (const person of [south, hallam]) expect((await save(id, null, contents, person)).status).toBe(404);
    expect((await save(collectionId, null, worn.contents, north)).status).toBe(403);
    expect((await save(collectionId, null, worn.contents, worn.client)).status).toBe(403);
    expect((await save(id, null, contents, north)).status).toBe(200);
    for (const person of [south, hallam, worn.client]) {
      const statuses = [
        (await person.get(`${pathOf(id)}/preview`)).status,
        (await publish(id, 1, { version: 1, gain: 0, lose: 0, over: 0 }, person)).status,
        (await discard(id, 1, person)).status,
      ];
      expect(statuses).toEqual(Array(3).fill(person === worn.client ? 403 : 404));
    }
    expect((await publish(id, 1, { version: 1, gain: 0, lose: 0, over: 0 }, north)).status).toBe(200);
  });
});
