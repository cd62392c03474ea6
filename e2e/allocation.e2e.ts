import { describe, expect, it } from 'vitest';
import { createAxeCollector, getHorizontalOverflow, logInToAnyPage } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal } = usePages();

describe('an administrator who changes the allocation', () => {
  it.each([DESKTOP_WIDTH, PHONE_WIDTH])('of a person sees before saving what it makes of the uniform, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logInToAnyPage(visitor, 'admin@meridian.example');
    await page.goto(`${origin}/index/customers?search=staff%40meridian`);
    await page.getByRole('link', { name: /^Sta/ }).first().click();
    const allocation = page.getByLabel('Allocation', { exact: true });
    // The wardrobe does not permit points and money.
    expect(await allocation.locator('option').allTextContents()).toEqual([
      'Use the wardrobe’s setting',
      'Fixed',
      'Quantity',
      'Unlimited',
    ]);
    await allocation.selectOption('Quantity');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('columnheader', { name: 'Then' }).first().waitFor();
    await check('the preview of a person');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await preview.waitFor({ state: 'detached' });

    await page.goto(`${origin}/index/customers?uniform=10`);
    await page.getByRole('checkbox', { name: /^Select all|^Select everyone/ }).first().check();
    await page.getByRole('button', { name: 'Wardrobes and allocation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Allocation').selectOption('Unlimited');
    await dialog.getByRole('region', { name: 'Preview' }).getByRole('table').first().waitFor();
    await check('the preview of a bulk edit');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
