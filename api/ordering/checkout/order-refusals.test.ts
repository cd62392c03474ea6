import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addItems,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { refreshProductListing } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { ORDER_CHECKS } from './order-refusals.rules.ts';

const portal = usePortal();

interface RefusedOrder {
  client: TestClient;
  /** What is sent with both calls. */
  checkout: object;
  field: string;
  /** Whether something has not been chosen or filled in yet. */
  isMissing: boolean;
  organisationId?: number;
}

async function aFilledCart(organisationId = 1) {
  const client = await portal.as(
    (await aPerson(portal.db, organisationId === 1 ? {} : { organisationId, groupIds: [], resortId: null })).email,
  );
  const product = await aStockedProduct(portal.db, { price: 1000, organisationIds: [organisationId] });
  await fillCart(client, anItem(product));
  return { client, product, checkout: await createCheckoutChoices(portal.db, client) };
}

/** The order without one of its choices, as when the page is opened. */
async function without(choice: string, field = choice): Promise<RefusedOrder> {
  const { client, checkout } = await aFilledCart();
  return { client, checkout: { ...checkout, [choice]: null }, field, isMissing: true };
}

const setOrganisation = (columns: ReturnType<typeof sql>) =>
  sql`update organisation set ${columns} where id = 1`.execute(portal.db).then(() => portal.settled());

afterEach(async () => {
  await sql`delete from checkout_question where organisation_id = 1`.execute(portal.db);
  await setOrganisation(
    sql`po_number_required = false, po_number_from_approver = false, po_number_pattern = null, po_number_message = null, credit_hold = false`,
  );
  await sql`update shipping_option set role_ids = '{}' where organisation_id = 1 and name = 'Next working day'`.execute(
    portal.db,
  );
});

