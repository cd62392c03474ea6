import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { enterCredentials, logIn, logInByForm } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, getHorizontalOverflow, tabTo } from './page-checks.ts';
import { type BrandName, DESKTOP_WIDTH, ORGANISATION, type PageSession, PHONE_WIDTH, projectsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

async function createPerson(brand: BrandName) {
  const person = await aPersonWithPassword(database.db, {
    organisationId: ORGANISATION[brand],
    groupIds: [],
    resortId: null,
    role: 'Buyer',
    firstName: 'Ann',
  });
  // Accepting the terms is covered by preferences.e2e.ts.
  await sql`update customer set terms_agreed_version = 1, privacy_agreed_version = 1, terms_agreed_at = now(), privacy_agreed_at = now() where id = ${person.id}`.execute(
    database.db,
  );
  return person;
}
const rowOf = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from customer where id = ${id}`.execute(database.db)).rows[0] ?? {};
const expectMessage = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

async function openProfile({ page }: PageSession): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await page.waitForURL(/\/index\/profile/);
  await page.getByText('This device').waitFor();
}

describe.each(projectsFor('profile'))('a person at %s, at %i px', (brand, width) => {
  it('manages their own details, addresses, consents and price display', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const { id, email } = await createPerson(brand);
    await logIn(visitor, email);
    await openProfile(visitor);
    expect(await getHorizontalOverflow(page)).toBe(0);

    // Details: the input survives a reload, and is saved.
    const details = section(page, 'Your details');
    await details.getByLabel('Last name').fill('Bergström');
    await details.getByLabel('PO number').fill('PO-55');
    await page.reload();
    await details.getByText('Not saved yet').waitFor();
    expect(await details.getByLabel('Last name').inputValue()).toBe('Bergström');
    await details.getByLabel('First name').fill('');
    await details.getByRole('button', { name: 'Save details' }).click();
    await page.getByRole('alert').getByText('First name is required.').waitFor();
    await check('profile, refused');
    expect(await details.getByLabel('PO number').inputValue()).toBe('PO-55');
    await details.getByLabel('First name').fill('Anna');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expectMessage(page, 'Account has been updated');
    await details.getByText('All changes saved.').waitFor();
    expect(await rowOf(id)).toMatchObject({ first_name: 'Anna', last_name: 'Bergström', po_number: 'PO-55' });

    // Addresses: added with help, changed, removed and restored.
    const addresses = section(page, 'Addresses');
    await addresses.getByText(/^No addresses yet\./).waitFor();
    await addresses.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('City').fill('Leeds');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await dialog.getByText('Postcode is required.').waitFor();
    await check('address, refused');
    await dialog.getByRole('button', { name: 'Close address' }).click();
    await addresses.getByRole('button', { name: 'Add an address' }).click();
    expect(await dialog.getByLabel('City').inputValue()).toBe('Leeds');
    await dialog.getByRole('textbox', { name: /^Address(?!,)/ }).fill('1 Test Street');
    await dialog.getByLabel('Postcode').fill('LS1 1AA');
    await dialog.getByLabel('Country').selectOption('840');
    await dialog.getByLabel('State').waitFor();
    await dialog.getByLabel('Country').selectOption('826');
    await dialog.getByLabel('County').waitFor();
    await check('address');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await expectMessage(page, 'Address saved.');
    await addresses.getByText('1 Test Street', { exact: true }).waitFor();
    await addresses.getByRole('button', { name: /^Edit/ }).click();
    await dialog.getByLabel('City').fill('York');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await addresses.getByText('York', { exact: true }).waitFor();
    await addresses.getByRole('button', { name: /^Remove/ }).click();
    await expectMessage(page, /^Address removed: /);
    await addresses.getByText(/^No addresses yet\./).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await addresses.getByText('York', { exact: true }).waitFor();

    // Consents: given and withdrawn with one click each, and both are recorded.
    const news = section(page, 'Marketing & terms');
    expect(await news.textContent()).toContain('Terms & Conditions: Accepted on');
    if (brand !== 'brackwell') {
      await news.getByRole('checkbox', { name: 'Email' }).check();
      await expectMessage(page, 'Account has been updated');
      await news.getByRole('checkbox', { name: 'Email' }).uncheck();
      await news.getByText('Consent history').click();
      await news.getByRole('row', { name: /Marketing by email No/ }).waitFor();
      expect(await news.getByRole('row', { name: /Marketing by email/ }).count()).toBe(2);
      expect((await rowOf(id)).marketing_by_email).toBe(false);
    }

    // Prices.
    const tax = section(page, 'Prices').getByRole('checkbox', { name: 'Show prices including tax' });
    const including = await tax.isChecked();
    await tax.click();
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>('[name=includingTax]')?.checked !== was,
      including,
    );
    // The temporary message covers whatever is at the top.
    await page.evaluate(() => scrollTo(0, 0));
    await check('profile, at the end');

    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('the devices a person is logged in on', () => {
  it('can be logged out one by one, or all others at once', async () => {
    const { email } = await createPerson('sundial');
    const [here, phone, tablet] = [
      await portal.openPage('sundial', DESKTOP_WIDTH),
      await portal.openPage('sundial', PHONE_WIDTH),
      await portal.openPage('sundial', PHONE_WIDTH),
    ];
    for (const visitor of [phone, tablet, here]) await logInByForm(visitor, email);
    await openProfile(here);
    const devices = section(here.page, 'Where you are logged in').getByRole('list', { name: 'Devices' }).getByRole('listitem');
    expect(await devices.count()).toBe(3);
    expect(await devices.first().textContent()).toMatch(/Chrome on \w+.*This device/);

    await devices
      .nth(1)
      .getByRole('button', { name: /^Log out/ })
      .click();
    await expectMessage(here.page, /has been logged out/);
    await here.page.waitForFunction(() => document.querySelectorAll('[aria-label=Devices] > li').length === 2);
    await here.page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expectMessage(here.page, /1 other device logged out/);
    for (const { page } of [phone, tablet]) {
      await page.reload();
      await page.waitForURL(/\/login/);
    }
    await here.page.reload();
    await here.page.getByText('This device').waitFor();
    expect([here, phone, tablet].flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
    for (const visitor of [here, phone, tablet]) await visitor.close();
  });
});

describe('a person’s own data', () => {
  it('can be downloaded; its erasure can be requested and the request withdrawn', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const { id, email } = await createPerson('sundial');
    await logIn(visitor, email);
    await openProfile(visitor);
    const data = section(page, 'Your data');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name: 'Download your data' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{8}\.json$/);
    const content = JSON.parse(await readFile((await file.path()) ?? '', 'utf8')) as {
      profile: { email: string };
      logIns: unknown[];
    };
    expect([content.profile.email, content.logIns.length]).toEqual([email, 1]);

    await data.getByRole('button', { name: 'Ask for your data to be erased' }).click();
    await page.getByRole('dialog').getByText('The administrators of your organisation').waitFor();
    await check('erasure');
    await page.getByRole('button', { name: 'Send request' }).click();
    await data.getByText(/^You asked on/).waitFor();
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from mail_outbox where template = 'erasure-requested' and data ->> 'personName' = 'Ann Forthetest'`.execute(
      database.db,
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
    await check('erasure requested');
    await page.reload();
    await data.getByRole('button', { name: 'Withdraw request' }).click();
    await data.getByRole('button', { name: 'Ask for your data to be erased' }).waitFor();
    const requests =
      await sql`select withdrawn_at is not null as withdrawn from erasure_request where customer_id = ${id}`.execute(database.db);
    expect(requests.rows).toEqual([{ withdrawn: true }]);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('unsaved input', () => {
  it('is restored after the session has expired, for the same person only', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page } = visitor;
    const { id, email } = await createPerson('sundial');
    await logIn(visitor, email);
    await openProfile(visitor);
    const poNumber = section(page, 'Your details').getByLabel('PO number');
    await poNumber.fill('PO-typed');
    await sql`update session set revoked_at = now() where customer_id = ${id}`.execute(database.db);
    await section(page, 'Your details').getByRole('button', { name: 'Save details' }).click();
    await page.waitForURL(/\/login/);
    await enterCredentials(page, email);
    await openProfile(visitor);
    expect(await poNumber.inputValue()).toBe('PO-typed');

    await logInByForm(visitor, (await createPerson('sundial')).email);
    await openProfile(visitor);
    expect(await poNumber.inputValue()).toBe('');
    await visitor.close();
  });

  it('in a dialog is there again after the session has expired, and the dialog is open', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { id, email } = await createPerson('sundial');
    await logIn(visitor, email);
    await openProfile(visitor);
    await page.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an address' });
    await dialog.getByLabel('City').fill('Leeds');
    await sql`update session set revoked_at = now() where customer_id = ${id}`.execute(database.db);
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await page.waitForURL(/\/login/);
    await enterCredentials(page, email);

    await dialog.waitFor();
    expect(await dialog.getByLabel('City').inputValue()).toBe('Leeds');
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('does not revert what an administrator changed in the meantime', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page } = visitor;
    const { id, email } = await createPerson('sundial');
    await logIn(visitor, email);
    await openProfile(visitor);
    const details = section(page, 'Your details');
    await details.getByLabel('Last name').fill('Mine');
    await sql`update customer set last_name = 'Theirs', employee_number = 'E-77' where id = ${id}`.execute(database.db);
    await details.getByRole('button', { name: 'Save details' }).click();
    const conflict = details.getByRole('alert');
    await conflict.getByText('Your changes are not saved yet.').waitFor();
    expect(await conflict.locator('dd').allTextContents()).toEqual(['Mine', 'Theirs']);
    expect(await details.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Mine');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expectMessage(page, 'Account has been updated');
    expect(await rowOf(id)).toMatchObject({ last_name: 'Mine', employee_number: 'E-77' });
    await visitor.close();
  });
});

