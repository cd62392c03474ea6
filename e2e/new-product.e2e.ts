import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addToCart, checkOut, logIn, openFirstProduct, search } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

it('an operator makes a product from nothing, and a buyer of a client orders it', async () => {
  await sql`delete from approval_rule where organisation_id = 2`.execute(database.db);
  const { page, origin, pageErrors, close } = await portal.openOperatorPage(DESKTOP_WIDTH);
  const { findings, check } = createAxeCollector(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await page.goto(`${origin}/operator/products`);
  await button('Add product').click();
  await dialog.getByLabel('Name').fill('Quarry gilet');
  await dialog.getByLabel('SKU').fill('QRY-G');
  await dialog.getByLabel('Catalogue price').fill('24');
  await dialog.getByRole('button', { name: 'Add product' }).click();
  await page.waitForURL(/\/operator\/products\/\d+$/);
  const product = page.url();

  // Colours, sizes and variants, by keyboard.
  await page.goto(`${product}/variants`);
  for (const [choice, values] of [
    ['Colour', 'Slate, Moss'],
    ['Size', 'M, L'],
  ] as const) {
    await page.getByLabel('Another choice').selectOption(choice);
    await page.getByLabel('Another choice').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel(`Add to ${choice.toLowerCase()}`).focus();
    await page.keyboard.type(values);
    await page.keyboard.press('Enter');
  }
  await button(/^Add \d missing variants$/).press('Enter');
  await page.getByRole('textbox', { name: 'Slate, M', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('26.50');
  await check('the grid of variants');
  await button(/^Save \d variants$/).press('Enter');
  await page.getByText('All changes saved.').waitFor();

  await page.goto(`${product}?section=status`);
  await page.getByRole('heading', { name: 'Quarry gilet' }).waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('published');
  await button('Save product').click();
  await page.getByText('All changes saved.').waitFor();
  await button('Add clients…').click();
  await dialog.getByRole('checkbox', { name: 'Hallam Hotels' }).check();
  await dialog.getByRole('button', { name: 'Add 1 client' }).click();
  await button('Change for Hallam Hotels').waitFor();
  await check('the product');
  expect(await getHorizontalOverflow(page)).toBe(0);

  await page.goto(`${origin}/operator/stock/receive`);
  await page.getByPlaceholder('Barcode or SKU').fill('QRY-G-MOSS-M');
  await page.keyboard.press('Enter');
  await page.getByLabel('Delivery note number').fill('DN 1');
  await button('Record 1 piece').click();
  await page.getByRole('list', { name: 'Recorded' }).waitFor();

  const buyer = await portal.openPage('alder', DESKTOP_WIDTH);
  await logIn(buyer, 'buyer@hallam.example');
  await search(buyer, 'quarry gilet');
  const sheet = await openFirstProduct(buyer);
  await sheet.getByRole('radio', { name: 'Moss' }).check({ force: true });
  await sheet.getByRole('radio', { name: /^M\b/ }).check({ force: true });
  await sheet.getByText('£26.50').first().waitFor();
  await addToCart(buyer, sheet);
  expect(await checkOut(buyer)).toMatch(/^\d+$/);

  expect(findings).toEqual([]);
  expect([...pageErrors, ...buyer.pageErrors]).toEqual([]);
  await buyer.close();
  await close();
});
