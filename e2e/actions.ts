import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillStorage, PASSWORD, type PageSession } from './portal.ts';

/** Actions that several browser tests share, named after what the user does. */

/** Waits until the live login form has replaced the prerendered shell. */
export const waitForLoginForm = (page: Page) => page.locator('input[name=username]:not([readonly])').waitFor();

/** Holds requests to matching URLs back until the returned function is called. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

type Visitor = Pick<PageSession, 'page' | 'origin' | 'startSession'>;

/** Opens a page as a person who has logged in; by default the page to which the log-in leads. */
export async function logIn({ page, origin, startSession }: Visitor, email: string, path = '/'): Promise<void> {
  const values = { 'livery.accessToken': await startSession(email), 'livery.accessTokenExpiry': String(Date.now() + 3_600_000) };
  const script = await fillStorage(page, values);
  await page.goto(origin + path);
  await script.dispose();
  if (path === '/') await page.waitForURL(/\/(index\/|preferences)/);
}

/** Fills in the form of the log-in that is open, and submits it. */
export async function enterCredentials(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Logs in with the form, and waits for the page to which it leads. */
export async function logInByForm(
  { page, origin }: Pick<PageSession, 'page' | 'origin'>,
  email: string,
  password: string = PASSWORD,
): Promise<void> {
  await page.goto(`${origin}/login`);
  await enterCredentials(page, email, password);
  await page.waitForURL(/\/(index\/|preferences)/);
}

/** Opens the list of products from the navigation. */
export async function openProducts({ page }: Pick<PageSession, 'page'>): Promise<void> {
  await page.getByRole('navigation', { name: /^Main/ }).filter({ visible: true }).waitFor();
  const order = page.getByRole('button', { name: 'Order', exact: true }).filter({ visible: true });
  if ((await order.count()) > 0) await order.click();
  await page.getByRole('link', { name: 'Products', exact: true }).filter({ visible: true }).first().click();
  await page.waitForURL(/\/index\/products/);
}

/** Searches the list of products, from whatever page. */
export async function search({ page }: PageSession, query: string): Promise<void> {
  if (!page.url().includes('/index/products')) await openProducts({ page });
  await page.getByRole('searchbox', { name: 'Search products' }).fill(query);
  await page.waitForURL(/keyword=/);
  await page.locator('[aria-label="Products"][aria-busy="false"]').waitFor();
}

/** Opens the first garment that was found, on its page or in its dialog, and returns where its choices are. */
export async function openFirstProduct({ page }: Pick<PageSession, 'page'>): Promise<Locator> {
  const tile = page.getByRole('article').first();
  await tile.getByRole('link').or(tile.getByRole('button')).first().click();
  const sheet = page
    .getByRole('dialog')
    .or(page.getByRole('main'))
    .filter({ has: page.getByRole('radiogroup', { name: 'Size' }) });
  await sheet.last().waitFor();
  return sheet.last();
}

/** Selects the second available colour, size and fit where none is selected yet. */
export async function chooseAvailableOptions(sheet: Locator): Promise<void> {
  for (const group of await sheet.getByRole('radiogroup').all()) {
    const name = (await group.getAttribute('aria-label')) ?? '';
    if (name === 'What to order' || (await group.locator('input:checked').count()) > 0) continue;
    await group
      .locator('label')
      .filter({ has: group.page().locator('input:not(:disabled)') })
      .nth(1)
      .click();
    await group.locator('input:checked').waitFor({ state: 'attached' });
  }
}

/** Adds the selected product to the cart with a double click, as many people do. */
export async function addToCart({ page }: Pick<PageSession, 'page'>, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Add to cart' }).dblclick();
  await page
    .getByRole('link', { name: 'View cart' })
    .or(page.getByRole('button', { name: 'View cart' }))
    .first()
    .click();
  await page.waitForURL(/\/index\/cart/);
}

/** From the cart to a placed order; returns its number. */
export async function checkOut(visitor: PageSession, poNumber?: string): Promise<string> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL(/\/index\/checkout/);
  if (poNumber) {
    await page.getByRole('button', { name: 'Payment and PO' }).click();
    await page.getByLabel(/PO number/).fill(poNumber);
  }
  await getPlaceOrderButton(page).click();
  await page.waitForURL(/\/index\/order-confirmation\/\d+/);
  return page.url().match(/order-confirmation\/(\d+)/)?.[1] ?? '';
}

export const getPlaceOrderButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Place order|Send for approval)$/ }).first();

export async function expectInOrderList({ page }: PageSession, number: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).first().click();
  await page.waitForURL(/\/index\/orders/);
  await page
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: new RegExp(number) }).count()).toBeGreaterThan(0);
}

/** A list of records by its name. It is a table where there is room for one. */
export const listOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name, exact: true }).or(page.getByRole('list', { name, exact: true }));
