import { beforeAll, expect, it } from 'vitest';
import { WARDROBES_SYNC_LIMIT } from '#api/entitlement/wardrobes/versions/wardrobes-kind.actions.ts';
import { aStockedProduct } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const productsOf = async (client: TestClient) => {
  const { body } = await client.get<'GET /api/productorganisation/uniformBuilderProducts/:id'>(
    '/api/productorganisation/uniformBuilderProducts/0?includeUnchosen=true',
  );
  return body.products.map(({ id, allocatedQuantity }) => [id, allocatedQuantity]);
};
const groupsOf = async (client: TestClient) => {
  const { body } = await client.get<'GET /api/organisation/uniformbuilder/:id'>('/api/organisation/uniformbuilder/0');
  return body.uniformBuilder.collection.collectionGroups.map(({ productIds, allocatedQuantity }) => [
    productIds,
    allocatedQuantity,
  ]);
};

it('a wearer who does not follow a change yet is not offered what is owed only after it', async () => {
  const [shirt, cap, tie] = [
    await aStockedProduct(portal.db),
    await aStockedProduct(portal.db),
    await aStockedProduct(portal.db),
  ] as const;
  const { id, collectionId, groupId, client } = await aWearer(portal, [shirt], { allocationTypeId: 10, productQuantity: 3 });
  await aCrowdLike(portal.db, id, WARDROBES_SYNC_LIMIT);
  const wardrobes = createWardrobeClient(admin);
  const product = ({ id: productId }: { id: number }) => ({ productId, allocatedQuantity: 4, points: null });

  await wardrobes.changeGroup(collectionId, groupId, { products: [product(shirt), product(cap)] });

  expect(await groupsOf(client)).toEqual([[[shirt.id], 3]]);
  expect(await productsOf(client)).toEqual([[shirt.id, 3]]);
  const [edit] = await bulkEditCalls.recent(admin, 'wardrobes');
  await createBulkEditRunner(portal)(edit?.id ?? 0);
  expect(await groupsOf(client)).toEqual([[[shirt.id, cap.id], 8]]);
  expect(await productsOf(client)).toEqual([
    [shirt.id, 4],
    [cap.id, 4],
  ]);

  await wardrobes.addGroup(collectionId, { allocatedQuantity: 2, products: [product(tie)] });

  expect(await productsOf(client)).toEqual([
    [shirt.id, 4],
    [cap.id, 4],
  ]);
});
