import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTodaysTaxRates } from '#api/catalogue/tax/tax.queries.ts';
import {
  addItems,
  anItem,
  aPerson,
  aStockedProduct,
  fillCart,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { billAll, invoiceLinesOf, invoicesOf, ship } from '#api/testing/invoices.ts';
import { orderOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const MERIDIAN = 1;
const portal = usePortal();
let buyer: TestClient;
let admin: TestClient;
let products: Record<'standard' | 'reduced' | 'zero' | 'childrens_clothing' | 'protective_equipment' | 'exempt', StockedProduct>;

beforeAll(async () => {
  buyer = await portal.as((await aPerson(portal.db)).email);
  admin = await signInAs(portal, { role: 'Admin' });
  const of = async (taxClass: string, price: number) => {
    const product = await aStockedProduct(portal.db, { price, stock: [10_000], taxExempt: taxClass === 'exempt' });
    if (taxClass !== 'exempt') await sql`update product set tax_class = ${taxClass} where id = ${product.id}`.execute(portal.db);
    await sql`select refresh_listing(array[${MERIDIAN}]::bigint[], array[${product.id}]::bigint[])`.execute(portal.db);
    return product;
  };
  products = {
    standard: await of('standard', 1999),
    reduced: await of('reduced', 1033),
    zero: await of('zero', 777),
    childrens_clothing: await of('childrens_clothing', 1250),
    protective_equipment: await of('protective_equipment', 4999),
    exempt: await of('exempt', 333),
  };
});
afterAll(async () => {
  await sql`update organisation set tax_country_code = null, tax_rates = '{}'`.execute(portal.db);
  await sql`delete from tax_rate`.execute(portal.db);
});

/** Gives the organisation a country with these rates in percent, or its own rate without any. */
async function useRates(rates: Record<string, number> | undefined) {
  await sql`delete from tax_rate`.execute(portal.db);
  await sql`update organisation set tax_country_code = ${rates ? 'GB' : null}::text where id = ${MERIDIAN}`.execute(portal.db);
  for (const [taxClass, percent] of Object.entries(rates ?? {}))
    await sql`insert into tax_rate (country_code, tax_class, rate, starts_on) values ('GB', ${taxClass}, ${percent / 100}, '2020-01-01')`.execute(
      portal.db,
    );
  await writeTodaysTaxRates(portal.db, portal.clock.now());
  // Sessions that are cached have the rates of their organisation.
  await portal.settled();
}

const QUANTITY = 3;
const addTax = (minor: number, percent: number) => Math.round((minor * percent) / 100 + 1e-9);

describe('cart, checkout, order, product and invoice have the same tax', () => {
  it.each([
    [
      'the own rate, as without classes',
      undefined,
      { standard: 20, reduced: 20, childrens_clothing: 20, protective_equipment: 20 },
    ],
    ['the rates of a country', { standard: 17.5, reduced: 5, childrens_clothing: 0, protective_equipment: 2.75 }, undefined],
    [
      'classes without a rate as standard',
      { standard: 19 },
      { standard: 19, reduced: 19, childrens_clothing: 19, protective_equipment: 19 },
    ],
  ])('%s', async (_, rates, expectedRates) => {
    await useRates(rates);
    const expected: Record<string, number> = { ...(expectedRates ?? rates), zero: 0, exempt: 0 };
    const entries = Object.entries(products);
    // Sessions are read again when the rates have changed.
    await expect
      .poll(async () => {
        await sql`delete from cart_line`.execute(portal.db);
        const { body } = await addItems(buyer, anItem(products.standard, QUANTITY));
        return body.items?.[0]?.subTotalInclTax;
      })
      .toBe((1999 * QUANTITY + addTax(1999 * QUANTITY, expected.standard ?? 0)) / 100);
    await sql`delete from cart_line`.execute(portal.db);
    const cart = await fillCart(buyer, ...entries.map(([, product]) => anItem(product, QUANTITY)));
    const summary = await requestSummary(portal.db, buyer);
    const orderId = (await submitOrder(buyer)).body.orderId as number;
    const { rows: lines } = await sql<{ productId: number; price: number; tax: number; rate: number }>`
      select product_id as "productId", price_minor::int as price, tax_minor::int as tax, tax_rate::float8 as rate from order_line where order_id = ${orderId}`.execute(
      portal.db,
    );
    for (const [taxClass, { id }] of entries) {
      const line = lines.find(({ productId }) => productId === id);
      const inCart = cart.items?.find(({ productId }) => productId === id);
      const tax = addTax(line?.price ?? 0, expected[taxClass] ?? 0);
      expect([taxClass, line?.rate, line?.tax]).toEqual([taxClass, (expected[taxClass] ?? 0) / 100, tax]);
      expect([taxClass, inCart?.subTotalInclTax]).toEqual([taxClass, ((line?.price ?? 0) + tax) / 100]);
      const detail = (await buyer.get(`/api/products/${id}?taxId=0`)).body as { products: { price: number }[] };
      const unit = Math.round((line?.price ?? 0) / QUANTITY);
      expect([taxClass, detail.products[0]?.price]).toEqual([taxClass, (unit + addTax(unit, expected[taxClass] ?? 0)) / 100]);
    }
    const order = await orderOf(admin, orderId);
    expect(order.orderTax).toBe(summary.tax);
    expect(order.orderTotal).toBe(summary.orderTotal);
    expect(order.taxRates.map(({ rate, value }) => [rate, value])).toEqual(
      summary.taxRates.map(({ rate, value }) => [rate, value]),
    );
    await ship(portal, orderId);
    await billAll(portal);
    const [invoice] = await invoicesOf(portal, orderId);
    expect([invoice?.tax_minor, invoice?.total_minor]).toEqual([
      Math.round((order.orderTax ?? 0) * 100),
      Math.round((order.orderTotal ?? 0) * 100),
    ]);
    const goods = (await invoiceLinesOf(portal, orderId)).filter(({ kind }) => kind === 'goods');
    expect(goods.map((line) => [line.net_minor, Number(line.tax_rate), line.tax_minor]).toSorted()).toEqual(
      lines.map(({ price, rate, tax }) => [price, rate, tax]).toSorted(),
    );

    // What an order stores stays, whatever the rates become.
    await useRates({ standard: 33, reduced: 33, childrens_clothing: 33, protective_equipment: 33 });
    expect(await orderOf(admin, orderId)).toMatchObject({ orderTax: order.orderTax, orderTotal: order.orderTotal });
  });
});
