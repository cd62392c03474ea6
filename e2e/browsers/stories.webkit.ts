import { afterEach, expect, it } from 'vitest';
import { BRANDS, PASSWORD } from '../portal.ts';
import { usePages } from '../use-pages.ts';
import { openWebKit, type WebKitPage } from './webkit.ts';

const { portal } = usePages();

let page: WebKitPage;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.error(`${await page.url()}\n${await page.evaluate('return document.body.innerText')}`.slice(0, 1000));
  await page.close();
});

/** Opens a page as a person who has logged in with the form. */
async function logIn(origin: string, email: string): Promise<void> {
  await page.open(`${origin}/login`);
  await page.type(/^Email/, email);
  await page.type(/^Password/, PASSWORD);
  await page.click('button', /^Login$/);
  await page.waitForUrl(/\/(index\/|preferences)/);
}

it('a buyer finds a garment, orders it on account and sees the order in their list', async () => {
  page = await openWebKit(450);
  await logIn(portal.origin('sundial'), BRANDS.sundial.buyer);
  await page.click('button', /^Order$/);
  await page.click('link', /^Products$/);
  await page.waitForUrl(/\/index\/products/);
  // The menu has closed behind the link.
  await expect.poll(() => page.count('link', /^Ad hoc/)).toBe(0);
  await page.type(/^Search products$/, 'polo');
  await page.waitForUrl(/keyword=polo/);
  await page.waitForText(/\d+ products?/);
  await page.clickOn('article a[href], article button');
  await page.waitForText(/Add to cart/);
  const open = '[role=radiogroup]:not([aria-label="What to order"]):not(:has(input:checked))';
  while (await page.evaluate(`return document.querySelector('${open}') !== null`))
    await page.clickOn(`${open} label:has(input:not(:disabled))`);
  await page.click('button', /^Add to cart$/);
  await page.click('control', /^View cart$/);
  await page.waitForUrl(/\/index\/cart/);
  await page.click('control', /^Checkout/);
  await page.waitForUrl(/\/index\/checkout/);
  await page.click('control', /^Place order/);
  await page.waitForUrl(/\/index\/order-confirmation\/\d+/);
  const number = /order-confirmation\/(\d+)/.exec(await page.url())?.[1] ?? '';
  await page.open(`${portal.origin('sundial')}/index/orders`);
  await page.click('link', new RegExp(number));
  await page.waitForUrl(new RegExp(`/index/orders/${number}`));
});

it('the menu of the account opens, closes and leads to the profile', async () => {
  page = await openWebKit(450);
  await logIn(portal.origin('sundial'), BRANDS.sundial.buyer);
  await page.click('button', /Your account/);
  await page.waitFor('link', /^Your profile$/);
  await page.click('button', /Your account/);
  await expect.poll(() => page.count('link', /^Your profile$/)).toBe(0);
  await page.click('button', /Your account/);
  await page.click('button', /^Help$/);
  await page.waitFor('dialog', /./);
  await page.waitForText(/Which browsers can I use\?/);
  await page.click('button', /^Close/);
  await expect.poll(() => page.evaluate('return document.activeElement.textContent')).toContain('Your account');
});
