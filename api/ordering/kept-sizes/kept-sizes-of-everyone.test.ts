import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { getGarmentKind } from '#api/catalogue/size-guides/reading/charts.rules.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { adviseSizes } from '#api/sizing/advise-sizes.actions.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { weighKeptSize } from '#body/kept-size.ts';
import { listKeptSizes } from './kept-sizes.queries.ts';

const portal = usePortal();
const THIRTY_DAYS = 30 * 24 * 3600_000;

interface Worn {
  organisationId: number;
  wearerId: number;
  productId: number;
  lineId: number;
  size: string;
  fit: 'tooSmall' | 'right' | 'tooBig' | null;
  isHeld: boolean;
  isReturning: boolean;
  receivedAt: Date;
}

/** Every line that was sent to a wearer, of a product with sizes. */
async function listWorn(): Promise<Worn[]> {
  const { rows } = await sql<Worn>`
    select l.organisation_id as "organisationId", l.wearer_id as "wearerId", l.product_id as "productId", l.id as "lineId", v.name as size, f.fit,
      l.shipped_quantity > l.returned_quantity + l.open_return_quantity as "isHeld", l.open_return_quantity > 0 as "isReturning",
      coalesce((select min(coalesce(s.delivered_at, s.shipped_at)) from shipment_line sl join shipment s on s.id = sl.shipment_id where sl.order_line_id = l.id),
        o.shipped_at, o.created_at) as "receivedAt"
    from order_line l join orders o on o.id = l.order_id join combination c on c.id = l.combination_id
    join product_attribute_value v on v.id = any (c.value_ids) join product_attribute pa on pa.id = v.product_attribute_id
    join attribute a on a.id = pa.attribute_id and a.role = 'size'
    left join fit_feedback f on f.order_line_id = l.id
    where l.wearer_id is not null and l.shipped_quantity > l.returned_quantity`.execute(portal.db);
  return rows;
}

/** The size of each product that someone has kept, worked out line by line; by person and product. */
function findKept(worn: readonly Worn[], now: number): Map<string, string> {
  const kept = new Map<string, { size: string; last: number }>();
  for (const lines of Map.groupBy(worn, ({ wearerId, productId, size }) => `${wearerId} ${productId} ${size}`).values()) {
    if (lines.some(({ isReturning }) => isReturning)) continue;
    const held = lines.filter(({ isHeld }) => isHeld).map(({ receivedAt }) => receivedAt.getTime());
    if (held.length === 0 || Math.min(...held) > now - THIRTY_DAYS) continue;
    const [{ wearerId, productId, size }] = lines as [Worn];
    const key = `${wearerId} ${productId}`;
    const last = Math.max(...held);
    if (last > (kept.get(key)?.last ?? 0)) kept.set(key, { size, last });
  }
  return new Map([...kept].map(([key, { size }]) => [key, size]));
}

/** Someone who may order for everyone of an organisation and sees all of its products. */
async function findOrderer(organisationId: number): Promise<Scope> {
  const { rows } = await sql<{ id: number; timeZone: string }>`
    select (select min(id) from customer where organisation_id = o.id) as id, o.time_zone as "timeZone" from organisation o where o.id = ${organisationId}`.execute(
    portal.db,
  );
  const roles = await sql<{ id: number }>`select id from role`.execute(portal.db);
  return {
    organisationId,
    customerId: rows[0]?.id,
    timeZone: rows[0]?.timeZone,
    roleIds: roles.rows.map(({ id }) => id),
    roles: ['OrganisationSales'],
    groupIds: [],
    adminableGroupIds: [],
    collectionIds: [],
    openGroupIds: [],
  } as unknown as Scope;
}

it('everyone of the demonstration is given what they have kept, or is asked', { timeout: 300_000 }, async () => {
  const now = portal.clock.now();
  const worn = await listWorn();
  const expected = findKept(worn, now);
  const counts = { kept: 0, ofGuide: 0, measured: 0, asked: 0 };
  const wrong: string[] = [];
  const products = await sql<{ id: number; type: string | null }>`select id, garment_type as type from product`.execute(
    portal.db,
  );
  const kinds = new Map(products.rows.map(({ id, type }) => [id, getGarmentKind(type)]));
  for (const [organisationId, lines] of Map.groupBy(worn, (each) => each.organisationId)) {
    const scope = await findOrderer(organisationId);
    const wearerIds = [...new Set(lines.map(({ wearerId }) => wearerId))];
    const proposals = await listKeptSizes(portal.db, scope, { wearerIds, now: new Date(now) });
    const own = proposals.filter(({ productId, keptProductId }) => productId === keptProductId);
    for (const { wearerId, productId, size } of own) {
      if (expected.get(`${wearerId} ${productId}`) !== size) wrong.push(`${wearerId} ${productId}: ${size}`);
      expected.delete(`${wearerId} ${productId}`);
    }
    counts.kept += own.length;
    counts.ofGuide += proposals.length - own.length;
    // A blouse that was kept says nothing about trousers, whose sizes the same guide explains.
    for (const { wearerId, productId, keptProductId } of proposals)
      if (kinds.get(productId) !== kinds.get(keptProductId)) wrong.push(`${wearerId} ${productId}: from ${keptProductId}`);
    const advised = new Map(
      (await adviseSizes({ db: portal.db, vault: createVaultFromKeys(TEST_KEY) }, scope, own)).map((each) => [
        `${each.wearerId} ${each.productId}`,
        each.size,
      ]),
    );
    counts.measured += advised.size;
    const sizesOf = await listSizes();
    for (const kept of own) {
      const advisedSize = advised.get(`${kept.wearerId} ${kept.productId}`);
      const order = sizesOf.get(kept.productId) ?? [];
      const steps = advisedSize === undefined ? 0 : Math.abs(order.indexOf(advisedSize) - order.indexOf(kept.size));
      const isDoubted = kept.fit === 'tooSmall' || kept.fit === 'tooBig' || steps > 1;
      const verdict = weighKeptSize(order, { sizeId: kept.size, fit: kept.fit }, advisedSize);
      if (verdict.kind !== (isDoubted ? 'ask' : 'propose')) wrong.push(`${kept.wearerId} ${kept.productId}: ${verdict.kind}`);
      if (verdict.kind === 'ask') counts.asked += 1;
    }
  }
  expect(wrong).toEqual([]);
  // What no one may order any more is not proposed.
  const { rows: listed } = await sql<{ id: number }>`select distinct product_id as id from product_listing`.execute(portal.db);
  const isListed = new Set(listed.map(({ id }) => id));
  expect([...expected.keys()].filter((key) => isListed.has(Number(key.split(' ')[1])))).toEqual([]);
  expect(counts.kept).toBeGreaterThan(500);
  expect(counts.ofGuide).toBeGreaterThan(100);
  expect(counts.measured).toBeGreaterThan(50);
  expect(counts.asked).toBeGreaterThan(5);
  expect(counts.asked).toBeLessThan(counts.kept);
});

/** The sizes of every product, the smallest first. */
async function listSizes(): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; sizes: string[] }>`
    select pa.product_id as id, array_agg(v.name order by v.display_order, v.id) as sizes
    from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
    join product_attribute_value v on v.product_attribute_id = pa.id group by 1`.execute(portal.db);
  return new Map(rows.map(({ id, sizes }) => [id, sizes]));
}
