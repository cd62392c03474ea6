import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { aPerson } from '#api/testing/builders.ts';
import { logIn, logInByForm } from './actions.ts';
import { createAxeCollector } from './page-checks.ts';
import { PASSWORD, widthsFor } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const { portal, database, mailJobs } = usePagesWithMail();

describe.each(widthsFor('email-change'))('an administrator, at %i px', (width) => {
  it('changes someone’s email address, who confirms it, and gives them more access with the own password', async () => {
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const person = await aPerson(database.db, { role: 'Staff', firstName: 'Ann', passwordHash: await hashPassword(PASSWORD) });
    await sql`update customer set terms_agreed_version = 1, privacy_agreed_version = 1`.execute(database.db);
    const newEmail = `ann.${width}@made.example`;
    await logIn(visitor, 'admin@meridian.example', `/index/customers/${person.id}/edit`);
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByLabel('New email address').fill('<ann@made.example>');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('dialog').getByText('Email is not valid.').waitFor();
    await check('the dialog');
    await page.getByLabel('New email address').fill(newEmail);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(`Changes to ${newEmail} once that address is confirmed`).waitFor();
    expect(await page.getByRole('textbox', { name: 'Email', exact: true }).inputValue()).toBe(person.email);
    await check('waiting');

    await page.getByRole('checkbox', { name: 'May approve orders' }).check();
    await page.getByRole('button', { name: 'Save person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Confirm and save' }).click();
    await dialog.getByText('The password is not correct.').waitFor();
    await check('the own password');
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm and save' }).click();
    await page.getByText('Ann Forthetest saved.').waitFor();
    await page.getByText('May approve orders: no → yes').waitFor();

    await page.goto(origin + (await mailJobs.waitForMailedLink(newEmail, '/confirmemail')));
    await page.getByText('From now on you log in with').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByText(`Please log in with ${newEmail} from now on.`).waitFor();
    await check('confirmed');
    await page.reload();
    await page.getByText('This link is not valid or has expired.').waitFor();

    await logInByForm(visitor, newEmail);
    await page.goto(`${origin}/index/profile#email`);
    await page.getByText(`You log in with ${newEmail}`).waitFor();
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByLabel('New email address').fill(person.email);
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('button', { name: 'Withdraw change' }).click();
    await page.getByText('Change of email address withdrawn.').waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});
