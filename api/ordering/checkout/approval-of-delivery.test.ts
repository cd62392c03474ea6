import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anAddress,
  anItem,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
} from '#api/testing/builders.ts';
import { setApprovalRules, withRules } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const [STANDARD, EXPRESS, COLLECT] = ['Standard delivery', 'Next working day', 'Collect from the depot'] as const;
const BEYOND_1000 = 'Goods and extra delivery worth more than £1,000.00';

let buyer: TestClient;

async function setDefault(name: string): Promise<void> {
  await sql`update shipping_option set is_default = false where organisation_id = 1`.execute(portal.db);
  await sql`update shipping_option set is_default = true where organisation_id = 1 and name = ${name}`.execute(portal.db);
}

/** Standard £4.95, free from £75; next working day £9.50; collecting is free. */
beforeEach(async () => {
  await setDefault(STANDARD);
  await sql`update shipping_option set active = true, role_ids = '{}', country_ids = '{}',
    rate_minor = case name when ${STANDARD} then 495 when ${EXPRESS} then 950 else 0 end,
    free_from_minor = case name when ${STANDARD} then 7500 end where organisation_id = 1`.execute(portal.db);
  await setApprovalRules(portal);
  await signInAs(portal, { approver: true });
  buyer = await signInAs(portal, { role: 'Buyer' });
});

const optionsOf = async (client: TestClient) => {
  const addressId = await anAddress(portal.db, client);
  const { body } = await client.get<'GET /api/shippingoptions/:id'>(`/api/shippingoptions/${addressId}`);
  return Object.fromEntries(body.shippingOptions.map(({ name, requiresApproval }) => [name, requiresApproval]));
};
const summaryWith = async (client: TestClient, name: string) =>
  requestSummary(portal.db, client, { ...(await createCheckoutChoices(portal.db, client)), shippingOption: { name } });

describe('a delivery that costs more than the default', () => {
  it('counts for limits, and says so before it is chosen, before the order and to those who decide', async () => {
    const coat = await aStockedProduct(portal.db, { price: 99_500, stock: [9] });
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 100_000 }], async () => {
      await fillCart(buyer, anItem(coat));
      expect(await optionsOf(buyer)).toEqual({ [STANDARD]: false, [EXPRESS]: true, [COLLECT]: false });
      expect(await summaryWith(buyer, STANDARD)).toMatchObject({ requiresApproval: false, approvalReasons: [] });
      const express = await summaryWith(buyer, EXPRESS);
      expect(express).toMatchObject({
        requiresApproval: true,
        approvalReasons: [BEYOND_1000],
        expectedOn: null,
        shippingOption: { name: EXPRESS, requiresApproval: true },
      });
      const { body } = await submitOrder(buyer);
      expect(body).toMatchObject({ orderStatus: 'AwaitingApproval', requiresApproval: true });
      const { body: order } = await buyer.get<'GET /api/orders/:id'>(`/api/orders/${body.orderId}`);
      expect(order.orders[0]?.approval?.reasons).toEqual([BEYOND_1000]);
    });
  });

  it('counts what it costs beyond the default alone, which no one has chosen', async () => {
    const coat = await aStockedProduct(portal.db, { price: 7000, stock: [9] });
    // The goods and £4.55, by which £9.50 are more than £4.95, are just within the limit.
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 7455 }], async () => {
      await fillCart(buyer, anItem(coat));
      expect(await optionsOf(buyer)).toMatchObject({ [STANDARD]: false, [EXPRESS]: false });
      await setApprovalRules(portal, { kind: 'above_amount', amountMinor: 7454 });
      expect(await optionsOf(buyer)).toMatchObject({ [STANDARD]: false, [EXPRESS]: true });
      // Where it is the default, everyone gets it.
      await setDefault(EXPRESS);
      expect(await optionsOf(buyer)).toMatchObject({ [STANDARD]: false, [EXPRESS]: false });
    });
  });

  it('is not mentioned where the goods alone are beyond the limit', async () => {
    const coat = await aStockedProduct(portal.db, { price: 100_100, stock: [9] });
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 100_000 }], async () => {
      await fillCart(buyer, anItem(coat));
      expect(await optionsOf(buyer)).toEqual({ [STANDARD]: true, [EXPRESS]: true, [COLLECT]: true });
      expect((await summaryWith(buyer, EXPRESS)).approvalReasons).toEqual(['Goods worth more than £1,000.00']);
    });
  });
});

describe('an order that needs approval since its summary was shown', () => {
  it('is not placed before that has been said, and neither is one that no longer does', async () => {
    const coat = await aStockedProduct(portal.db, { price: 99_500, stock: [9] });
    await fillCart(buyer, anItem(coat));
    expect((await summaryWith(buyer, EXPRESS)).requiresApproval).toBe(false);
    await withRules(portal, [{ kind: 'above_amount', amountMinor: 100_000 }], async () => {
      const refused = await submitOrder(buyer);
      expect([refused.status, refused.errors?.cart]).toEqual([
        400,
        [`This order now needs approval: ${BEYOND_1000}.`, 'Nothing has been ordered yet. Please review the summary again.'],
      ]);
      expect((await summaryWith(buyer, EXPRESS)).requiresApproval).toBe(true);
    });
    const { status, errors } = await submitOrder(buyer);
    expect([status, errors?.cart?.[0]]).toEqual([400, 'This order no longer needs approval.']);
    await summaryWith(buyer, EXPRESS);
    expect((await submitOrder(buyer)).body.requiresApproval).toBe(false);
  });
});

it('the ways of delivery, the summary and the order always say the same about approval', async () => {
  const coat = await aStockedProduct(portal.db, { price: 100, stock: [100_000] });
  const amounts = fc.integer({ min: 0, max: 2000 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        quantity: fc.integer({ min: 1, max: 12 }),
        limitMinor: amounts,
        chosen: fc.constantFrom(STANDARD, EXPRESS, COLLECT),
        byDefault: fc.constantFrom(STANDARD, EXPRESS, COLLECT),
        rates: fc.tuple(amounts, amounts, amounts),
        freeFrom: fc.option(amounts),
      }),
      async ({ quantity, limitMinor, chosen, byDefault, rates, freeFrom }) => {
        await setDefault(byDefault);
        await sql`update shipping_option set free_from_minor = case name when ${EXPRESS} then ${freeFrom}::bigint end,
          rate_minor = case name when ${STANDARD} then ${rates[0]}::bigint when ${EXPRESS} then ${rates[1]}::bigint else ${rates[2]}::bigint end
          where organisation_id = 1`.execute(portal.db);
        await setApprovalRules(portal, { kind: 'above_amount', amountMinor: limitMinor });
        await fillCart(buyer, anItem(coat, quantity));
        const options = await optionsOf(buyer);
        const summary = await summaryWith(buyer, chosen);
        const { body } = await submitOrder(buyer);
        expect([options[chosen], summary.requiresApproval]).toEqual([body.requiresApproval, body.requiresApproval]);
        // The default never adds to the goods.
        expect(options[byDefault]).toBe(quantity * 100 > limitMinor);
      },
    ),
    { numRuns: 40 },
  );
  await setApprovalRules(portal);
});
