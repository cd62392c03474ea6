import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import { reserveStock, sumDemand } from '#api/catalogue/stock/reservations.queries.ts';
import type { LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import { sumEntitlementDemand } from '#api/entitlement/coverage.rules.ts';
import { reserveEntitlement } from '#api/entitlement/reserve-entitlement.queries.ts';
import { type Address, findAddress } from '#api/identity/addresses/addresses.queries.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { type CartLine, priceCartLines } from '#api/ordering/cart/cart.rules.ts';
import { type ShippingRate, totalOrder } from '#api/ordering/checkout/checkout.rules.ts';
import { insertOrder } from '#api/ordering/checkout/insert-order.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { grantScope } from '#api/platform/http/scope.ts';
import { anAddress, type StockedProduct } from './builders.ts';
import { aCartLine } from './priced-designs.ts';

/** Pieces to order. */
export interface PersonalisedPieces {
  product: StockedProduct;
  quantity: number;
  /** The place of its size. */
  size?: number;
  priceMinor?: number;
  taxClass?: CartLine['taxClass'];
  designs?: readonly PricedDesign[];
  /** Whose entitlement covers them; null for goods for no one in particular. */
  wearerId?: number | null;
}

/** What delivery costs in orders that `placePersonalised` places; set it with `setDelivery`. */
export const DELIVERY = { rateMinor: 495, freeFromMinor: 10_000 };

/** Sets what standard delivery of Meridian costs. */
export const setDelivery = (db: Db) =>
  sql`update shipping_option set rate_minor = ${DELIVERY.rateMinor}, free_from_minor = ${DELIVERY.freeFromMinor}
    where organisation_id = 1 and name = 'Standard delivery'`.execute(db);

/** Where pieces of a product count for someone of Meridian; null for nowhere. */
async function findEntitlement(db: Db, wearerId: number | null, productId: number): Promise<LineEntitlement | null> {
  if (wearerId === null) return null;
  const { rows } = await sql<{ entitlement: LineEntitlement | null }>`
    select entitlement from ordering_facts(1, ${wearerId}, ${productId}, null, current_date)`.execute(db);
  return rows[0]?.entitlement ?? null;
}

/** Places an order of personalised pieces for someone of Meridian as the checkout does, from designs that are given. Returns its id. */
export async function placePersonalised(
  db: Db,
  customerId: number,
  pieces: readonly PersonalisedPieces[],
  { taxDisplayType = 0 }: { taxDisplayType?: 0 | 10 } = {},
): Promise<number> {
  const actor = await findActor(db, 1, customerId);
  if (!actor) throw new Error('The person is missing.');
  const scope = grantScope({ ...actor, taxDisplayType });
  const lines = await Promise.all(
    pieces.map(
      async ({ product, quantity, size = 0, priceMinor = 1000, taxClass = 'standard', designs = [], wearerId = null }, index) =>
        aCartLine({
          ...{ id: index + 1, productId: product.id, combinationId: product.combinations[size]?.id as number, quantity },
          ...{ productName: product.name, sku: product.combinations[size]?.sku as string, description: `Size ${size}` },
          ...{ priceMinor, taxClass, designs: designs.map((design) => ({ ...design, productId: product.id })) },
          ...{ entitledId: wearerId, entitlement: await findEntitlement(db, wearerId, product.id) },
        }),
    ),
  );
  const context = {
    ...{ taxRate: 0.2, taxRates: { reduced: 0.05 } },
    orderingReach: 'everything',
    currencyCode: 'GBP',
    paysOwnPart: false,
  } as const;
  const priced = priceCartLines(lines, { ...context, today: '2026-11-30' });
  const shipping = { ...DELIVERY, name: 'Standard delivery', transitDays: 3 } as ShippingRate;
  const totals = totalOrder(priced, shipping, undefined, { taxRate: 0.2, currencyCode: 'GBP' });
  const demand = sumEntitlementDemand(
    priced.map((line) => ({
      ...{ quantity: line.quantity, unitMinor: line.unitMinor - line.decorationOutsideBudgetMinor },
      ...{ entitlement: line.entitlement, wearerName: null, covered: line.coverage.covered },
    })),
  );
  return runInTransaction(db, async (tx) => {
    const address = (await findAddress(tx, scope, 'shipping', await anAddress(tx, scope))) as Address;
    await reserveStock(tx, sumDemand(priced));
    await reserveEntitlement(tx, scope, demand);
    const { id } = await insertOrder(tx, scope, {
      ...{ checkoutId: randomUUID(), cartId: null, origin: 'portal', replacesOrderIds: [], placedById: customerId },
      ...{ approvalReasons: [], totals, taxRate: 0.2, poNumber: 'PO-1', comments: null, requestedDelivery: null },
      ...{ today: '2026-11-30', shippingMethod: 'Standard delivery', paymentMethod: 'Payments.OnAccount' },
      ...{ billingAddress: address, shippingAddress: address, lines: priced },
    });
    return id;
  });
}

/** The charges of an order, with whether they are owed. */
export const chargesOf = async (db: Db, orderId: number) =>
  (
    await sql<{ name: string; minor: number; owed: boolean }>`
      select name, charge_minor as minor, cancelled_at is null as owed from order_charge where order_id = ${orderId} order by id`.execute(
      db,
    )
  ).rows;

/** The requests for proofs that an order waits for, and whether it may be picked. */
export const proofsOf = async (db: Db, orderId: number) =>
  (
    await sql<{ isReleased: boolean; proofs: number[] }>`
      select o.released_at is not null as "isReleased", (
        select coalesce(json_agg(distinct k.proof_request_id) filter (where k.proof_request_id is not null), '[]')
        from order_line l join order_line_customisation k on k.organisation_id = l.organisation_id and k.order_line_id = l.id
        where l.organisation_id = o.organisation_id and l.order_id = o.id) as proofs
      from orders o where o.id = ${orderId}`.execute(db)
  ).rows[0] as { isReleased: boolean; proofs: number[] };
