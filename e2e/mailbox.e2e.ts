import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from './accessibility.ts';
import { addToCart, checkOut, chooseAvailableOptions, logIn, openFirstProduct, search } from './actions.ts';
import { BRANDS, DESKTOP_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();
let order: string;
beforeAll(async () => {
  const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
  await logIn(visitor, BRANDS.sundial.buyer);
  await search(visitor, 'polo');
  const sheet = await openFirstProduct(visitor);
  await chooseAvailableOptions(sheet);
  await addToCart(visitor, sheet);
  order = await checkOut(visitor);
  await visitor.close();
});

/** How many pixels of a page are beyond its right edge. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('someone who tries the portal without a mail server', () => {
  it('reads in the local mailbox what was sent, and follows its link to the order', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, origin, pageErrors, close } = visitor;
    await logIn(visitor, BRANDS.sundial.buyer, '/mailbox');
    await page.getByLabel('Recipient').fill('buyer@');
    // The list refreshes by itself every few seconds.
    await page.waitForResponse(/\/mailbox\/list/);
    expect(await page.getByLabel('Recipient').inputValue()).toBe('buyer@');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/to=buyer/);
    await page
      .frameLocator('iframe.list')
      .getByRole('link', { name: new RegExp(`received your order ${order}`) })
      .click();
    await page.getByRole('heading', { name: `We have received your order ${order}` }).waitFor();

    const opened = context.waitForEvent('page');
    await page.frameLocator('iframe.message').getByRole('link', { name: 'View order' }).click();
    const orderPage = await opened;
    await orderPage.waitForURL(`${origin}/index/orders/${order}`);
    await orderPage.getByRole('heading', { level: 1 }).waitFor();
    expect(pageErrors).toEqual([]);
    await close();
  });

  it.each(widthsFor('mailbox'))('finds it without barriers, %i pixels wide, in every brand', async (width) => {
    for (const brand of ['sundial', 'alder', 'brackwell'] as const) {
      const { page, origin, pageErrors, close } = await portal.openPage(brand, width);
      for (const path of brand === 'sundial'
        ? ['/mailbox?refresh=off', '/mailbox/list?refresh=off', '/mailbox/list?to=nobody&refresh=off']
        : ['/mailbox?refresh=off']) {
        await page.goto(`${origin}${path}`);
        expect([brand, path, await findAxeViolations(page)]).toEqual([brand, path, []]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
      expect(pageErrors).toEqual([]);
      await close();
    }
  });

  it.each(widthsFor('mailbox'))('reads a mail without barriers, %i pixels wide', async (width) => {
    const { page, origin, pageErrors, close } = await portal.openPage('sundial', width);
    await page.goto(`${origin}/mailbox/list?refresh=off`);
    const mail = await page.getByRole('link').first().getAttribute('href');
    await page.goto(`${origin}${mail}`);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    // In its frame the mail may run nothing, not even the check: it is looked at outside.
    const content = await (await page.request.get(`${origin}${mail}/html`)).text();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('about:blank');
      await page.setContent(content);
      // A mail is an article in the page of a mail program, which has the landmarks.
      const findings = (await findAxeViolations(page)).filter((finding) => !/^(region|landmark-one-main):/.test(finding));
      expect([colorScheme, findings]).toEqual([colorScheme, []]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    expect(pageErrors).toEqual([]);
    await close();
  });
});
