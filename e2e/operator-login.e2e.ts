import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addOperatorFromServer } from '#api/identity/operators/operator-commands.actions.ts';
import { createProof, getCode, OPERATOR_PASSWORD } from '#api/testing/operator-accounts.ts';
import { OPERATOR_RIGHTS } from '#contract/identity/operators/operator-rights.ts';
import { demoOperator } from '#demo/demo-logins.ts';
import { findAxeViolations } from './accessibility.ts';
import { DESKTOP_WIDTH, PASSWORD, PHONE_WIDTH } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const { portal, database, mailJobs } = usePagesWithMail();
const DEMO_OPERATOR_ID = 1;

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function enterCode(page: Page, label: 'Code' | 'Recovery code', code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Fills in the password and an unused code of the demonstration's operator. */
async function proveIdentity(dialog: Locator): Promise<void> {
  const { callerOtp } = await createProof(database.db, DEMO_OPERATOR_ID);
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Code', { exact: true }).fill(callerOtp);
}

it('the operator of the demonstration logs in with the code from the mailbox, works with a key, and comes back after the session', async () => {
  const { page, origin, pageErrors, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
  await page.goto(`${origin}/mailbox`);
  const digits = page.frameLocator('iframe.code').locator('.digits');
  const code = ((await digits.textContent()) ?? '').replace(' ', '');
  await page.goto(`${origin}/operator/keys?from=story`);
  await enterPassword(page, demoOperator.email, PASSWORD);
  await enterCode(page, 'Code', '000000');
  await page.getByText('This code is wrong or has already been used.').waitFor();
  await enterCode(page, 'Code', code);
  await page.getByRole('heading', { name: 'API keys', exact: true }).waitFor();
  expect(page.url()).toBe(`${origin}/operator/keys?from=story`);

  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await dialog.getByText('Select at least one purpose').waitFor();
  await dialog.getByLabel('Name').fill('Warehouse');
  for (const choice of ['orders:read', 'Sundial Uniforms']) await dialog.getByLabel(choice).check();
  await proveIdentity(dialog);
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const secretShown = dialog.getByText(/^livery_key_/);
  const first = (await secretShown.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have saved the secret' }).click();
  await page.getByRole('button', { name: 'Replace secret of Warehouse' }).click();
  await dialog.getByLabel('Hours for which').fill('0');
  await proveIdentity(dialog);
  await dialog.getByRole('button', { name: 'Create new secret' }).click();
  const second = (await secretShown.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have saved the secret' }).click();
  const statusWith = async (key: string) =>
    (await page.request.get(`${origin}/api/operator/me`, { headers: { authorization: `Bearer ${key}` } })).status();
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);

  await sql`update operator_session set revoked_at = now() where revoked_at is null`.execute(database.db);
  await portal.settled();
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.waitForURL(/\/operator\/login\?returnUrl=%2Foperator%2Fteam$/);
  await enterPassword(page, demoOperator.email, PASSWORD);
  await enterCode(page, 'Code', getCode(demoOperator.totpSecret, 1));
  await page.getByRole('heading', { name: 'Team' }).waitFor();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${origin}/operator/login`);
  expect(pageErrors).toEqual([]);
  await close();
});

it('a first operator sets a password and an authenticator app on a phone, and logs in with a recovery code', async () => {
  const { page, origin, pageErrors, close } = await portal.openPage('sundial', PHONE_WIDTH);
  const email = 'first.operator@supplier.example';
  const dependencies = { db: database.db, jobs: mailJobs.jobs, vault: mailJobs.vault };
  const { link } = await addOperatorFromServer(dependencies, {
    email,
    name: 'Fay First',
    brands: undefined,
    rights: OPERATOR_RIGHTS,
  });
  await page.goto(link);
  await page.getByText(`For ${email}`).waitFor();
  expect(page.url()).toBe(`${origin}/operator/set-password`);
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await enterPassword(page, email, OPERATOR_PASSWORD);
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  const code = page.getByLabel('2. Enter the code shown in the app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('This code is wrong.').waitFor();
  await code.fill(getCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your second factor is set up.').waitFor();
  const recoveryCodes = await page.locator('li code').allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();

  await enterPassword(page, email, OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await enterCode(page, 'Recovery code', recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByText('Fay First').first().waitFor();
  await page.goto(`${origin}/operator/account`);
  await page.getByText('You have 9 recovery codes left.').waitFor();
  expect(pageErrors).toEqual([]);
  await page.goto(link);
  await page.getByText('You already have a password').waitFor();
  await close();
});
