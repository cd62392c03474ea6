import { describe, expect, it } from 'vitest';
import { findAxeViolations } from './accessibility.ts';
import {
  addToCart,
  checkOut,
  chooseAvailableOptions,
  expectInOrderList,
  getPlaceOrderButton,
  logIn,
  logInByForm,
  openFirstProduct,
  search,
} from './actions.ts';
import { isOtherBrowser } from './browsers/other-browsers.ts';
import { BRANDS, type BrandName, DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { findTextFaultsWhenSmall } from './text-layout.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

const orders: { brand: BrandName; words: string; width: number; poNumber?: string }[] = [
  { brand: 'sundial', words: 'polo', width: PHONE_WIDTH },
  { brand: 'alder', words: 'shirt', width: DESKTOP_WIDTH },
  { brand: 'brackwell', words: 'hi-vis', width: PHONE_WIDTH, poNumber: 'PO-7781' },
];
const ALL_WIDTHS = [PHONE_WIDTH, DESKTOP_WIDTH];

describe.each(orders)('a buyer at $brand', ({ brand, words, width: usualWidth, poNumber }) => {
  it.each(process.env.STORIES === 'all' ? ALL_WIDTHS : [usualWidth])(
    'finds a garment, orders it on account and sees the order in their list, at %i px',
    async (width) => {
      const visitor = await portal.openPage(brand, width);
      const { page, pageErrors } = visitor;
      await logInByForm(visitor, BRANDS[brand].buyer);
      await search(visitor, words);
      await page
        .getByText(/\d+ products?/)
        .first()
        .waitFor();
      const sheet = await openFirstProduct(visitor);
      // On its page, or in its dialog.
      expect(await findAxeViolations(page)).toEqual([]);
      await chooseAvailableOptions(sheet);
      await addToCart(visitor, sheet);
      await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
      await page.getByText('1 line, 1 garment', { exact: true }).waitFor();
      // Where every order needs approval, which is said beside the button.
      const findFaults = async () => (brand === 'alder' ? findTextFaultsWhenSmall(page) : []);
      expect(await findFaults()).toEqual([]);
      await page.getByRole('button', { name: 'Checkout' }).first().click();
      await getPlaceOrderButton(page).waitFor();
      expect(await findFaults()).toEqual([]);
      await page.goBack();
      await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
      const number = await checkOut(visitor, poNumber);
      await page.getByText(number).first().waitFor();
      await expectInOrderList(visitor, number);
      await page
        .getByRole('link', { name: new RegExp(number) })
        .first()
        .click();
      await page.waitForURL(new RegExp(`/index/orders/${number}`));
      await page.getByRole('heading', { level: 1 }).waitFor();

      expect(pageErrors).toEqual([]);
      await visitor.close();
    },
  );
});

// What Chromium does here, component tests show.
it.runIf(isOtherBrowser)('opens and closes the menu of the account, which gets the focus back after the help', async () => {
  const visitor = await portal.openPage('sundial', PHONE_WIDTH);
  const { page } = visitor;
  await logIn(visitor, BRANDS.sundial.buyer);
  const menu = page.getByRole('button', { name: /^Your account/ });
  const profile = page.getByRole('link', { name: 'Your profile', exact: true });
  await menu.click();
  await profile.waitFor();
  await menu.click();
  await profile.waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('button', { name: 'Help', exact: true }).first().click();
  const help = page.getByRole('dialog');
  await help.getByText('Which browsers can I use?').waitFor();
  await help
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await help.waitFor({ state: 'detached' });
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(visitor.pageErrors).toEqual([]);
  await visitor.close();
});
