import { expect, it } from 'vitest';
import { aWorkbook } from '#api/testing/people-import-harness.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

it.each(widthsFor('size-guides'))(
  'an operator reads a size guide from a workbook, corrects it and gives it to a product, at %i px',
  async (width) => {
    const product = { name: 'Story tee', garment_type: 'tee' };
    await aCatalogueProduct(database.db, { sizes: ['M', 'L'], product });
    await portal.settled();
    const { page, origin, pageErrors, close } = await portal.openOperatorPage(width);
    const { findings, check } = createAxeCollector(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel('Choose a CSV file or an Excel workbook').setInputFiles({ name, mimeType: '', buffer });
    const chest = (size: string) => page.getByLabel(`Chest (cm) of ${size}`);

    await page.goto(`${origin}/operator/size-guides/new`);
    await choose('Tees.xlsx', Buffer.from('Size,Chest (cm)\n'));
    await page.getByText('This is not an Excel workbook, although its name ends in .xlsx.').waitFor();
    await choose('Tees.xlsx', Buffer.from(await aWorkbook(['Size', 'Chest (cm)'], ['M', '92–97'], ['L', 'wide'])));
    await page.getByText('2 sizes read from Tees.xlsx.').waitFor();
    await page.getByText('Line 3, Chest (cm): “wide” can’t be read.').waitFor();
    expect(await chest('L').getAttribute('aria-invalid')).toBe('true');
    expect(await button('Save size guide').isDisabled()).toBe(true);
    await check('a size guide with a mistake');

    await chest('L').fill('98–103');
    await button('Choose products').click();
    await page.getByLabel('Search products').fill(product.name);
    await page.getByRole('checkbox', { name: product.name }).click();
    await button('Save size guide').click();
    await page.waitForURL(/\/size-guides\/\d+$/);
    await page.getByText('You can’t delete it: 1 product uses this size guide.').waitFor();
    expect(await button('Delete size guide').isDisabled()).toBe(true);

    await chest('M').fill('90–97');
    await button('Save size guide').click();
    await page.getByText('All changes saved.').waitFor();
    await page.reload();
    expect(await chest('M').inputValue()).toBe('90–97');
    await button(`Remove ${product.name}`).click();
    await button('Save size guide').click();
    await button('Delete size guide').click();
    await button('Delete size guide').click();
    await page.getByText('Tees has been deleted.').waitFor();

    expect(await getHorizontalOverflow(page)).toBe(0);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await close();
  },
);
