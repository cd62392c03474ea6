import { expect, it } from 'vitest';
import { createOperatorAccount, getCode, OPERATOR_PASSWORD, OPERATOR_RECOVERY_CODE } from '#api/testing/operator-accounts.ts';
import { findAxeViolations } from './accessibility.ts';
import { widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

it.each(widthsFor('operator-passkeys'))('an operator adds a passkey and logs in with it, at %i px', async (width) => {
  const { email } = await createOperatorAccount(database.db);
  const { page, context, origin, pageErrors, close } = await portal.openPage('alder', width);
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  const addPasskey = async (name: string, code: string) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill(name);
    const form = page.locator('form', { has: page.getByLabel('Name') });
    await form.getByLabel('Password', { exact: true }).fill(OPERATOR_PASSWORD);
    await form.getByLabel('Code').fill(code);
    await form.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create passkey' }).click();
  };

  await page.goto(`${origin}/operator/account`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(getCode());
  await page.getByRole('button', { name: 'Continue' }).click();

  await addPasskey('Packing desk', getCode(undefined, 1));
  await passkeys.getByText('Works at alder.localhost').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await addPasskey('Once more', OPERATOR_RECOVERY_CODE);
  await page.getByText('This device has a passkey for your account already.').waitFor();

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${origin}/operator/login?returnUrl=/operator/account`);
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await passkeys.getByText(/last used/).waitFor();

  await page.getByRole('button', { name: 'Remove the passkey Packing desk' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByText('You have no passkeys.').waitFor();
  expect(pageErrors).toEqual([]);
  await close();
});
