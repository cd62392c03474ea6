import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAt, overflow } from './account.ts';
import { openPortal, PHONE, type StoryPortal, WIDE } from './portal.ts';
import { logIn } from './shopper.ts';

let portal: StoryPortal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.close());

describe('an administrator of the whole organisation', () => {
  it('keeps what it buys: finds, names, prices, limits, changes many and takes it back, adds', async () => {
    const visitor = await portal.visit('sundial', WIDE);
    const { page, origin, troubles } = visitor;
    const { findings, look } = lookAt(page);
    const dialog = page.getByRole('dialog');
    const table = page.getByRole('table', { name: 'Range' });
    const said = (words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search the range' });

    await logIn(visitor, 'admin@meridian.example');
    await page.getByRole('link', { name: 'People' }).filter({ visible: true }).click();
    await page.getByRole('navigation', { name: 'People', exact: true }).getByRole('link', { name: 'Range' }).click();
    await page.waitForURL(`${origin}/index/range`);
    await table.getByRole('row').nth(5).waitFor();
    await look('the range');

    await search.fill('rucksack');
    await page.waitForURL(/q=rucksack/);
    await page.getByRole('button', { name: /^Edit .*[Rr]ucksack/ }).click();
    await dialog.getByLabel('Own name').fill('Crew rucksack');
    await dialog.getByLabel('Own price').fill('a lot');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Price must be an amount, such as 12.50.').waitFor();
    await look('a form with an error');
    await dialog.getByLabel('Own price').fill('19,50');
    await dialog.getByRole('button', { name: /^Business areas/ }).click();
    await dialog.getByRole('checkbox', { name: 'Kitchen' }).check();
    await look('a product');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await said('“Crew rucksack” is saved.');
    const row = table.getByRole('row', { name: /Crew rucksack/ });
    await row.getByText('£19.50').waitFor();
    await row.getByText('Kitchen').waitFor();

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^range-\d{8}\.xlsx$/);
    const [sheet] = await readXlsxFile(await readFile(await file.path()));
    expect(sheet?.data).toHaveLength(await table.getByRole('row').count());
    expect(sheet?.data[1]).toEqual(expect.arrayContaining(['Crew rucksack', 19.5]));

    await search.fill('polo');
    await page.waitForURL(/q=polo/);
    await page.getByRole('checkbox', { name: 'Choose this page' }).check();
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByRole('button', { name: /^Change \d+ products$/ }).click();
    await dialog.getByText('Choose what is to be changed.').waitFor();
    await dialog.getByLabel('Published').selectOption({ label: 'Unpublish' });
    await dialog.getByLabel('Price', { exact: true }).selectOption({ label: 'The same price for all' });
    await dialog.getByLabel('Price, without tax').fill('9.99');
    await dialog.getByLabel('Job roles').selectOption({ label: 'Add' });
    await dialog.getByRole('button', { name: /^Which to add/ }).click();
    await dialog.getByRole('checkbox', { name: 'Chef' }).check();
    await look('changing many');
    await dialog.getByRole('button', { name: /^Change \d+ products$/ }).click();
    await said(/^\d+ products are changed\./);
    await expect.poll(() => table.getByText('£9.99').count()).toBeGreaterThan(1);
    expect(await table.getByText('Not published').count()).toBe(await table.getByText('£9.99').count());
    await page.getByRole('button', { name: 'Undo' }).click();
    await said(/^\d+ products are as before\./);
    await expect.poll(() => table.getByText('£9.99').count()).toBe(0);

    await page.getByRole('button', { name: 'Add products' }).click();
    const first = dialog.getByRole('list', { name: 'Products to add' }).getByRole('listitem').first();
    const name = (await first.locator('strong').textContent()) ?? '';
    await first.getByRole('checkbox').check();
    await look('adding products');
    await dialog.getByRole('button', { name: 'Add 1 product' }).click();
    await said('1 product is added.');
    await search.fill(name);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByRole('button', { name: 'Take off the range' }).click();
    await said('1 product is taken off the range.');
    await page.getByText('Nothing matches').waitFor();
    await look('nothing');

    await page.setViewportSize({ width: PHONE, height: 780 });
    await page.goto(`${origin}/index/range?area=3`);
    await page.getByRole('list', { name: 'Range' }).getByRole('listitem').nth(2).waitFor();
    await page
      .getByRole('checkbox', { name: /^Choose / })
      .nth(1)
      .check();
    await look('the range on a phone');
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Change…' }).click();
    await look('changing many on a phone');
    expect([findings, troubles]).toEqual([[], []]);
    await visitor.leave();
  });
});
