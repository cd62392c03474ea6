import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { BRANDS, type BrandName, openPortal, PHONE, type StoryPortal, WIDE } from './portal.ts';
import {
  addToCart,
  checkOut,
  chooseWhatThereIs,
  expectInOrderList,
  logIn,
  logInIsReady,
  openFirst,
  placeButton,
  search,
} from './shopper.ts';

let portal: StoryPortal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.close());

const orders: { brand: BrandName; words: string; poNumber?: string }[] = [
  { brand: 'sundial', words: 'polo' },
  { brand: 'alder', words: 'shirt' },
  { brand: 'brackwell', words: 'hi-vis', poNumber: 'PO-7781' },
];

describe.each(orders)('a buyer at $brand', ({ brand, words, poNumber }) => {
  it.each([PHONE, WIDE])('finds a garment, orders it on account and sees the order in her list, at %i px', async (width) => {
    const visitor = await portal.visit(brand, width);
    const { page, troubles } = visitor;
    const findings: string[] = [];
    const look = async (screen: string) => findings.push(...(await axeFindings(page)).map((finding) => `${screen}: ${finding}`));

    await page.goto(`${visitor.origin}/login`);
    await logInIsReady(page);
    await look('login');
    await logIn(visitor, BRANDS[brand].buyer);
    await search(visitor, words);
    await page
      .getByText(/\d+ products?/)
      .first()
      .waitFor();
    await look('product list');
    const sheet = await openFirst(visitor);
    await look('product');
    await chooseWhatThereIs(sheet);
    await addToCart(visitor, sheet);
    await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
    await page.getByText('1 line, 1 garment', { exact: true }).waitFor();
    await look('cart');
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await placeButton(page).waitFor();
    await look('checkout');
    await page.goBack();
    await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
    const number = await checkOut(visitor, poNumber);
    await page.getByText(number).first().waitFor();
    await look('confirmation');
    await expectInOrderList(visitor, number);
    await look('order list');
    await page
      .getByRole('link', { name: new RegExp(number) })
      .first()
      .click();
    await page.waitForURL(new RegExp(`/index/orders/${number}`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('order');

    expect(findings).toEqual([]);
    expect(troubles).toEqual([]);
    await visitor.leave();
  });
});
