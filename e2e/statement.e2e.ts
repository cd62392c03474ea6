import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const WEARER = 'new.starter@meridian.example';

describe('the statement', () => {
  it.each(widthsFor('statement'))('tells a wearer why an administrator added a piece, at %i px', async (width) => {
    const found = await sql<{ id: number }>`select id from customer where email = ${WEARER}`.execute(database.db);
    const admin = await portal.openPage('sundial', width);
    await logIn(admin, 'admin@meridian.example', `/index/customers/${found.rows[0]?.id}`);
    await admin.page.getByRole('link', { name: 'Statement and adjustments' }).click();
    await admin.page
      .getByRole('button', { name: /^Adjust / })
      .first()
      .click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Pieces').fill('1');
    await dialog.getByLabel('Reason').fill('Torn at work');
    await dialog.getByRole('button', { name: 'Save adjustment' }).click();
    await admin.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await admin.page.getByText(/^Adjustment undone by /).waitFor();
    await admin.page
      .getByRole('button', { name: /^Adjust / })
      .first()
      .click();
    await dialog.getByLabel('Pieces').fill('2');
    await dialog.getByLabel('Reason').fill('Second reception post');
    await dialog.getByRole('button', { name: 'Save adjustment' }).click();
    await admin.page.getByText(/“Second reception post”/).waitFor();
    expect(admin.pageErrors).toEqual([]);
    await admin.close();

    const wearer = await portal.openPage('sundial', width);
    const { page, pageErrors } = wearer;
    const { findings, check } = createAxeCollector(page);
    await logIn(wearer, WEARER);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Your statement', exact: true }).click();
    await page.getByRole('heading', { name: 'Your statement', level: 1 }).waitFor();
    await page.getByText(/^Added by .*: “Second reception post”$/).waitFor();
    await check('the statement');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await page
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Changed by an administrator').waitFor();
    await check('why');
    expect(await page.getByRole('button', { name: /^Adjust/ }).count()).toBe(0);
    expect([findings, pageErrors]).toEqual([[], []]);
    await wearer.close();
  });
});
