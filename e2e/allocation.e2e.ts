import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, aWardrobe } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

describe('an administrator who changes the allocation', () => {
  it.each(widthsFor('allocation'))('sees before saving what it makes of the uniform, at %i px', async (width) => {
    const { db } = database;
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const firstName = `Alba${width}`;
    const { id } = await aPerson(db, { role: 'Staff', firstName });
    const { collectionId } = await aWardrobe(db, id, [await aStockedProduct(db)], { budgetPoints: 120, allocationTypeId: 20 });
    await sql`insert into collection_allocation_type select 1, ${collectionId}, unnest(array[20, 30])`.execute(db);

    await logIn(visitor, 'admin@meridian.example');
    await page.goto(`${origin}/index/customers/${id}/edit`);
    const allocation = page.getByLabel('Allocation', { exact: true });
    await allocation.waitFor();
    expect(await allocation.locator('option').allTextContents()).toEqual(['Use the wardrobe’s setting', 'Quantity', 'Points']);
    await allocation.selectOption('Points');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('row', { name: 'Budget – 120 points 0 points' }).waitFor();
    await preview.getByRole('row', { name: 'Garments 3 3 0' }).waitFor();
    await check('the preview of a person');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Save person' }).click();
    await page.getByRole('status').getByText('saved.').waitFor();
    await page.waitForURL(`${origin}/index/customers/${id}`);

    await page.goto(`${origin}/index/customers?q=${firstName}`);
    await page.getByRole('checkbox', { name: new RegExp(`^Select ${firstName}`) }).check();
    await page.getByRole('button', { name: 'Wardrobes and allocation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Allocation').selectOption('Unlimited');
    await dialog.getByText(/^1 person will not be changed\. The wardrobe .* does not permit Unlimited\./).waitFor();
    expect(await dialog.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Allocation').selectOption('Quantity');
    await dialog.getByRole('row', { name: 'Budget 120 points – 0 points' }).waitFor();
    await check('the preview of a bulk edit');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Allocation of 1 person', { exact: true }).first().waitFor();
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
