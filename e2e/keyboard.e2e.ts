import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForLoginForm } from './actions.ts';
import { BRANDS, DESKTOP_WIDTH, PASSWORD } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    const labels = (element as HTMLInputElement | null)?.labels;
    return element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '';
  });

/** Presses Tab until the focus is on an element with the name. Throws after `maxTabs`. */
async function tabTo(page: Page, name: RegExp, maxTabs = 120): Promise<void> {
  for (let pressed = 0; pressed < maxTabs; pressed += 1) {
    if (name.test((await focused(page)).trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${name}; the focus is on "${await focused(page)}".`);
}

describe('a person using only the keyboard', () => {
  it('orders a garment from login to confirmation', async () => {
    const { page, origin, pageErrors, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    await page.goto(`${origin}/login`);
    await waitForLoginForm(page);

    await tabTo(page, /^Email/);
    await page.keyboard.type(BRANDS.sundial.buyer);
    await tabTo(page, /^Password/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\//);

    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('polo');
    await page.waitForURL(/keyword=polo/);
    await page.getByRole('article').first().getByRole('heading', { name: /polo/i }).waitFor();
    const name = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? '';
    await tabTo(page, new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
    await page.keyboard.press('Enter');
    await page.getByRole('radiogroup', { name: 'Size' }).waitFor();

    // Arrow keys move within a group of radio buttons, Tab from group to group.
    await tabTo(page, /^(XS|S|M)\b/);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radiogroup', { name: 'Size' }).locator('input:checked').waitFor({ state: 'attached' });
    await tabTo(page, /^Add to cart/);
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: 'View cart' })
      .or(page.getByRole('button', { name: 'View cart' }))
      .first()
      .waitFor();
    await tabTo(page, /^View cart/, 200);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\/cart/);

    await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
    await tabTo(page, /^Checkout/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\/checkout/);
    await page.getByRole('button', { name: 'Place order' }).first().waitFor();
    await tabTo(page, /^Place order/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);

    expect(pageErrors).toEqual([]);
    await close();
  });
});
