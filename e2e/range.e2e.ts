import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logIn, openProducts } from './actions.ts';
import { createAxeCollector, followLink, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

/** Someone else changes the same product during editing, and a selected product before a bulk edit: nothing is lost. */
async function editConcurrently({ page, context, origin }: PageSession): Promise<void> {
  const other = await context.newPage();
  await other.goto(`${origin}/index/range?q=rucksack`);
  const open = async (tab: Page) => {
    await tab.getByRole('button', { name: /^Edit .*[Rr]ucksack/ }).click();
    return tab.getByRole('dialog');
  };
  const saved = (tab: Page, name: string) => tab.getByText(`“${name}” saved.`).first().waitFor();
  const mine = await open(page);
  await mine.getByLabel('Own name').fill('My rucksack');
  await mine.getByLabel('Own SKU').fill('MINE-1');
  const theirs = await open(other);
  await theirs.getByLabel('Own name').fill('Their rucksack');
  await theirs.getByRole('button', { name: 'Save product' }).click();
  await saved(other, 'Their rucksack');

  await mine.getByRole('button', { name: 'Save product' }).click();
  const conflict = mine.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
  await conflict.getByText('My rucksack').waitFor();
  await conflict.getByText('Their rucksack').waitFor();
  await conflict.getByRole('button', { name: 'Use saved value: Own name' }).click();
  await mine.getByRole('button', { name: 'Save product' }).click();
  await saved(page, 'Their rucksack');
  await page.getByText('MINE-1').first().waitFor();

  const bar = page.getByRole('region', { name: 'Selected products' });
  await page.getByRole('checkbox', { name: 'Select Their rucksack' }).check();
  await bar.getByRole('button', { name: 'Change…' }).click();
  await mine.getByLabel('Price', { exact: true }).selectOption({ label: 'Raise by (%)' });
  await mine.getByLabel('Percentage').fill('10');
  await mine.getByRole('button', { name: 'Preview prices' }).click();
  await mine.getByText('1 price will change.').waitFor();
  await mine.getByRole('row', { name: /Their rucksack £19\.50.*£21\.45/ }).waitFor();
  await other.reload();
  await (await open(other)).getByLabel('Own price').fill('21');
  await other.getByRole('button', { name: 'Save product' }).click();
  await saved(other, 'Their rucksack');
  const previewed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/bulk/preview')) previewed.push(request.url());
  });
  await mine.getByRole('button', { name: 'Change 1 product' }).click();
  await page.getByText('Someone has changed it since.').waitFor();
  // The preview is not fetched again for what the edit itself has changed.
  expect(previewed).toEqual([]);
  await page
    .getByRole('row', { name: /Their rucksack/ })
    .getByText('£21.00')
    .waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await other.close();
}

