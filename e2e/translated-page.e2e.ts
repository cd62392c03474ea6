import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { callApi } from './place-order.ts';
import { DESKTOP_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

/** Replaces the texts of a page as Chrome and Edge do when they translate it: texts beside each other by one element, with marks for the other language. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.parentNode || !text.data.trim() || text.parentElement?.closest('script, style, font')) continue;
      const beside = [text];
      for (let next = text.nextSibling; next instanceof Text; next = next.nextSibling) beside.push(next);
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `«${beside.map(({ data }) => data).join('')}»`;
      outer.append(inner);
      text.before(outer);
      for (const one of beside) one.remove();
    }
  });

it('figures follow the quantities in a cart that the browser translates', async () => {
  const person = await aPerson(database.db);
  const shirt = await aStockedProduct(database.db);
  const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
  const { page, pageErrors, waitForNetworkIdle } = visitor;
  const token = await portal.startSession(person.email);
  await callApi(portal.origin('sundial'), token, 'POST', '/api/shopping_cart_items/multiple', { items: [anItem(shirt, 2)] });
  await logIn(visitor, person.email, '/index/cart');
  await page.getByText('1 line, 2 garments').waitFor();

  for (const quantity of [5, 1]) {
    await waitForNetworkIdle();
    await translate(page);
    await page.getByText(/^«1 line, \d garments?»$/).waitFor();
    // What keeps texts current is loaded when the browser begins to translate.
    await waitForNetworkIdle();
    await page.getByLabel(/^Quantity of /).fill(String(quantity));
    await page.getByLabel(/^Quantity of /).blur();
    await page.getByText(`1 line, ${quantity} garment${quantity === 1 ? '' : 's'}`, { exact: true }).waitFor();
  }

  // Nor does a page fail of which parts come and go.
  await translate(page);
  await page
    .getByRole('button', { name: /Remove/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /cart is empty/i }).waitFor();
  expect(pageErrors).toEqual([]);
  await visitor.close();
});
