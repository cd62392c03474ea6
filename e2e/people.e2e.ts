import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, followLink, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, type PageSession, PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const pageSummary = (page: Page) => page.getByText(/^[\d,]+–[\d,]+ of [\d,]+ (people|person)$/);
const countPeople = async (page: Page) =>
  Number(/of ([\d,]+)/.exec((await pageSummary(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''));

describe('an administrator looking for people without a uniform', () => {
  it.each(widthsFor('people'))('finds them with filters, which are stored in the URL, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, pageErrors } = visitor;
    await logIn(visitor, 'admin@meridian.example', '/index/customers');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await pageSummary(page).waitFor();
    expect(await countPeople(page)).toBe(400);

    const tabs = page.getByRole('navigation', { name: 'People by uniform status' });
    const tab = (name: string) => tabs.getByRole('link', { name: new RegExp(`^${name} \\d`) });
    const countOf = async (name: string) => Number(/\d+$/.exec((await tab(name).textContent()) ?? '')?.[0]);
    expect(await countOf('All')).toBe(400);
    const byStatus = await Promise.all(['Not started', 'Partly ordered', 'Complete', 'Opted out'].map(countOf));
    const others = Number(/^\d+/.exec((await page.getByText(/people are counted only under All/).textContent()) ?? '')?.[0]);
    expect(byStatus.reduce((sum, n) => sum + n, others)).toBe(400);
    const started = await countOf('Started, no uniform');
    await page
      .getByText(/^Started \d+ \w+ \d+$/)
      .first()
      .waitFor();

    await tab('Started, no uniform').click();
    await page.waitForURL(/started=1/);
    // The URL changes shortly before the page does.
    await expect.poll(() => tab('Started, no uniform').getAttribute('aria-current')).toBe('page');
    await page.getByText('Not started', { exact: true }).and(page.locator('span')).first().waitFor();
    await expect.poll(() => countPeople(page)).toBeLessThan(100);
    const waiting = await countPeople(page);
    expect(waiting).toBe(started);
    if (width < 1024) {
      await page.getByRole('button', { name: 'Sort' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Newest starters first' }).click();
    } else {
      await page.getByRole('button', { name: 'First day' }).click();
      const firstDay = page.getByRole('columnheader', { name: 'First day' });
      await expect.poll(() => firstDay.getAttribute('aria-sort')).toBe('descending');
    }
    await page.waitForURL(/sort=-startDateUtc/);
    expect(await getHorizontalOverflow(page)).toBe(0);

    await page.getByRole('searchbox', { name: 'Search people' }).fill('new.starter');
    await page.getByText('1–1 of 1 person').waitFor();
    await expect.poll(() => countOf('All')).toBe(1);
    await page.getByText(/^Started \d+ \w+ \d+$/).waitFor();
    await page.reload();
    await page.getByText('1–1 of 1 person').waitFor();
    await page.getByRole('searchbox', { name: 'Search people' }).press('Escape');
    await expect.poll(() => countPeople(page)).toBe(waiting);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('an administrator at a desk', () => {
  // Each story goes on in the same tab, from a page without a list of people.
  let session: PageSession;
  beforeAll(async () => {
    session = await portal.openPage('sundial', DESKTOP_WIDTH);
    await logIn(session, 'admin@meridian.example', '/index/orders');
  });
  afterAll(() => session.close());
  /** Opens a list of people as a link does. */
  async function openPeople(query = '') {
    const { page } = session;
    await followLink(page, '/index/orders');
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await followLink(page, `/index/customers${query}`);
    await pageSummary(page).waitFor();
  }

  it('opens a person from any page with Ctrl+K', async () => {
    const { page, pageErrors } = session;
    const { findings, check } = createAxeCollector(page);
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    const field = search.getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('new.starter');
    // The results of the first letters may be more.
    const people = search.getByRole('group', { name: 'People' }).getByRole('option');
    await expect.poll(() => people.count(), { timeout: 20_000 }).toBe(1);
    await check('search');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\/customers\/\d+$/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    // The search remembers what was opened; Escape closes it and gives the focus back.
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await search.getByRole('group', { name: 'Recently opened' }).getByRole('option').waitFor();
    await page.keyboard.type('zzqx');
    await search.getByText('Nothing found for “zzqx”.').waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('exports exactly what the list shows', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page } = visitor;
    await logIn(visitor, 'north.admin@meridian.example', '/index/customers?uniform=20');
    await pageSummary(page).waitFor();
    const listed = await countPeople(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^customers-\d{8}\.xlsx$/);
    const [sheet] = (await readXlsx(await readFile(await file.path()))).sheets;
    expect((sheet?.rows.length ?? 0) - 1).toBe(listed);
    await visitor.close();
  });

  it('chooses columns, which every device then shows', async () => {
    const { page } = session;
    const { findings, check } = createAxeCollector(page);
    await openPeople();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Email' }).click();
    await check('columns');
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Email' }).waitFor();
    const otherDevice = await portal.openPage('sundial', DESKTOP_WIDTH);
    await logIn(otherDevice, 'admin@meridian.example', '/index/customers');
    await otherDevice.page.getByRole('columnheader', { name: 'Email' }).waitFor();
    await otherDevice.close();
    expect(findings).toEqual([]);
  });

  it('saves a view, opens, changes and deletes it, and acts on a person from the menu of the row, by keyboard', async () => {
    const { page, pageErrors } = session;
    const { findings, check } = createAxeCollector(page);
    await openPeople('?destination=3&uniform=10');
    await page.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Heights');
    await check('saving a view');
    await page.keyboard.press('Enter');
    const view = page.getByRole('list', { name: 'Saved views' }).getByRole('button', { name: /^Heights/ });
    await expect.poll(() => view.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('link', { name: /^Complete \d/ }).click();
    await view.filter({ hasText: '(changed)' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await check('the menu of views');
    await page.getByRole('menuitem', { name: 'Update “Heights”' }).click();
    await page.getByText('View “Heights” updated.').waitFor();
    await view.click();
    await page.waitForURL(/customers$/);
    await view.click();
    await page.waitForURL(/destination=3/);
    expect(new URL(page.url()).searchParams.get('uniform')).toBe('30');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Delete “Heights”' }).click();
    await page.getByText('View “Heights” deleted.').waitFor();

    const more = page.getByRole('button', { name: /^More for/ }).first();
    await more.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Uniform statement');
    await page.keyboard.press('Escape');
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
    await more.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Send opt-out link' }).waitFor();
    await check('the menu of a person');
    await page.getByRole('menuitem', { name: 'Open' }).press('Enter');
    await page.waitForURL(/customers\/\d+$/);
    expect([findings, pageErrors]).toEqual([[], []]);
  });

  it('shares a view: others find what they may see, without what they may not filter by, and cannot change it', async () => {
    const open = async (email: string) => {
      const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
      await logIn(visitor, email, '/index/customers');
      return visitor;
    };
    const admin = session;
    await openPeople('?destination=1&measured=10');
    const ofAdmin = await countPeople(admin.page);
    await admin.page.getByRole('button', { name: 'Views' }).click();
    await admin.page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await admin.page.getByRole('textbox', { name: 'Name' }).fill('To measure');
    await admin.page.getByRole('checkbox', { name: /^Share it with everyone/ }).check();
    await admin.page.keyboard.press('Enter');
    const named = (page: Page) => page.getByRole('button', { name: 'Shared: To measure' });
    await named(admin.page).waitFor();

    const openShared = async (email: string) => {
      const visitor = await open(email);
      await named(visitor.page).click();
      await visitor.page.waitForURL(/view=/);
      await pageSummary(visitor.page).waitFor();
      await visitor.page.getByRole('button', { name: 'Views' }).click();
      const items = await visitor.page.getByRole('menuitem').allTextContents();
      return { visitor, items, chips: await visitor.page.getByRole('list', { name: 'Active filters' }).textContent() };
    };
    const ofNorth = await openShared('north.admin@meridian.example');
    expect(ofNorth.chips).toMatch(/^Destination: .*Measured: No/);
    // The list from before stays until the page has the next.
    await expect.poll(() => countPeople(ofNorth.visitor.page)).toBeLessThanOrEqual(ofAdmin);
    const ofBuyer = await openShared('buyer@meridian.example');
    expect(ofBuyer.chips).toMatch(/^Destination: /);
    expect(ofBuyer.chips).not.toContain('Measured');
    expect([ofNorth.items, ofBuyer.items].map((items) => items.filter((item) => !item.startsWith('Save')))).toEqual([[], []]);
    const wearer = await open('staff@meridian.example');
    await wearer.page.waitForURL((url) => url.pathname !== '/index/customers');

    await admin.page.getByRole('button', { name: 'Views' }).click();
    await admin.page.getByRole('menuitem', { name: 'Delete “To measure”' }).click();
    await admin.page.getByText('View “To measure” deleted.').waitFor();
    for (const { pageErrors } of [admin, ofNorth.visitor, ofBuyer.visitor, wearer]) expect(pageErrors).toEqual([]);
    for (const visitor of [ofNorth.visitor, ofBuyer.visitor, wearer]) await visitor.close();
  });

  it('changes selected people and everyone who matches, and undoes a change', async () => {
    const { page, pageErrors } = session;
    const { findings, check } = createAxeCollector(page);
    await openPeople('?destination=2');
    const matching = await countPeople(page);
    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('region', { name: 'Selected people' });
    await bar.getByText('25 people selected').waitFor();
    await bar.getByRole('button', { name: `Select all ${matching}` }).click();
    await bar.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Business area').selectOption({ index: 2 });
    await check('the move dialog');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const outcome = page.getByRole('status').filter({ hasText: `Moved ${matching} people` });
    await outcome.waitFor();
    await check('the result');
    await outcome.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone: moved' }).waitFor();

    await page.getByText('Recent bulk changes').click();
    await page.getByText(/· undone$/).waitFor();
    await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
    await page
      .getByLabel(/^Select /)
      .first()
      .check();
    await page.getByLabel('Select all on this page').check();
    await bar.getByText('25 people selected').waitFor();
    // Scrolled to the top, so that nothing is half covered by the sticky bar.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await check('many people on a phone');
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await page.setViewportSize({ width: DESKTOP_WIDTH, height: 900 });
  });

  it('sees which people a colleague has changed in the meantime, can still change them, and continues a stopped bulk edit', async () => {
    const { page, pageErrors } = session;
    const { findings, check } = createAxeCollector(page);
    const [changed, unchanged] = [
      await aPerson(database.db, { role: 'Staff', firstName: 'Edited' }),
      await aPerson(database.db, { role: 'Staff', firstName: 'Edited' }),
    ];
    await openPeople('?q=Edited');
    await page.getByText('1–2 of 2 people').waitFor();
    await page.getByLabel('Select all on this page').check();
    await database.db.updateTable('customer').set({ business_area_id: 1 }).where('id', '=', changed.id).execute();

    const bar = page.getByRole('region', { name: 'Selected people' });
    const move = async () => {
      await bar.getByRole('button', { name: 'Move' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Business area').selectOption('2');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
    };
    await move();
    const outcome = page.getByRole('status').filter({ hasText: '1 changed, 1 not changed' });
    await outcome.getByText('Business area: changed by someone else since you loaded the list.').waitFor();
    await outcome.getByRole('link', { name: /^Edited/ }).waitFor();
    await check('people changed by someone else');
    await outcome.getByRole('button', { name: 'Select 1 person again' }).click();
    await bar.getByText('1 person selected').waitFor();
    await move();
    await page.getByRole('status').filter({ hasText: 'Moved 1 person: 1 changed' }).waitFor();
    const areas = await database.db
      .selectFrom('customer')
      .select('business_area_id')
      .where('id', 'in', [changed.id, unchanged.id])
      .execute();
    expect(areas).toEqual([{ business_area_id: 2 }, { business_area_id: 2 }]);

    // A bulk edit whose job has stopped with nothing left to do: it finishes as soon as someone continues it.
    const admin = await database.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', 'admin@meridian.example')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('bulk_edit')
      .values({
        organisation_id: 1,
        kind: 'people',
        actor_id: admin.id,
        action: 'open',
        total: 700,
        changed: 700,
        request_id: 'story',
      })
      .execute();
    await page.reload();
    const stopped = page.getByRole('status').filter({ hasText: 'Interrupted – accounts opened of 700 people' });
    await stopped.getByText('Something went wrong on our side.').waitFor();
    await check('a change that stopped');
    await stopped.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').filter({ hasText: 'Accounts opened of 700 people: 700 changed' }).waitFor();
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
});

describe('someone who is not an administrator', () => {
  it('in sales sees a person’s details, but cannot change them', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'sales@meridian.example', '/index/customers?q=staff@meridian.example');
    await page.getByRole('list', { name: 'People' }).getByRole('link').first().click();
    await page.getByText('Only administrators can change these details.').waitFor();
    await page.getByText('staff@meridian.example', { exact: true }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Save|Invite|More/ }).count()).toBe(0);
    await check('a person, for sales');
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('as a buyer sees who in their groups has a uniform', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    await logIn(visitor, 'buyer@meridian.example');
    await page
      .getByRole('link', { name: /People/ })
      .filter({ visible: true })
      .click();
    await pageSummary(page).waitFor();
    const table = page.getByRole('table', { name: 'People' });
    await table.getByText('Not started').first().waitFor();
    expect(await table.getByRole('link').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Order for/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('columnheader', { name: 'First day' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Started, no uniform/ }).count()).toBe(0);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
