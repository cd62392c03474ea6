import { describe, expect, it } from 'vitest';
import { getPlaceOrderButton, waitForLoginForm } from './actions.ts';
import { addButton, BUILDER, orderButton } from './builder-pages.ts';
import { createKeyboardUser, type KeyboardUser } from './keyboard-user.ts';
import { BRANDS, type BrandName, DESKTOP_WIDTH, PASSWORD, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

// The first order and the uniform builder, from the log-in to the confirmed order, with the keyboard alone and with everything twice as large.

const { portal } = usePages();

interface Enlargement {
  name: string;
  width: number;
  height: number;
  /** The size of text set in the browser, in percent. */
  textSize: number;
}

const PHONE: Enlargement = { name: 'text at 200% on a phone', width: PHONE_WIDTH, height: 740, textSize: 200 };
const DESKTOP: Enlargement = { name: 'text at 200% on a desktop', width: DESKTOP_WIDTH, height: 900, textSize: 200 };
/** As wide and high as a window of 1280 × 900 pixels at a zoom of 200%. */
const ZOOMED: Enlargement = { name: 'a page at 200%', width: 640, height: 450, textSize: 100 };

interface Story extends Enlargement {
  brand: BrandName;
  email: string;
}

/** All stories with `STORIES=all`, otherwise the first one. */
const choose = (stories: Story[]) => (process.env.STORIES === 'all' ? stories : stories.slice(0, 1));

async function open({ brand, width, height, textSize }: Story): Promise<PageSession & { keyboard: KeyboardUser }> {
  const session = await portal.openPage(brand, width, textSize);
  await session.page.setViewportSize({ width, height });
  await session.page.goto(`${session.origin}/login`);
  expect(await session.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    `${(16 * textSize) / 100}px`,
  );
  return { ...session, keyboard: createKeyboardUser(session.page) };
}

/** Matches the names that start with a text. */
const startsWith = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Logs in with the form that is open, and waits for the page to which it leads. */
async function logIn({ page }: PageSession, { goTo, look }: KeyboardUser, email: string, landing: RegExp): Promise<void> {
  await waitForLoginForm(page);
  await look('log-in');
  await page.getByLabel('Email').focus();
  await goTo(/^Email/);
  await page.keyboard.type(email);
  await goTo(/^Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(landing);
}

describe('a person using only the keyboard', () => {
  it.each(
    choose([
      { brand: 'sundial', email: BRANDS.sundial.buyer, ...PHONE },
      { brand: 'alder', email: BRANDS.alder.buyer, ...DESKTOP },
      { brand: 'brackwell', email: BRANDS.brackwell.buyer, ...ZOOMED },
    ]),
  )('orders a garment from login to confirmation: $brand, $name', async (story) => {
    const session = await open(story);
    const { page, pageErrors, keyboard, close } = session;
    const { look, use, goTo } = keyboard;
    await logIn(session, keyboard, story.email, /\/index\//);

    await page.goto(`${session.origin}/index/products`);
    await page.getByRole('article').first().waitFor();
    await look('products');
    await page.keyboard.press('/');
    await page.keyboard.type('polo');
    await page.waitForURL(/keyword=polo/);
    await page.getByRole('article').first().getByRole('heading', { name: /polo/i }).waitFor();
    await look('products found');
    const name = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? '';
    await use(startsWith(name));
    await page.getByRole('radiogroup', { name: 'Size' }).waitFor();
    await look('product');

    // Arrow keys move within a group of radio buttons, Tab from group to group.
    await goTo(/^(XS|S|M)\b/);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radiogroup', { name: 'Size' }).locator('input:checked').waitFor({ state: 'attached' });
    await use(/^Add to cart/);
    const viewCart = page.getByRole('link', { name: 'View cart' }).or(page.getByRole('button', { name: 'View cart' }));
    await viewCart.first().waitFor();
    await look('added');
    await use(/^View cart/);
    await page.waitForURL(/\/index\/cart/);

    await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
    await look('cart');
    await use(/^Checkout/);
    await page.waitForURL(/\/index\/checkout/);
    await getPlaceOrderButton(page).waitFor();
    await look('checkout');
    await use(/^(Place order|Send for approval)/);
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    await page.getByRole('heading', { level: 1, name: /Thank you for your order|Sent for approval/ }).waitFor();
    await look('confirmation');

    expect([keyboard.findings, pageErrors]).toEqual([[], []]);
    await close();
  });

  it.each(
    choose([
      { brand: 'sundial', email: 'new.starter@meridian.example', ...PHONE },
      { brand: 'alder', email: 'staff@hallam.example', ...DESKTOP },
      { brand: 'brackwell', email: 'staff@corvane.example', ...ZOOMED },
    ]),
  )('chooses and orders a garment of their uniform: $brand, $name', async (story) => {
    const session = await open(story);
    const { page, pageErrors, keyboard, close } = session;
    const { look, use, goTo } = keyboard;
    await logIn(session, keyboard, story.email, new RegExp(BUILDER));

    // What there is to choose, and why.
    const why = page.getByRole('button', { name: /^Why/ }).first();
    await why.waitFor();
    await look('uniform');
    await use(/^Why/);
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await look('why');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => why.evaluate((button) => button === document.activeElement)).toBe(true);

    await use(/^Choose your/);
    const garment = page.getByRole('main').getByRole('article').first();
    await garment.or(addButton(page)).first().waitFor();
    if ((await addButton(page).count()) === 0) {
      await look('garments');
      await use(startsWith((await garment.getByRole('link').first().textContent()) ?? ''));
      await addButton(page).waitFor();
    }
    await look('garment');
    for (const group of await page.getByRole('radiogroup').all()) {
      if ((await group.locator('input:checked').count()) > 0) continue;
      const value = group.locator('input:not(:disabled)').first();
      const label = await value.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
      await goTo(startsWith(label.trim()));
      await page.keyboard.press('Space');
      await group.locator('input:checked').waitFor({ state: 'attached' });
    }
    await look('chosen');
    await use(/^Add \d/);
    await page.locator('main h1:focus').waitFor();
    await look('added');

    // Where nothing is left in the group, the next one is open.
    const order = page.getByRole('link', { name: /^(Check and order|Order (these|the))/ });
    if ((await order.count()) === 0) {
      await use(/^Your uniform/);
      await order.waitFor();
      await look('uniform with what is chosen');
    }
    await use(/^(Check and order|Order (these|the))/);
    await page.waitForURL(new RegExp(`${BUILDER}/order`));
    await orderButton(page).waitFor();
    if (story.brand === 'brackwell') {
      await goTo(/^PO number/);
      await page.keyboard.type('PO-4711');
    }
    await look('check and order');
    await use(/^(Order|Send) \d+ pieces?/);
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    await page.getByRole('heading', { level: 1, name: /Thank you for your order|Sent for approval/ }).waitFor();
    await look('order confirmed');

    expect([keyboard.findings, pageErrors]).toEqual([[], []]);
    await close();
  });
});
