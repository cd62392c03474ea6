import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listOf, logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

describe('an administrator of the whole organisation', () => {
  it.each(widthsFor('structure'))('adds, renames and deletes items and moves people, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const structure = page.getByRole('navigation', { name: 'Settings' });
    const dialog = page.getByRole('dialog');
    const bakery = `Bakery ${width}`;

    await logIn(visitor, 'admin@meridian.example');
    // On a phone, the settings are in the menu of the account.
    if (width === PHONE_WIDTH) await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).click();
    await page.waitForURL(`${origin}/index/settings/organisation`);
    const phone = page.getByLabel('Telephone for questions');
    await phone.fill('letters');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Please enter a telephone number').first().waitFor();
    await check('a setting with an error');
    await phone.fill('01632 960999');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Telephone for questions: 01632 960142 → 01632 960999').waitFor();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Help' }).click();
    await dialog.getByRole('link', { name: '01632 960999' }).waitFor();
    await check('the help');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await phone.fill('01632 960142');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('All changes saved.').waitFor();
    // Bookmarks from before the settings had a place of their own still work.
    await page.goto(`${origin}/index/structure/groups`);
    await page.waitForURL(`${origin}/index/settings/groups`);
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    await listOf(page, 'Groups').getByText('North').waitFor();

    await structure.getByRole('link', { name: 'Business areas' }).click();
    await page.getByRole('button', { name: 'Add a business area' }).click();
    await dialog.getByRole('button', { name: 'Add business area' }).click();
    await dialog.getByText('Name is required.').waitFor();
    await check('a form with a missing value');
    await dialog.getByLabel('Name').fill(bakery);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(`“${bakery}” added.`).waitFor();

    await structure.getByRole('link', { name: 'Job roles' }).click();
    await page.getByRole('searchbox', { name: 'Search job roles' }).fill('chef');
    await page.waitForURL(/q=chef/);
    await page.getByRole('button', { name: 'Edit Chef', exact: true }).click();
    await dialog.getByLabel('Business area').selectOption({ label: bakery });
    await dialog.getByRole('button', { name: 'Save job role', exact: true }).click();
    await listOf(page, 'Job roles').getByText(bakery).first().waitFor();

    // An item in use is not deleted without moving its job role to another area.
    await structure.getByRole('link', { name: 'Business areas' }).click();
    await page.getByRole('button', { name: `Delete ${bakery}` }).click();
    await dialog.getByText('Used by 1 job role').waitFor();
    expect(await dialog.getByRole('button', { name: 'Move and delete' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Move them to').selectOption({ label: 'Kitchen' });
    await check('deleting');
    await dialog.getByRole('button', { name: 'Move and delete' }).click();
    await page.getByRole('status').getByText(`“${bakery}” deleted. 1 job role moved to “Kitchen”.`).waitFor();

    await structure.getByRole('link', { name: 'Destinations' }).click();
    await listOf(page, 'Destinations').getByRole('link').first().click();
    await page.waitForURL(/settings\/destinations\/\d+/);
    await page.getByRole('button', { name: 'Add a department' }).click();
    await dialog.getByLabel('Name').fill(bakery);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Departments' }).getByText(bakery).waitFor();
    const removing = page.getByRole('button', { name: /^Remove / }).first();
    await removing.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('Address restored.').waitFor();
    expect(await getHorizontalOverflow(page)).toBe(0);

    await page.goto(`${origin}/index/settings/seasons`);
    await page.getByText('Current', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await dialog.getByLabel('Ordering closes').fill('2020-01-01');
    await dialog.getByLabel('Ordering opens').fill('2020-02-01');
    await dialog.getByRole('button', { name: 'Save season', exact: true }).click();
    await dialog.getByText('Ordering must not close before it opens.').waitFor();
    await check('a season with an error');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`${origin}/index/settings/roles`);
    await page.getByRole('button', { name: 'Permissions Buyer' }).click();
    await dialog.getByLabel('See the dashboard').check();
    await check('permissions');
    await dialog.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByRole('status').getByText('Permissions of Buyer saved.').waitFor();
    await sql`delete from role_permission where organisation_id = 1 and role_id = 35 and permission = 'AllowDashboard'`.execute(
      database.db,
    );
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it.each([PHONE_WIDTH])('sees both values when a colleague saved first, and decides, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page } = visitor;
    const { findings, check } = createAxeCollector(page);
    const dialog = page.getByRole('dialog');
    const { rows } = await sql<{ id: number }>`
      insert into job_role (organisation_id, name, display_order) values (1, ${`Waiter ${width}`}, 900) returning id`.execute(
      database.db,
    );
    const role = rows[0]?.id ?? 0;

    await logIn(visitor, 'admin@meridian.example', '/index/settings/job-roles');
    await page.getByRole('button', { name: `Edit Waiter ${width}` }).click();
    await dialog.getByLabel('Name').fill('Server');
    await sql`update job_role set name = ${`Host ${width}`} where id = ${role}`.execute(database.db);
    await dialog.getByRole('button', { name: 'Save job role', exact: true }).click();
    await dialog.getByText('Someone else has changed this while you were editing.').waitFor();
    await dialog.getByText(`Host ${width}`).first().waitFor();
    // axe reports elements half covered by the sticky bar as too small, also behind a dialog.
    await page.evaluate(() => scrollTo({ top: 0 }));
    await check('two editors');
    // Saving again overwrites the other value.
    await dialog.getByRole('button', { name: 'Save job role', exact: true }).click();
    await page.getByRole('status').getByText('“Server” saved.').waitFor();
    const after = await sql<{ name: string }>`select name from job_role where id = ${role}`.execute(database.db);
    expect(after.rows[0]?.name).toBe('Server');
    await sql`delete from job_role where id = ${role}`.execute(database.db);
    expect(findings).toEqual([]);
    await visitor.close();
  });
});

describe('an administrator of a group', () => {
  it.each([DESKTOP_WIDTH])('renames their own groups and can only read the rest, at %i px', async (width) => {
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'north.admin@meridian.example', '/index/settings/groups');
    await page.getByRole('button', { name: 'Edit North' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete|Add)/ }).count()).toBe(1);
    await check('her groups');
    await page.goto(`${origin}/index/settings/areas`);
    await page.getByText('only an administrator of the whole organisation can change them').waitFor();
    await listOf(page, 'Business areas').waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete|Add)/ }).count()).toBe(0);
    await check('areas');
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('is not available to a buyer', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    await logIn(visitor, 'buyer@meridian.example', '/index/settings');
    await visitor.page.waitForURL(/\/index\/home/);
    await visitor.close();
  });
});
