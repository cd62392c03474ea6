import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { logIn } from './actions.ts';
import { getHorizontalOverflow } from './page-checks.ts';
import type { BrandName, E2ePortal, PageSession } from './portal.ts';

/** Actions and checks of the stories of the uniform builder. */

export const BUILDER = '/index/uniform-builder';

/** Logs in a wearer, who lands on the uniform builder. */
export async function openBuilder(
  portal: Pick<E2ePortal, 'openPage'>,
  brand: BrandName,
  width: number,
  email: string,
): Promise<PageSession> {
  const visitor = await portal.openPage(brand, width);
  await logIn(visitor, email);
  await visitor.page.waitForURL(new RegExp(BUILDER));
  await visitor.page
    .getByText(/left to choose|left of|chosen|ordered/)
    .first()
    .waitFor();
  return visitor;
}

/** The button that adds the garment on screen. */
export const addButton = (page: Page) => page.getByRole('button', { name: /^Add \d/ });
/** The button that places the order. */
export const orderButton = (page: Page) => page.getByRole('button', { name: /^(Order|Send) \d+ pieces?/ });

/** Waits until the advised or kept size of a wearer is selected, or it is asked which they want: it decides which other values are available. */
export const waitForAdvisedSize = (page: Page) =>
  page
    .locator('[data-advised] input:checked')
    .or(page.getByRole('note', { name: 'Size kept' }))
    .first()
    .waitFor({ state: 'attached' });

/** Selects the first available value wherever none is selected. For a measured wearer, wait for the advised size first. */
export async function chooseMissing(page: Page): Promise<void> {
  for (const group of await page.getByRole('radiogroup').all()) {
    if ((await group.locator('input:checked').count()) > 0) continue;
    await group
      .locator('label')
      .filter({ has: page.locator('input:not(:disabled)') })
      .first()
      .click();
  }
}

/** Adds the garment on screen and waits for the page after it. */
export async function add(page: Page): Promise<void> {
  const before = page.url();
  await addButton(page).click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.locator('main h1').waitFor();
}

/** Places the order on screen, and waits for its confirmation. */
export async function placeOrder({ page }: PageSession): Promise<void> {
  await orderButton(page).click();
  await page.waitForURL(/\/index\/order-confirmation\/\d+/);
  await page.getByRole('heading', { level: 1, name: /Thank you for your order|Sent for approval/ }).waitFor();
}

/** Fails if the page is wider than the window. */
export async function expectFits(page: Page, screen: string): Promise<void> {
  expect(`${screen}: ${await getHorizontalOverflow(page)}`).toBe(`${screen}: 0`);
}
