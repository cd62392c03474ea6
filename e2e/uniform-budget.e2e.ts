import { describe, expect, it } from 'vitest';
import { aStockedProduct, aWardrobe } from '#api/testing/builders.ts';
import { getPlaceOrderButton } from './actions.ts';
import {
  add,
  addButton,
  BUILDER,
  chooseMissing,
  expectFits,
  openBuilder,
  placeOrder,
  waitForAdvisedSize,
} from './builder-pages.ts';
import { aPersonWithPassword } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

/** A wearer of Meridian whose wardrobe has one garment, at 10.00 without tax. */
async function aWearer(wardrobe: NonNullable<Parameters<typeof aWardrobe>[3]>) {
  const { db } = database;
  const garment = await aStockedProduct(db, { stock: [500] });
  const { id, email } = await aPersonWithPassword(db, { role: 'Staff' });
  await aWardrobe(db, id, [garment], wardrobe);
  return { id, email, garment };
}

describe('a wearer with points', () => {
  it('sees points instead of prices, and gives a reason for what is beyond them', async () => {
    const visitor = await openBuilder(portal, 'alder', PHONE_WIDTH, 'staff@hallam.example');
    const { page } = visitor;
    await page.getByText('15 points', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Choose your service shirts/ }).click();
    await page.getByText('7 points', { exact: true }).waitFor();
    expect(await page.getByText('£').count()).toBe(0);
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await addButton(page).waitFor();
    await chooseMissing(page);
    await page.getByText('8 points left', { exact: false }).waitFor();
    await page.getByRole('button', { name: /^More: Quantity/ }).click();
    await page.getByText(/more than your entitlement/).waitFor();
    await add(page);
    await page.goto(`${visitor.origin}${BUILDER}/order`);
    const next = page.getByRole('button', { name: /^(Continue to checkout|Send \d+ pieces? for approval)$/ });
    await next.click();
    await page.getByText('Give a reason for ordering beyond your entitlement.').first().waitFor();
    await page.getByLabel(/^Reason for/).fill('Two shifts a day in June');
    await next.click();
    await getPlaceOrderButton(page).click();
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    await page.getByRole('heading', { level: 1, name: 'Sent for approval' }).waitFor();
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a wearer with a budget of money', () => {
  it('sees prices and what is left, and gives the PO number that is required', async () => {
    const visitor = await openBuilder(portal, 'brackwell', DESKTOP_WIDTH, 'staff@corvane.example');
    const { page } = visitor;
    await page.getByText('£91.20', { exact: true }).waitFor();
    await page
      .getByText(/£33\.50/)
      .first()
      .waitFor();
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await addButton(page).waitFor();
    await waitForAdvisedSize(page);
    await chooseMissing(page);
    await add(page);
    await page.goto(`${visitor.origin}${BUILDER}/order`);
    await page.getByLabel('PO number').fill('PO-4711');
    await placeOrder(visitor);
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a wearer with money on a phone, who has chosen to see prices with tax', () => {
  it('is stopped at what the budget without tax pays for, in the builder and in the cart', async () => {
    const { id, email, garment } = await aWearer({
      quantity: null,
      allocationTypeId: 40,
      budgetMinor: 3500,
      beyond: 'own_payment',
    });
    await database.db.updateTable('customer').set({ tax_display_type: 0 }).where('id', '=', id).execute();
    await portal.settled();
    const visitor = await openBuilder(portal, 'sundial', PHONE_WIDTH, email);
    const { page } = visitor;
    await page.getByText('£35.00', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Garments/ }).click();
    await page.getByText('£10.00', { exact: true }).waitFor();
    await page.getByText('3 left for you').waitFor();
    const more = page.getByRole('button', { name: /^More: Quantity/ });
    await more.click();
    await page.getByText('£15.00 left').waitFor();
    await more.click();
    await page.getByText('Paying for more yourself is not possible at the moment.', { exact: false }).waitFor();
    expect(await more.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Add 3' }).click();
    await page.getByText('£5.00', { exact: true }).waitFor();

    await page.goto(`${visitor.origin}/index/cart`);
    const quantity = page.getByRole('textbox', { name: `Quantity of ${garment.name}` });
    await quantity.waitFor();
    await page.getByRole('button', { name: /^Fewer: Quantity|^Less: Quantity/ }).click();
    await page.getByText('£20.00', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: /^More: Quantity/ }).click();
    await page.getByText('£30.00', { exact: true }).first().waitFor();
    await expectFits(page, 'cart');
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a wearer who may ask for more than the entitlement', () => {
  it('gives the reason in the checkout of the cart, and every screen says that the order waits, without an amount', async () => {
    const { email, garment } = await aWearer({ quantity: 1, allocationTypeId: 20, beyond: 'approval' });
    const visitor = await openBuilder(portal, 'sundial', PHONE_WIDTH, email);
    const { page } = visitor;
    const findings: string[] = [];
    const look = async (screen: string) => {
      if (/[£€]|\btotal\b|\btax\b/i.test((await page.locator('main').textContent()) ?? ''))
        findings.push(`${screen} shows an amount`);
      await expectFits(page, screen);
    };
    await page.getByRole('link', { name: /^Garments/ }).click();
    await page.getByRole('button', { name: /^More: Quantity/ }).click();
    await page.getByText(/^1 more than your entitlement covers/).waitFor();
    await page.getByRole('button', { name: /^Add 2/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Check and order' }).waitFor();
    await page.goto(visitor.origin + BUILDER);
    await page.getByRole('link', { name: /^Garments/ }).click();
    await page.getByText('You can also ask for more first.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Ask for more: Garments' }).waitFor();
    await addButton(page).waitFor();
    await look('used up');
    await page.goto(`${visitor.origin}/index/cart`);
    await page.getByText('1 piece beyond the entitlement', { exact: false }).waitFor();
    await look('cart');
    await page.getByRole('button', { name: 'Checkout' }).click();
    await getPlaceOrderButton(page).click();
    await page.getByText('Give a reason for ordering beyond your entitlement.').waitFor();
    await look('checkout');
    await page.getByLabel(`Reason for 1 more piece: ${garment.name}`).fill('Two shifts a day in June');
    await page.getByText('This order will wait for approval', { exact: false }).last().waitFor();
    await getPlaceOrderButton(page).click();
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    await page.getByRole('heading', { level: 1, name: 'Sent for approval' }).waitFor();
    await look('confirmation');
    await page.getByRole('link', { name: 'View all orders' }).click();
    await page.getByText('Waiting for approval', { exact: true }).last().waitFor();
    await look('list');
    await page.getByRole('main').getByRole('link', { name: /^\d+$/ }).click();
    await page.getByText('This order is waiting for approval.').waitFor();
    await look('order');
    expect(findings).toEqual([]);
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a wearer without limit', () => {
  it('orders as many pieces as needed, on a phone', async () => {
    const { email } = await aWearer({ quantity: null, allocationTypeId: 50 });
    const visitor = await openBuilder(portal, 'sundial', PHONE_WIDTH, email);
    const { page } = visitor;
    await page.getByText('No pieces', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Choose your garments' }).click();
    // The page before asks "Why?", too.
    await page.waitForURL(/\/groups\//);
    await addButton(page).waitFor();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page
      .getByRole('dialog')
      .getByText(/no limit on Garments/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: /^Quantity of/ }).fill('12');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Add 12' }).click();
    await page.getByText('12 pieces', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Check and order' }).click();
    await page.getByText('Nothing to pay.', { exact: false }).waitFor();
    await placeOrder(visitor);
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});
