import { expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { createKeyboardUser } from './keyboard-user.ts';
import { createAxeCollector } from './page-checks.ts';
import { BRANDS, DESKTOP_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

it('a buyer fills in the ad hoc list by keyboard alone, and adds several products to the cart together', async () => {
  const session = await portal.openPage('sundial', DESKTOP_WIDTH);
  const { page, pageErrors, close } = session;
  const { look, use, findings } = createKeyboardUser(page);
  const { check, findings: violations } = createAxeCollector(page);
  await logIn(session, BRANDS.sundial.buyer);
  await page.waitForURL(/\/index\/adhoc-order$/);
  await page.getByRole('list', { name: 'Products' }).getByRole('button').first().waitFor();
  await look('the list');

  const fill = async (quantity: string) => {
    await page.locator('button[aria-expanded=false]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('input[data-row]:focus').waitFor();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Escape');
    await page.locator('button[aria-expanded=true]:focus').waitFor();
  };
  await page.keyboard.press('/');
  // At once: the list can show what an unfinished word finds, and replace it while the focus moves there.
  await page.keyboard.insertText('polo');
  await page
    .getByRole('status')
    .filter({ hasText: /^\d products$/ })
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await fill('1');
  await page.keyboard.press('ArrowDown');
  await fill('2');
  await check('two open products');
  const summary = page.getByRole('region', { name: 'To add to your cart' });
  await summary.getByText(/^3 pieces of 2 products · £\d/).waitFor();
  await page.keyboard.press('Control+Enter');
  await summary.getByText('No pieces').waitFor();
  await use(/^View cart/);
  await page.getByText('2 lines, 3 garments', { exact: true }).waitFor();

  expect([findings, violations, pageErrors]).toEqual([[], [], []]);
  await close();
});
