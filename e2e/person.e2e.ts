import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, SOUTH } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH, widthsFor } from './portal.ts';
import { findTextFaultsWhenSmall } from './text-layout.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

describe('the page of a person', () => {
  it.each(widthsFor('person'))(
    'saves all fields together, and shows both values of an edit conflict, at %i px',
    async (width) => {
      const { db } = database;
      const visitor = await portal.openPage('sundial', width);
      const { page, origin, pageErrors } = visitor;
      const { findings, check } = createAxeCollector(page);
      const { id } = await aPerson(db, { role: 'Buyer', firstName: 'Ann' });
      const form = page.getByRole('form', { name: 'Person details' });

      await logIn(visitor, 'admin@meridian.example', `/index/customers/${id}`);
      await page.getByRole('heading', { name: 'Ann Forthetest', level: 1 }).waitFor();
      await page.getByText('No changes yet.').waitFor();
      expect(await getHorizontalOverflow(page)).toBe(0);
      expect(await findTextFaultsWhenSmall(page)).toEqual([]);

      const edit = page.getByRole('link', { name: 'Edit details' });
      await edit.click();
      await form.waitFor();
      expect(await getHorizontalOverflow(page)).toBe(0);
      expect(await findTextFaultsWhenSmall(page)).toEqual([]);
      await form.getByLabel('Employee number').fill('E-77');
      await form.getByRole('button', { name: /^Belongs to groups/ }).click();
      await form.getByRole('checkbox', { name: 'South' }).check();
      await form.getByLabel('First day of work').fill('2026-12-01');
      await form.getByLabel('Weekly hours').fill('20');
      await form.getByText('Not saved yet.').waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('status').getByText('Ann Forthetest saved.').waitFor();
      await page.getByText('Groups: North → North, South').waitFor();
      await page.getByText('Employee number: E-77').waitFor();
      await check('history');

      await edit.click();
      await form.getByLabel('Last name').fill('Mine');
      await sql`update customer set last_name = 'Theirs' where id = ${id}`.execute(db);
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Someone else has changed this while you were editing.').waitFor();
      await check('two editors');
      await page.getByRole('button', { name: 'Use saved value: Last name' }).click();
      await form.getByText('All changes saved.').waitFor();
      expect(await form.getByLabel('Last name').inputValue()).toBe('Theirs');

      // What is typed while the form is being saved is not saved, and kept.
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**/api/customers/${id}`, async (route) => {
        if (route.request().method() === 'PUT') await released;
        await route.fallback();
      });
      await form.getByLabel('PO number').fill('PO-1');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByLabel('PO number').fill('PO-12');
      release();
      await page.getByRole('status').getByText('saved.').waitFor();
      expect(await form.getByLabel('PO number').inputValue()).toBe('PO-12');
      await form.getByText('Not saved yet.').waitFor();
      await page.unrouteAll();
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('PO number: PO-1 → PO-12').waitFor();

      await page.getByRole('button', { name: 'Enter measurements' }).click();
      await page.getByRole('button', { name: 'Add a measurement' }).click();
      await page.getByLabel('Measurement 1').fill('Left arm');
      await page.getByLabel('Value').fill('61.5');
      await check('measurements');
      await page.getByRole('button', { name: 'Save measurements' }).click();
      await page.getByText('61.5 cm').waitFor();

      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Close account' }).click();
      await page.getByText('Account closed', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Open', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('status').getByText('removed. Their orders are kept.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForURL(`${origin}/index/customers/${id}`);
      await page.getByRole('heading', { name: 'Ann Theirs', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Order for Ann' }).click();
      await page.getByRole('status').getByText('You are now ordering for Ann Theirs.').waitFor();
      expect([findings, pageErrors]).toEqual([[], []]);
      await visitor.close();
    },
  );

  it('offers the administrator of a group only what they may change', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin } = visitor;
    const both = await aPerson(database.db, { role: 'Staff', groupIds: [1, SOUTH.groupId] });
    const south = await aPerson(database.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'north.admin@meridian.example', `/index/customers/${both.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Opt out of uniform…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Close account' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Edit details' }).click();
    await page.getByText('Only an administrator of all this person’s groups').waitFor();
    expect(await page.getByLabel('Email').isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Belongs to groups/ }).click();
    expect(await page.getByRole('checkbox', { name: 'South' }).count()).toBe(0);
    await check('her view');
    await page.goto(`${origin}/index/customers/${south.id}`);
    await page.getByRole('heading', { name: 'Person not found' }).waitFor();
    expect(findings).toEqual([]);
    await visitor.close();
  });

  it('covers a person from being added to being erased', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'admin@meridian.example', '/index/customers');
    await page.getByRole('link', { name: 'Add a person' }).click();
    const form = page.getByRole('form', { name: 'New person' });
    await form.getByLabel('First name').fill('Nova');
    await form.getByLabel('Last name').fill('Starter');
    await form.getByLabel('Email').fill('staff@meridian.example');
    await form.getByRole('button', { name: 'Add person' }).click();
    await page.getByText('has this email address.').waitFor();
    await check('an email already in use');
    expect(await getHorizontalOverflow(page)).toBe(0);
    await form.getByLabel('Email').fill('nova.starter@meridian.example');
    await form.getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('heading', { name: 'Nova Starter', level: 1 }).waitFor();
    await page.getByText('Nova Starter added and invited.').waitFor();

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Erase permanently…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('nova.starter@meridian.example');
    await check('erasing a person');
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('Nova Starter erased.').waitFor();
    const { rows } = await sql`select from customer where last_name = 'Starter'`.execute(database.db);
    expect(rows).toEqual([]);
    expect(findings).toEqual([]);
    // The email already in use causes a response of 422, which the browser reports.
    expect(pageErrors.filter((error) => !error.includes('422'))).toEqual([]);
    await visitor.close();
  });
});
