import { beforeAll, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { createStructureClient, GROUPS, listAuditEventsFor } from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let parts: ReturnType<typeof createStructureClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  parts = createStructureClient(admin);
});

it('a group limits the allocation types of its people; without a limit it allows all', async () => {
  const group = await parts.addOrThrow(GROUPS, { allowedAllocationTypeIds: [30, 10] });
  const types = async () =>
    (await admin.get<'GET /api/organisationgroups'>('/api/organisationgroups')).body.organisationGroups
      .find(({ id }) => id === group.id)
      ?.allowedAllocationTypes.map(({ id }) => id);
  expect(await types()).toEqual([10, 30]);
  const changed = await parts.change(GROUPS, group.id, { version: 1, allowedAllocationTypeIds: [] });
  expect([changed.status, await types()]).toEqual([200, [10, 20, 30, 40, 50]]);
  const late = await parts.change(GROUPS, group.id, { version: 1, allowedAllocationTypeIds: [50] });
  expect([late.status, late.errors.organisationGroup?.[0]]).toEqual([409, expect.stringMatching(/^Allocation types: /)]);
  expect((await listAuditEventsFor(portal, 'group.changed', group.id))[0]).toMatchObject({
    before: { allowedAllocationTypeIds: [10, 30] },
    after: { allowedAllocationTypeIds: [10, 20, 30, 40, 50] },
  });
  await parts.change(GROUPS, group.id, { allowedAllocationTypeIds: [20] });
  expect((await parts.remove(GROUPS, group.id)).status).toBe(200);
});
