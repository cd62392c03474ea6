import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, getHorizontalOverflow, tabTo } from './page-checks.ts';
import { type BrandName, DESKTOP_WIDTH, ORGANISATION, PHONE_WIDTH, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const createPerson = (brand: BrandName) =>
  aPersonWithPassword(database.db, { organisationId: ORGANISATION[brand], groupIds: [], resortId: null, role: 'Buyer' });
const readConsents = async (id: number) =>
  (
    await sql<
      Record<string, unknown>
    >`select marketing_by_email as email, marketing_by_phone as phone, marketing_by_post as post, marketing_by_fax as fax,
      terms_agreed_version as terms, privacy_agreed_version as privacy from customer where id = ${id}`.execute(database.db)
  ).rows[0];
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const banner = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

describe('a person at alder, where terms are required', () => {
  it.each(widthsFor('preferences'))(
    'accepts them, chooses marketing channels and continues to the saved page, at %i px',
    async (width) => {
      const visitor = await portal.openPage('alder', width);
      const { page, origin, pageErrors } = visitor;
      const { findings, check } = createAxeCollector(page);
      const { id, email } = await createPerson('alder');
      await logIn(visitor, email, '/licences/inter.txt');
      await page.evaluate(() => sessionStorage.setItem('livery.destination', '/index/orders'));
      await page.goto(`${origin}/preferences`);
      await box(page, 'Email').waitFor();

      expect(await title(page)).toBe('Marketing preferences');
      const text = await page.getByRole('main').textContent();
      expect(text).toContain('how you would like to receive updates about products and offers from Alder & Vane.');
      expect(
        await page
          .getByRole('checkbox')
          .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)),
      ).toEqual([
        'Email',
        'Phone',
        'Post',
        'Fax',
        'I have read and accept the Terms & Conditions',
        'I have read and accept the Privacy Policy',
      ]);
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
      for (const [name, path] of [
        ['Terms & Conditions', '/terms'],
        ['Privacy Policy', '/privacy'],
      ] as const) {
        const [opened] = await Promise.all([
          visitor.context.waitForEvent('page'),
          page.getByRole('main').getByRole('link', { name }).click(),
        ]);
        await opened.getByRole('heading', { level: 1, name }).waitFor();
        expect(new URL(opened.url()).pathname).toBe(path);
        await opened.close();
      }
      expect(await submit(page).isDisabled()).toBe(true);
      await box(page, 'Post').check();
      await box(page, 'I have read and accept the Terms & Conditions').check();
      expect(await submit(page).isDisabled()).toBe(true);
      await box(page, 'I have read and accept the Privacy Policy').check();
      expect(await submit(page).isDisabled()).toBe(false);
      await check('preferences, ticked');
      expect(await getHorizontalOverflow(page)).toBe(0);

      await submit(page).click();

      await banner(page, 'Account has been updated').waitFor();
      await page.waitForURL(/\/index\/orders/);
      expect(await readConsents(id)).toEqual({ email: false, phone: false, post: true, fax: false, terms: 1, privacy: 1 });
      // Accepted terms are not requested again, and the portal is accessible.
      await page.goto(`${origin}/preferences`);
      await box(page, 'Post').waitFor();
      expect(await page.getByRole('link', { name: 'Back to the portal' }).isVisible()).toBe(true);
      expect(await page.getByRole('checkbox').count()).toBe(4);
      expect([await box(page, 'Post').isChecked(), await submit(page).isDisabled()]).toEqual([true, false]);
      expect(findings).toEqual([]);
      expect(pageErrors).toEqual([]);
      await visitor.close();
    },
  );

  it('can do all of this with the keyboard', async () => {
    const visitor = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { id, email } = await createPerson('alder');
    await logIn(visitor, email, '/preferences');
    await box(page, 'Email').waitFor();

    for (const name of [/^Email$/, /^Fax$/, /Terms & Conditions$/, /^I have read and accept the Privacy Policy$/]) {
      await tabTo(page, name);
      if ((await page.evaluate(() => document.activeElement?.tagName)) === 'A') await tabTo(page, name);
      await page.keyboard.press('Space');
    }
    await tabTo(page, /^Submit$/);
    await page.keyboard.press('Enter');

    await banner(page, 'Account has been updated').waitFor();
    await page.waitForURL(/\/index/);
    expect(await readConsents(id)).toMatchObject({ email: true, fax: true, terms: 1, privacy: 1 });
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('sees a message when saving fails, and keeps all ticks', async () => {
    const visitor = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page } = visitor;
    const { id, email } = await createPerson('alder');
    await logIn(visitor, email, '/preferences');
    await box(page, 'Phone').check();
    await box(page, 'I have read and accept the Terms & Conditions').check();
    await box(page, 'I have read and accept the Privacy Policy').check();

    await page.route('**/api/**', (route) => route.abort());
    await submit(page).click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await page.unroute('**/api/**');
    expect([await box(page, 'Phone').isChecked(), await submit(page).isDisabled()]).toEqual([true, false]);
    await submit(page).click();

    await banner(page, 'Account has been updated').waitFor();
    expect(await readConsents(id)).toMatchObject({ phone: true, terms: 1 });
    await visitor.close();
  });

  it('can leave without accepting', async () => {
    const visitor = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page, origin } = visitor;
    const { email } = await createPerson('alder');
    await logIn(visitor, email, '/preferences');
    await box(page, 'Email').waitFor();
    expect(await page.getByRole('link', { name: 'Back to the portal' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL(/\/login/);
    await page.goto(`${origin}/index/orders`);
    await page.waitForURL(/\/login/);
    await visitor.close();
  });

  it('is logged out when the account has been closed in the meantime', async () => {
    const visitor = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page } = visitor;
    const { id, email } = await createPerson('alder');
    await logIn(visitor, email, '/preferences');
    await box(page, 'Phone').check();
    await sql`update customer set active = false where id = ${id}`.execute(database.db);
    await box(page, 'I have read and accept the Terms & Conditions').check();
    await box(page, 'I have read and accept the Privacy Policy').check();
    await submit(page).click();

    await page.waitForURL(/\/login/);
    expect(await readConsents(id)).toMatchObject({ phone: false, terms: null });
    await visitor.close();
  });
});

describe('where no terms are required', () => {
  it('only the marketing channels are shown', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    await logIn(visitor, (await createPerson('sundial')).email, '/preferences');
    await submit(page).waitFor();

    expect([await title(page), await page.getByRole('checkbox').count(), await submit(page).isDisabled()]).toEqual([
      'Marketing preferences',
      4,
      false,
    ]);
    await submit(page).click();
    await banner(page, 'Account has been updated').waitFor();
    await page.waitForURL(/\/index\//);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('nothing can be submitted where marketing is disabled too', async () => {
    const visitor = await portal.openPage('brackwell', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, (await createPerson('brackwell')).email, '/preferences');
    await page.getByText('There are no preferences to set at the moment.').waitFor();
    await check('preferences');

    expect([await title(page), await page.getByRole('checkbox').count(), await submit(page).count()]).toEqual([
      'Terms & Conditions',
      0,
      0,
    ]);
    await page.getByRole('link', { name: 'Back to the portal' }).click();
    await page.waitForURL(/\/index\//);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
