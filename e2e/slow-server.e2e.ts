import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { findAxeViolations } from './accessibility.ts';
import { hold, logIn } from './actions.ts';
import { aPersonWithPassword } from './page-checks.ts';
import { PHONE_WIDTH } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

// What the login and password screens show while the server is slow, and when it cannot be reached.

const { portal, database, mailJobs } = usePagesWithMail();

const AWAY = 'The server cannot be reached.';
const NEW = 'Kettle & moss 71';

/** The button spins and cannot be pressed again. */
async function expectLoading(page: Page): Promise<void> {
  const button = page.locator('button[type=submit]');
  await page.locator('button[type=submit][data-loading]').waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect(await findAxeViolations(page)).toEqual([]);
}

const expectUnreachable = async (page: Page) => {
  await page.getByRole('alert').getByText(AWAY).first().waitFor();
  expect(await page.locator('button[type=submit]').isDisabled()).toBe(false);
  expect(await findAxeViolations(page)).toEqual([]);
};

describe('while the server is slow, and then away', () => {
  it('the login keeps what was entered', async () => {
    const { page, origin, close } = await portal.openPage('sundial', PHONE_WIDTH);
    const { email } = await aPersonWithPassword(database.db, { organisationId: 1, groupIds: [], resortId: null });
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    const release = await hold(page, '**/api/token');
    await page.getByRole('button', { name: 'Login' }).click();
    await expectLoading(page);
    release();
    await page.getByRole('alert').getByText('The email or password is incorrect.').waitFor();
    await page.route('**/api/token', (route) => route.abort());
    await page.getByRole('button', { name: 'Login' }).click();
    await expectUnreachable(page);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await close();
  });

  it('the password recovery keeps the address', async () => {
    const { page, origin, close } = await portal.openPage('alder', PHONE_WIDTH);
    await page.goto(`${origin}/passwordrecovery`);
    await page.getByLabel('Email').fill('unknown@hallam.example');
    await page.route('**/api/passwordrecovery', (route) => route.abort());
    await page.getByRole('button', { name: 'Recover' }).click();
    await expectUnreachable(page);
    expect(await page.getByLabel('Email').inputValue()).toBe('unknown@hallam.example');
    await page.unroute('**/api/passwordrecovery');
    const release = await hold(page, '**/api/passwordrecovery');
    await page.getByRole('button', { name: 'Recover' }).click();
    await expectLoading(page);
    release();
    await page.getByRole('status').getByText('unknown@hallam.example').waitFor();
    await close();
  });

  it.each([
    ['/resetpassword', 'recovery', 'checkpasswordtoken'],
    ['/userActivation', 'invitation', 'checkinvitationtoken'],
  ] as const)('%s shows the shape of its form, and keeps the password', async (path, purpose, check) => {
    const { page, origin, close } = await portal.openPage('sundial', PHONE_WIDTH);
    const { id, email } = await aPerson(database.db, {
      organisationId: 1,
      groupIds: [],
      resortId: null,
      ...(purpose === 'recovery' ? { passwordHash: 'x' } : {}),
    });
    const link = `${origin}${path}?${new URLSearchParams({ email, token: await mailJobs.issueLink({ id }, purpose) })}`;
    const showForm = await hold(page, `**/api/${check}*`);
    await page.goto(link);
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor();
    expect(await page.locator('button[type=submit]').count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    showForm();
    await page.getByLabel('Set password', { exact: true }).fill(NEW);
    await page.getByLabel('Confirm password', { exact: true }).fill(NEW);
    await page.route('**/api/customers/updatePassword', (route) => route.abort());
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectUnreachable(page);
    expect(await page.getByLabel('Set password', { exact: true }).inputValue()).toBe(NEW);
    await page.unroute('**/api/customers/updatePassword');
    const release = await hold(page, '**/api/customers/updatePassword');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectLoading(page);
    release();
    await page.locator('[role=status][data-kind=success]').waitFor();
    await close();
  });

  it('the preferences keep the ticks', async () => {
    const visitor = await portal.openPage('alder', PHONE_WIDTH);
    const { page, close } = visitor;
    const { email } = await aPersonWithPassword(database.db, { organisationId: 2, groupIds: [], resortId: null });
    await logIn(visitor, email);
    for (const name of ['Post', 'I have read and accept the Terms & Conditions', 'I have read and accept the Privacy Policy'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    const release = await hold(page, '**/api/customers/*');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expectLoading(page);
    expect(await page.getByRole('checkbox', { name: 'Post', exact: true }).isChecked()).toBe(true);
    release();
    await page.waitForURL(/\/index/);
    await close();
  });

  it('the opt-out says that it did not work, and works when it is tried again', async () => {
    const { page, origin, close } = await portal.openPage('sundial', PHONE_WIDTH);
    const { id } = await aPerson(database.db, { organisationId: 1, groupIds: [], resortId: null });
    const { opt_out_guid: guid } = await database.db
      .selectFrom('customer')
      .select('opt_out_guid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await page.route('**/api/wardrobepptout*', (route) => route.abort());
    await page.goto(`${origin}/wardrobeoptout?id=${guid}`);
    const trouble = page.getByRole('alert').filter({ hasText: 'Your opt out request was unsuccessful.' });
    await trouble.waitFor();
    expect(await trouble.textContent()).toContain(AWAY);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute('**/api/wardrobepptout*');
    await page.reload();
    await page.getByRole('heading', { name: 'Uniform Allocation Opt-Out Confirmed', exact: true }).waitFor();
    await close();
  });
});