describe('a person using only the keyboard', () => {
  it('finds the profile, changes a name and adds an address', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { id, email } = await createPerson('sundial');
    await logInByForm(visitor, email);
    await tabTo(page, /Your account/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Your profile$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\/profile/);
    await page.getByText('This device').waitFor();

    await tabTo(page, /^Addresses$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#addresses/);
    await tabTo(page, /^Last name/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Keys');
    await tabTo(page, /^Save details$/);
    await page.keyboard.press('Enter');
    await expectMessage(page, 'Account has been updated');
    expect((await rowOf(id)).last_name).toBe('Keys');

    await tabTo(page, /^Add an address$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^Address\b(?!, second)/);
    await page.keyboard.type('2 Key Lane');
    await tabTo(page, /^City/);
    await page.keyboard.type('Leeds');
    await tabTo(page, /^Postcode/);
    await page.keyboard.type('LS2');
    await tabTo(page, /^Country/);
    await page.keyboard.type('United Kingdom');
    await page.keyboard.press('Enter');
    if (await page.getByRole('dialog').isVisible()) {
      await tabTo(page, /^Save address$/);
      await page.keyboard.press('Enter');
    }
    await expectMessage(page, 'Address saved.');
    // The focus returns to the button that opened the dialog.
    await page.waitForFunction(() => document.activeElement?.textContent === 'Add an address');
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
