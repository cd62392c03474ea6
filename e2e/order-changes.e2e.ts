import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { startOperatorSession } from '#api/testing/operators.ts';
import { reservedOf } from '#api/testing/order-changes.ts';
import { logIn } from './actions.ts';
import { expectFits } from './builder-pages.ts';
import { aPersonWithPassword, createAxeCollector } from './page-checks.ts';
import { callApi, placeOrder } from './place-order.ts';
import { PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const pages = usePages();
const { portal, database } = pages;

/** What the order is worth now, in minor units excluding tax. */
const valuesOf = async (orderId: number) =>
  (
    await sql<Record<string, number>>`
      select goods_minor as goods, cancelled_value_minor as cancelled, pending_value_minor as pending from orders where id = ${orderId}`.execute(
      database.db,
    )
  ).rows[0];

const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function aBuyerWithGarments(): Promise<{
  buyer: { id: number; email: string };
  shirt: StockedProduct;
  cap: StockedProduct;
}> {
  const { db } = database;
  await sql`delete from approval_rule where organisation_id = 1`.execute(db);
  const shirt = await aStockedProduct(db, { stock: [50, 2] });
  const cap = await aStockedProduct(db, { price: 500 });
  const buyer = await aPersonWithPassword(db, { role: 'Buyer', firstName: 'Bea' });
  await portal.settled();
  return { buyer, shirt, cap };
}

describe('a buyer on a phone', () => {
  it('changes a size, cancels a line and then the rest, and sees each outcome first', async () => {
    const { buyer, shirt, cap } = await aBuyerWithGarments();
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const dialog = dialogOf(page);
    const orderId = await placeOrder(pages, buyer, [anItem(shirt, 3), anItem(cap, 2)]);
    await logIn(visitor, buyer.email, `/index/orders/${orderId}`);
    await page.getByText('You can change sizes or cancel until picking starts.').waitFor();
    await check('the order');
    await expectFits(page, 'order');

    // Escape changes nothing and gives the focus back.
    const changeSize = button(page, `Change size of ${shirt.name}, Size 0`);
    await changeSize.click();
    await dialog.getByText('Choose a different size or colour.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toBe('Change size');

    // Three pieces of the other size are too many; two are not.
    await changeSize.press('Enter');
    await dialog.getByRole('radio', { name: /^Size 1/ }).check({ force: true });
    await dialog.getByText(`There is not enough stock of ${shirt.name}, Size 1.`).waitFor();
    expect(await button(page, 'Change 3 pieces').isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Fewer: Pieces to change' }).click();
    await dialog.getByText(`2 × ${shirt.name}: Size 1 instead of Size 0.`).waitFor();
    await check('the change of a size');
    await expectFits(page, 'change of a size');
    expect(await reservedOf(database, shirt)).toEqual([3, 0]);
    await button(page, 'Change 2 pieces').click();
    await page.getByText('The order has been changed.').waitFor();
    await page.getByText(`Changed by Bea Forthetest: 2 × ${shirt.name}, Size 1 instead of Size 0.`).waitFor();
    expect([await reservedOf(database, shirt), await valuesOf(orderId)]).toEqual([
      [1, 2],
      { goods: 4000, cancelled: 0, pending: 4000 },
    ]);

    await button(page, new RegExp(`^Cancel ${cap.name}`)).click();
    await dialog.getByText('Still to be sent: goods worth £30.00 instead of £40.00, excluding tax.').waitFor();
    await dialog.getByLabel('Reason (optional)').fill('We have enough caps.');
    await check('the cancelling of a line');
    await button(page, 'Cancel 2 pieces').click();
    await page.getByText(/^Cancelled by Bea Forthetest: 2 × .* Reason: We have enough caps\.$/).waitFor();
    expect([await reservedOf(database, cap), await valuesOf(orderId)]).toEqual([
      [0],
      { goods: 4000, cancelled: 1000, pending: 3000 },
    ]);

    await button(page, 'Cancel the rest').click();
    await dialog.getByText('The whole order is cancelled. Nothing is charged.').waitFor();
    await button(page, 'Cancel the rest').last().click();
    await page.getByText('The order has been cancelled.').waitFor();
    await page.getByText('To be charged').waitFor();
    expect(await page.getByRole('button', { name: /^(Cancel|Change size)/ }).count()).toBe(0);
    expect([await reservedOf(database, shirt), await valuesOf(orderId)]).toEqual([
      [0, 0],
      { goods: 4000, cancelled: 4000, pending: 0 },
    ]);
    // The button that opened the dialog is gone.
    await expect.poll(() => focusedText(page)).toBe(`Order ${orderId}`);
    await check('the cancelled order');
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('reads why nothing was changed when picking has started meanwhile', async () => {
    const { buyer, shirt } = await aBuyerWithGarments();
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = visitor;
    const dialog = dialogOf(page);
    const orderId = await placeOrder(pages, buyer, [anItem(shirt)]);
    await logIn(visitor, buyer.email, `/index/orders/${orderId}`);
    await button(page, 'Cancel order').click();
    await dialog.getByText(/^The whole order is cancelled\./).waitFor();

    const { token } = await startOperatorSession(database.db);
    await callApi(visitor.origin, token, 'POST', `/api/operator/orders/${orderId}/picking`, {});
    await button(page, 'Cancel order').last().click();
    await dialog
      .getByRole('alert')
      .getByText(/The warehouse started to pick this order on/)
      .waitFor();
    await button(page, 'View the order as it is now').click();

    await page.getByText(/^Picking started on .*, so this order can no longer be changed\.$/).waitFor();
    expect(await page.getByRole('button', { name: /^(Cancel|Change size)/ }).count()).toBe(0);
    await expect.poll(() => focusedText(page)).toBe(`Order ${orderId}`);
    expect(await reservedOf(database, shirt)).toEqual([1, 0]);
    await visitor.close();
  });
});
