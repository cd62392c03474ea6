import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aStockedProduct, aWardrobe } from '#api/testing/builders.ts';
import { orderFromEntitlement } from '#api/testing/entitlement.ts';
import { getPlaceOrderButton, hold, logIn } from './actions.ts';
import { BUILDER, orderButton, placeOrder } from './builder-pages.ts';
import { aPersonWithPassword, createAxeCollector } from './page-checks.ts';
import { type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

// What a wearer orders while responses are slow, fail, or are about a cart that has changed.

const { portal, database } = usePages();

const SUMMARY = '**/api/checkoutsummary';

interface Cart {
  items: { id: number; productId: number }[];
}

/** A wearer with pieces of each of two garments in the cart, on a page of the portal. */
async function openWithCart(path: string, wardrobe: NonNullable<Parameters<typeof aWardrobe>[3]>, quantities: [number, number]) {
  const { db } = database;
  const garments = [await aStockedProduct(db), await aStockedProduct(db)];
  const person = await aPersonWithPassword(db, { role: 'Staff' });
  const { collectionId, groupId } = await aWardrobe(db, person.id, garments, wardrobe);
  await portal.settled();
  const visitor = await portal.openPage('sundial', PHONE_WIDTH);
  const headers = { authorization: `Bearer ${await portal.startSession(person.email)}`, 'content-type': 'application/json' };
  const items = garments.map((garment, index) => ({
    productId: garment.id,
    combinationId: garment.combinations[0]?.id,
    quantity: quantities[index],
    organisationCollectionId: collectionId,
    collectionGroupId: groupId,
    source: 'builder',
  }));
  const call = async (method: string, part: string, body: object): Promise<Cart> => {
    const url = `${visitor.origin}/api/shopping_cart_items/${part}`;
    const reply = await fetch(url, { method, headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    return (await reply.json()) as Cart;
  };
  const cart = await call('POST', 'multiple', { items });
  await logIn(visitor, person.email, path);
  /** Changes the quantity of the first garment in the cart on another device. */
  const changeElsewhere = (quantity: number) => {
    const line = cart.items.find(({ productId }) => productId === garments[0]?.id);
    return call('PUT', String(line?.id), { shoppingCartItem: { quantity } });
  };
  return { visitor, garments, changeElsewhere };
}

async function finish({ pageErrors, close }: PageSession): Promise<void> {
  expect(pageErrors).toEqual([]);
  await close();
}

const UNLIMITED = { quantity: null, allocationTypeId: 50 };

describe('a wearer who orders', () => {
  it('cannot order before the delivery option is known', async () => {
    const { visitor } = await openWithCart('/index/size', UNLIMITED, [1, 1]);
    const { page, origin } = visitor;
    const release = await hold(page, '**/api/shippingoptions/*');
    await page.goto(`${origin}${BUILDER}/order`);
    await orderButton(page).waitFor();
    expect(await orderButton(page).isDisabled()).toBe(true);
    release();
    await placeOrder(visitor);
    await finish(visitor);
  });

  it('orders what is in the cart after a change on another device', async () => {
    const { visitor, changeElsewhere } = await openWithCart(BUILDER, UNLIMITED, [1, 1]);
    const { page } = visitor;
    const open = page.getByRole('link', { name: 'Check and order' });
    await open.waitFor();
    await changeElsewhere(3);
    await open.click();
    await page.getByRole('button', { name: 'Order 4 pieces', disabled: false }).waitFor();
    await placeOrder(visitor);
    await finish(visitor);
  });

  it('orders what is left after a removal that took long', async () => {
    const { visitor, garments } = await openWithCart(`${BUILDER}/order`, UNLIMITED, [3, 1]);
    const { page } = visitor;
    await page.getByRole('button', { name: 'Order 4 pieces', disabled: false }).waitFor();
    const release = await hold(page, '**/api/shopping_cart_items/*');
    await page.getByRole('button', { name: `Remove ${garments[1]?.name}` }).click();
    await page.getByText('3 pieces chosen.', { exact: false }).waitFor();
    // The removal is the only request that is still open.
    await visitor.waitForNetworkIdle();
    release();
    await page.getByRole('button', { name: 'Order 3 pieces', disabled: false }).waitFor();
    await placeOrder(visitor);
    await finish(visitor);
  });

  it('gives a reason and presses the button slowly: saving the reason does not take the button away', async () => {
    const { visitor, garments } = await openWithCart(`${BUILDER}/order`, { quantity: 1, beyond: 'approval' }, [1, 1]);
    const { page } = visitor;
    const button = page.getByRole('button', { name: /^(Continue to checkout|Send 2 pieces for approval)$/, disabled: false });
    await button.waitFor();
    await page
      .getByLabel(new RegExp(`^Reason for 1 more piece: (${garments.map(({ name }) => name).join('|')})`))
      .fill('Two shifts');
    await button.hover();
    const release = await hold(page, SUMMARY);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.mouse.down();
    await saved;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.mouse.up();
    release();
    await page.waitForURL(/\/index\/(checkout|order-confirmation)/);
    await finish(visitor);
  });

  it('sees the checkout, and chooses again, after the choices made by default could not be saved', async () => {
    const { visitor } = await openWithCart('/index/cart', UNLIMITED, [1, 1]);
    const { page } = visitor;
    let requests = 0;
    await page.route(SUMMARY, (route) => {
      requests += 1;
      return requests === 1 ? route.continue() : route.abort();
    });
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.getByRole('alert').getByText('The server cannot be reached.').first().waitFor();
    await page.unroute(SUMMARY);
    await page.getByRole('group', { name: 'Where should we deliver your order?' }).locator('label').first().click();
    await getPlaceOrderButton(page).click();
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    await finish(visitor);
  });

  it('orders again what is left of an earlier order, and undoes it', async () => {
    const { db } = database;
    const garment = await aStockedProduct(db);
    const person = await aPersonWithPassword(db, { role: 'Staff' });
    const { groupId } = await aWardrobe(db, person.id, [garment], { quantity: 5 });
    const order = await orderFromEntitlement(db, { wearerId: person.id, productId: garment.id, quantity: 3, groupId });
    await sql`update orders set billing_address = (select billing_address from orders where billing_address ? 'id' limit 1) where id = ${order}`.execute(
      db,
    );
    await portal.settled();
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = visitor;
    await logIn(visitor, person.email, `/index/orders/${order}`);
    const { findings, check } = createAxeCollector(page);
    const orderAgain = page.getByRole('button', { name: 'Order again' });
    const sheet = page.getByRole('dialog', { name: 'Partly added to your cart' });

    await orderAgain.click();
    await sheet.getByText('2 of 3 added', { exact: true }).waitFor();
    await sheet.getByText('You have only 2 left in Garments.').waitFor();
    await check('result of ordering again');
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The garments were removed from your cart again.').waitFor();
    await orderAgain.click();
    await sheet.getByRole('link', { name: 'Check and order' }).click();
    await page.getByRole('button', { name: 'Order 2 pieces', disabled: false }).waitFor();
    await placeOrder(visitor);

    await page.goto(`${visitor.origin}/index/orders/${order}`);
    await page.getByRole('button', { name: 'Print' }).waitFor();
    expect(await orderAgain.count()).toBe(0);
    expect(findings).toEqual([]);
    await finish(visitor);
  });
});
