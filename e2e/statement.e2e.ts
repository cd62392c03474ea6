import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hasPdfReaders } from '#api/testing/pdf-reader.ts';
import { paths } from '#web/app/paths.ts';
import { logIn } from './actions.ts';
import { chooseMissing, waitForAdvisedSize } from './builder-pages.ts';
import { createAxeCollector, getHorizontalOverflow, readPrintedSheets } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const WEARER = 'new.starter@meridian.example';

// Before the stories below make the short one longer.
it.runIf(hasPdfReaders)('prints a short and a long statement without an empty sheet', async () => {
  const sheets: string[][] = [];
  const printed = [
    [WEARER, DESKTOP_WIDTH],
    [WEARER, PHONE_WIDTH],
    ['staff@meridian.example', DESKTOP_WIDTH],
  ] as const;
  for (const [email, width] of printed) {
    const visitor = await portal.openPage('sundial', width);
    await logIn(visitor, email, paths.statement());
    await visitor.page.getByRole('heading', { level: 2 }).first().waitFor();
    await visitor.waitForNetworkIdle();
    sheets.push(await readPrintedSheets(visitor.page));
    await visitor.close();
  }
  const [short = [], , long = []] = sheets;
  expect(sheets.flat()).not.toContain('');
  expect(short).toHaveLength(1);
  expect(long.length).toBeGreaterThan(1);
});

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

describe('asking for more', () => {
  it('gets a wearer on a phone a piece that they order at once', async () => {
    const reason = 'One skirt was torn at work.';
    const wearer = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = wearer;
    const { findings, check } = createAxeCollector(page);
    await logIn(wearer, 'staff@meridian.example');
    await page.getByRole('link', { name: /Skirts · 2 of 2 ordered/ }).click();
    await page.getByText('You have ordered all you can have of this garment.').waitFor();
    await page.getByRole('button', { name: 'Ask for more: Harland pencil skirt' }).click();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Please enter a reason.').waitFor();
    await check('the form');
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText(/^You asked for 1 more on .* can decide until/).waitFor();
    await check('the open request');
    expect(await getHorizontalOverflow(page)).toBe(0);

    const admin = await portal.openPage('sundial', PHONE_WIDTH);
    const adminChecks = createAxeCollector(admin.page);
    await logIn(admin, 'admin@meridian.example');
    await admin.page.goto(`${admin.origin}/index/requests`);
    const card = admin.page.getByRole('listitem').filter({ hasText: reason });
    await card.getByText('0 of 2').waitFor();
    await adminChecks.check('the requests');
    await card.getByRole('button', { name: /^Decide/ }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByRole('region', { name: 'Ordered' }).getByText('2 × Harland pencil skirt').waitFor();
    await adminChecks.check('the decision');
    await dialog.getByRole('button', { name: 'Grant request' }).click();
    await admin.page.getByText(/^Granted 1 more piece of Harland pencil skirt to /).waitFor();
    await card.waitFor({ state: 'detached' });
    expect(await getHorizontalOverflow(admin.page)).toBe(0);

    await page.reload();
    await waitForAdvisedSize(page);
    await chooseMissing(page);
    // Opening an address cuts off requests, also the one that adds the piece.
    const added = page.waitForResponse(/\/api\/shopping_cart_items\/multiple/);
    await page.getByRole('button', { name: /^Add 1/ }).click();
    await added;
    await page.goto(`${wearer.origin}/index/uniform-builder/order`);
    await page.getByRole('button', { name: /^Order 1 piece/ }).click();
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    expect([...findings, ...adminChecks.findings, ...wearer.pageErrors, ...admin.pageErrors]).toEqual([]);
    await admin.close();
    await wearer.close();
  });
});