/** One order for each reason of `ORDER_CHECKS`, or several. */
const refusedOrders: Record<keyof typeof ORDER_CHECKS, Record<string, () => Promise<RefusedOrder>>> = {
  questions: {
    'a required question without an answer': async () => {
      const { client, checkout } = await aFilledCart();
      await sql`insert into checkout_question (organisation_id, name, kind, is_required) values (1, 'Who asked for this?', 4, true)`.execute(
        portal.db,
      );
      return { client, checkout, field: 'checkoutAttributes', isMissing: true };
    },
  },
  terms: {
    'terms that are not accepted': async () => {
      const { client, checkout } = await aFilledCart();
      return { client, checkout: { ...checkout, termsAccepted: false }, field: 'termsAccepted', isMissing: false };
    },
  },
  lines: {
    'a product that is no longer offered': async () => {
      const { client, checkout, product } = await aFilledCart();
      await unpublishProduct(portal.db, product.id);
      return { client, checkout, field: 'cart', isMissing: false };
    },
    'a quantity below the minimum': async () => {
      const { client, checkout, product } = await aFilledCart();
      await sql`update product set order_minimum_quantity = 5 where id = ${product.id}`.execute(portal.db);
      await refreshProductListing(portal.db, [1], [product.id]);
      return { client, checkout, field: 'cart', isMissing: false };
    },
    'a quantity that is not allowed': async () => {
      const { client, checkout, product } = await aFilledCart();
      await sql`update product set allowed_quantities = array[2, 4] where id = ${product.id}`.execute(portal.db);
      await refreshProductListing(portal.db, [1], [product.id]);
      return { client, checkout, field: 'cart', isMissing: false };
    },
    'a size that is sold out': async () => {
      const { client, checkout, product } = await aFilledCart();
      await sql`update stock_level set reserved = on_hand where combination_id = ${product.combinations[0]?.id}`.execute(
        portal.db,
      );
      return { client, checkout, field: 'cart', isMissing: false };
    },
    'a wearer whose ordering window has closed': async () => {
      const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [50] });
      const { client, seasonId } = await aWearer(portal, [shirt], {});
      await fillCart(client, anItem(shirt));
      const checkout = await createCheckoutChoices(portal.db, client);
      await sql`update season set ordering_closes_on = '2026-01-31' where id = ${seasonId}`.execute(portal.db);
      return { client, checkout, field: 'cart', isMissing: false };
    },
  },
  decider: {
    'an order on which no one could decide': async () => {
      await sql`update customer set allow_order_approval = false where organisation_id = 2`.execute(portal.db);
      await sql`update customer c set active = false from customer_role r
        where c.organisation_id = 2 and r.organisation_id = 2 and r.customer_id = c.id and r.role_id = 33`.execute(portal.db);
      await portal.settled();
      const only = await aPerson(portal.db, { organisationId: 2, role: 'Admin', groupIds: [], resortId: null, approver: true });
      const client = await portal.as(only.email);
      await addItems(client, anItem(await aStockedProduct(portal.db, { price: 1000, organisationIds: [2] })));
      return { client, checkout: await createCheckoutChoices(portal.db, client), field: 'approval', isMissing: false };
    },
  },
  credit: {
    'an account on hold': async () => {
      const { client, checkout } = await aFilledCart();
      await setOrganisation(sql`credit_hold = true`);
      return { client, checkout, field: 'credit', isMissing: false };
    },
  },
  reasons: {
    'pieces beyond the entitlement without a reason': async () => {
      const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [50] });
      const { client } = await aWearer(portal, [shirt], { beyond: 'approval' });
      const { items } = await fillCart(client, anItem(shirt, 5));
      const checkout = await createCheckoutChoices(portal.db, client);
      return { client, checkout, field: `items[${items[0]?.id}].reason`, isMissing: true };
    },
  },
  shippingAddress: { 'no delivery address': () => without('shippingAddressId', 'shippingAddress') },
  billingAddress: { 'no invoice address': () => without('billingAddressId', 'billingAddress') },
  shippingOption: {
    'no delivery': () => without('shippingOption'),
    'a delivery that was chosen earlier and is no longer offered': async () => {
      const { client, checkout } = await aFilledCart();
      const { shippingOption: _, ...others } = checkout;
      await requestSummary(portal.db, client, { ...checkout, shippingOption: { name: 'Next working day' } });
      await sql`update shipping_option set role_ids = array[33] where organisation_id = 1 and name = 'Next working day'`.execute(
        portal.db,
      );
      return { client, checkout: others, field: 'shippingOption', isMissing: false };
    },
  },
  payment: { 'no payment method': () => without('paymentMethodSystemName') },
  poNumber: {
    'no PO number': async () => {
      await setOrganisation(sql`po_number_required = true`);
      return without('poNumber');
    },
    'a PO number of another form': async () => {
      const { client, checkout } = await aFilledCart();
      await setOrganisation(sql`po_number_pattern = '^PO-[0-9]{6}$', po_number_message = 'PO- and six digits, please.'`);
      return { client, checkout, field: 'poNumber', isMissing: false };
    },
  },
};

const cases = Object.values(refusedOrders).flatMap((orders) => Object.entries(orders));

describe('what placing an order refuses', () => {
  it.each(cases)('is known since the summary: %s', async (_, prepare) => {
    const { client, checkout, field, isMissing } = await prepare();

    const summary = await requestSummary(portal.db, client, checkout);
    const placed = await submitOrder(client, checkout);

    expect([400, 422]).toContain(placed.status);
    expect(Object.keys(placed.errors)).toEqual([field]);
    const told = summary.refusals.find((refusal) => refusal.field === field);
    expect(told).toEqual({ field, messages: placed.errors[field], isMissing });
    expect(summary.canPlaceOrder).toBe(false);
    expect(summary.warnings).not.toEqual([]);
  });

  it('is nothing where the order can be placed', async () => {
    const { client, checkout } = await aFilledCart();
    expect(await requestSummary(portal.db, client, checkout)).toMatchObject({ refusals: [], warnings: [], canPlaceOrder: true });
    expect((await submitOrder(client, checkout)).status).toBe(200);
  });

  it('is named all at once', async () => {
    await setOrganisation(sql`po_number_required = true`);
    const { client } = await aFilledCart();
    const { refusals } = await requestSummary(portal.db, client, {});
    expect(refusals.map(({ field }) => field)).toEqual([
      'shippingAddress',
      'billingAddress',
      'shippingOption',
      'paymentMethodSystemName',
      'poNumber',
    ]);
  });
});