/** Edits prices where they are shown, with the keyboard: a wrong one, one that is undone, and one that someone else has changed meanwhile. */
async function editPrices({ page, context, origin }: PageSession): Promise<void> {
  const priceOf = (tab: Page) => tab.getByRole('button', { name: /^Set price of Their rucksack/ });
  const field = page.getByLabel('Price of Their rucksack');
  await priceOf(page).press('Enter');
  await page.keyboard.type('12.345');
  await page.keyboard.press('Enter');
  await page.getByText('Enter at most two decimals, such as 12.50.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => priceOf(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('22.5');
  await page.keyboard.press('Enter');
  await page.getByText('Price of “Their rucksack” is now £22.50.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await page.getByText('Price of “Their rucksack” is £21.00 again.').waitFor();

  const other = await context.newPage();
  await other.goto(`${origin}/index/range?q=rucksack`);
  await priceOf(other).click();
  await priceOf(page).click();
  await other.keyboard.type('30');
  await other.keyboard.press('Enter');
  await other.getByText('is now £30.00.').waitFor();
  await field.fill('-10%');
  await field.press('Enter');
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else set £30.00.' });
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await priceOf(page).getByText('−10%').waitFor();
  await other.close();
}

/** Uploads an exported range again: it changes nothing. */
async function importAgain({ page }: PageSession, file: string, check: (what: string) => Promise<unknown>): Promise<void> {
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Import the range' }).waitFor();
  await page.getByLabel('Choose a file of the range').setInputFiles({
    name: 'range.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(file),
  });
  await page.getByText('All products already match the file. There is nothing to import.').waitFor();
  await check('the preview of an import');
  await page.getByRole('link', { name: 'Import the range' }).click();
  await page.getByRole('navigation', { name: 'Products', exact: true }).getByRole('link', { name: 'Range' }).click();
}

describe('an administrator of the whole organisation', () => {
  it('maintains the range: finds, names, prices and restricts products, edits in bulk, undoes, adds', async () => {
    const session = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, pageErrors } = session;
    const { findings, check } = createAxeCollector(page);
    const dialog = page.getByRole('dialog');
    const table = page.getByRole('table', { name: 'Range' });
    const expectStatus = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
    const search = page.getByRole('searchbox', { name: 'Search the range' });

    await logIn(session, 'admin@meridian.example');
    await openProducts(session);
    await page.getByRole('navigation', { name: 'Products', exact: true }).getByRole('link', { name: 'Range' }).click();
    await page.waitForURL(`${origin}/index/range`);
    await table.getByRole('row').nth(5).waitFor();

    await search.fill('rucksack');
    await page.waitForURL(/q=rucksack/);
    await page.getByRole('button', { name: /^Edit .*[Rr]ucksack/ }).click();
    await dialog.getByLabel('Own name').fill('Crew rucksack');
    await dialog.getByLabel('Own price').fill('a lot');
    await dialog.getByRole('button', { name: 'Save product' }).click();
    await dialog.getByText('Price must be an amount, such as 12.50.').waitFor();
    await dialog.getByRole('button', { name: /^Business areas/ }).click();
    await dialog.getByRole('checkbox', { name: 'Kitchen' }).check();
    await check('a product with an error');
    await dialog.getByLabel('Own price').fill('19,50');
    await dialog.getByRole('button', { name: 'Save product' }).click();
    await expectStatus('“Crew rucksack” saved.');
    const row = table.getByRole('row', { name: /Crew rucksack/ });
    await row.getByText('£19.50').waitFor();
    await row.getByText('Kitchen').waitFor();

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^range-\d{8}\.xlsx$/);
    const [sheet] = (await readXlsx(await readFile(await file.path()))).sheets;
    expect(sheet?.rows).toHaveLength(await table.getByRole('row').count());
    expect(sheet?.rows[1]).toEqual(expect.arrayContaining(['Crew rucksack', 19.5]));

    await importAgain(session, await file.path(), check);
    await search.fill('rucksack');
    await page.waitForURL(/q=rucksack/);

    await editConcurrently(session);
    await editPrices(session);
    await check('a price that was edited');

    await search.fill('polo');
    await page.waitForURL(/q=polo/);
    // Until the results arrive, the list shows the previous ones, whose selection is not kept.
    await expect
      .poll(async () => (await table.getByRole('row').allTextContents()).slice(1).every((row) => /polo/i.test(row)))
      .toBe(true);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByRole('button', { name: /^Change \d+ products$/ }).click();
    await dialog.getByText('Choose what to change.').waitFor();
    await dialog.getByLabel('Published').selectOption({ label: 'Unpublish' });
    await dialog.getByLabel('Price', { exact: true }).selectOption({ label: 'One price for all' });
    await dialog.getByLabel('Price, without tax').fill('9.99');
    await dialog.getByLabel('Job roles').selectOption({ label: 'Add' });
    await dialog.getByRole('button', { name: /^Which to add/ }).click();
    await dialog.getByRole('checkbox', { name: 'Chef' }).check();
    await check('changing many');
    await dialog.getByRole('button', { name: 'Preview prices' }).click();
    await dialog.getByRole('table', { name: 'Prices before and after' }).waitFor();
    await check('prices before and after');
    await dialog.getByRole('button', { name: /^Change \d+ products$/ }).click();
    await expectStatus(/^Changed \d+ products: \d+ changed\./);
    await expect.poll(() => table.getByText('£9.99').count()).toBeGreaterThan(1);
    expect(await table.getByText('Not published').count()).toBe(await table.getByText('£9.99').count());
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectStatus(/^Undone: changed \d+ products: \d+ restored\./);
    await expect.poll(() => table.getByText('£9.99').count()).toBe(0);

    await page.getByRole('button', { name: 'Add products' }).click();
    const first = dialog.getByRole('list', { name: 'Products to add' }).getByRole('listitem').first();
    const name = (await first.locator('strong').textContent()) ?? '';
    await first.getByRole('checkbox').check();
    await check('adding products');
    await dialog.getByRole('button', { name: 'Add 1 product' }).click();
    await expectStatus('Added 1 product: 1 added.');
    await search.fill(name);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByRole('button', { name: 'Remove from range' }).click();
    await expectStatus('Removed from the range: 1 product: 1 removed.');
    await page.getByText('No matching products').waitFor();
    await check('nothing');

    await page.setViewportSize({ width: PHONE_WIDTH, height: 780 });
    await followLink(page, '/index/range?area=3');
    await page.getByRole('list', { name: 'Range' }).getByRole('listitem').nth(2).waitFor();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check();
    await check('the range on a phone');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Change…' }).click();
    await check('changing many on a phone');
    expect([findings, pageErrors]).toEqual([[], []]);
    await session.close();
  });
});

describe('an administrator whose supplier sets the prices', () => {
  it('sees them without being able to change them, and reads why', async () => {
    const session = await portal.openPage('brackwell', DESKTOP_WIDTH);
    const { page } = session;
    const dialog = page.getByRole('dialog');
    await logIn(session, 'admin@corvane.example', '/index/range');
    await page.getByText('Prices exclude tax and are set by your supplier.').waitFor();
    await page.getByRole('columnheader', { name: /^Price.*Set by your supplier/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Set price/ }).count()).toBe(0);

    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    expect(await dialog.getByLabel('Own price').isEditable()).toBe(false);
    expect(await dialog.getByLabel('Adjust catalogue price by (%)').isEditable()).toBe(false);
    await dialog.getByText('Your supplier sets your organisation’s prices.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check();
    await page.getByRole('region', { name: 'Selected products' }).getByRole('button', { name: 'Change…' }).click();
    expect(await dialog.getByLabel('Price', { exact: true }).isDisabled()).toBe(true);
    await dialog.getByText('Your supplier sets your organisation’s prices.').waitFor();
    await session.close();
  });
});
