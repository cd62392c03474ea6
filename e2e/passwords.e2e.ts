import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { aPerson } from '#api/testing/builders.ts';
import { findAxeViolations } from './accessibility.ts';
import { logInByForm } from './actions.ts';
import { type BrandName, DESKTOP_WIDTH, ORGANISATION, PHONE_WIDTH, projectsFor, widthsFor } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const NEW = 'Kettle & moss 71';
const { portal, database, mailJobs } = usePagesWithMail();

/** A person of a brand's organisation, with an old password unless they are only invited. */
const createPerson = (brand: BrandName, passwordHash: string | undefined = 'x') =>
  aPerson(database.db, { organisationId: ORGANISATION[brand], groupIds: [], resortId: null, passwordHash });

const password = (page: Page) => page.getByLabel('Set password', { exact: true });
const confirmation = (page: Page) => page.getByLabel('Confirm password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click();
async function choose(page: Page, text: string, again = text) {
  await password(page).fill(text);
  await confirmation(page).fill(again);
  await submit(page);
}
/** What a screen reader announces with a field: its error and its help text. */
const described = (page: Page, name: string) =>
  page.getByLabel(name, { exact: true }).evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

describe.each(projectsFor('passwords'))('a person at %s, at %i px', (brand, width) => {
  it('who has forgotten the password gets a link by mail and sets a new one', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, pageErrors } = visitor;
    const { email } = await createPerson(brand);
    const findings: string[] = [];
    const look = async (state: string) =>
      findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));

    await page.goto(`${origin}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Password recovery', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Recover', exact: true }).click();
    await page.getByText('Email is required', { exact: true }).waitFor();
    expect(await described(page, 'Email')).toContain('Email is required');
    await look('recovery without an address');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Recover', exact: true }).click();
    await page
      .getByText('If there is an account for this email address, we have sent a link to it. The link is valid for 60 minutes.')
      .waitFor();
    await look('recovery requested');
    expect(await page.getByRole('link', { name: 'Go to the login page', exact: true }).getAttribute('href')).toBe('/login');

    const link = await mailJobs.waitForMailedLink(email, '/resetpassword');
    const token = new URL(link, origin).searchParams.get('token') as string;
    const carriers: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.url().includes(token)) carriers.push(pathname);
      if (request.headers().referer?.includes(token)) carriers.push(`${pathname}, as the referrer`);
    });
    await page.goto(origin + link);
    await password(page).waitFor();
    await page.waitForURL(`${origin}/resetpassword`);
    // Only the link itself and the request that checks it.
    expect(carriers).toEqual(['/resetpassword', '/api/checkpasswordtoken']);
    expect(await page.evaluate(() => location.search + location.hash)).toBe('');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Password recovery');
    await choose(page, NEW, 'something else');
    await page.getByText('Passwords must match.', { exact: true }).waitFor();
    await look('passwords that differ');
    await choose(page, NEW);
    await page.getByText('Your password has been reset.', { exact: true }).waitFor();
    await look('password was set');

    await page.getByRole('link', { name: 'Go to the login page', exact: true }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/(index\/|preferences)/);
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('who was invited activates the account', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, pageErrors } = visitor;
    const { id, email } = await createPerson(brand, '');
    await sql`update customer set password_hash = null where id = ${id}`.execute(database.db);
    const token = await mailJobs.issueLink({ id, organisationId: ORGANISATION[brand] }, 'invitation');
    const findings: string[] = [];
    const look = async (state: string) =>
      findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));

    // The check is delayed, so that the text shown meanwhile can be asserted.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/checkinvitationtoken*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${origin}/userActivation?${new URLSearchParams({ email, token })}`);
    await page.getByText('Please wait a moment.', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Account Activation');
    await look('checking');
    release();
    await password(page).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await choose(page, 'short');
    const rule = brand === 'brackwell' ? /^Use 10 to 64 characters/ : 'Passwords must be at least 8 characters.';
    await page.locator('[id$="-error"]').filter({ hasText: rule }).waitFor();
    await look('a password that is too short');
    await choose(page, NEW);
    await page.getByText('Your account is ready to use. Please login here.', { exact: true }).waitFor();
    await look('active');
    await page.getByRole('link', { name: 'login here' }).click();
    await page.waitForURL(`${origin}/login`);

    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('whose link is not valid sees a message', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, pageErrors } = visitor;
    await page.goto(`${origin}/userActivation?email=ann@x.example&token=nonsense`);
    await page.getByText('The activation link is not valid or has expired.', { exact: true }).waitFor();
    expect(await page.evaluate(() => location.search)).toBe('');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a mailed link', () => {
  it('survives a reload of the page, and works once', async () => {
    const { page, origin, close } = await portal.openPage('sundial', PHONE_WIDTH);
    const { id, email } = await createPerson('sundial');
    const address = `${origin}/resetpassword?${new URLSearchParams({ email, token: await mailJobs.issueLink({ id }, 'recovery') })}`;
    await page.goto(address);
    await password(page).waitFor();
    await page.waitForURL(`${origin}/resetpassword`);
    await page.reload();
    await choose(page, NEW);
    await page.getByText('Your password has been reset.', { exact: true }).waitFor();

    await page.reload();
    await page.getByText('Invalid password recovery token.', { exact: true }).waitFor();
    await page.goto(address);
    await page.getByText('Invalid password recovery token.', { exact: true }).waitFor();
    await close();
  });
});

describe('an expression that would run for years', () => {
  it('blocks neither the page nor the server, which decides in the end', async () => {
    await sql`update organisation set custom_password_rule = true, password_regex = '^(a+)+$', password_message = 'Only a, please.' where id = 2`.execute(
      database.db,
    );
    const { page, origin, close } = await portal.openPage('alder', DESKTOP_WIDTH);
    const { id, email } = await createPerson('alder');
    const token = await mailJobs.issueLink({ id, organisationId: 2 }, 'recovery');
    await page.goto(`${origin}/resetpassword?${new URLSearchParams({ email, token })}`);
    await password(page).waitFor();
    await choose(page, `${'a'.repeat(60)}!`);
    // A thread that evaluated the expression to its end, of the page or of the server, would never come to this answer.
    await page.getByRole('alert').getByText('Only a, please.').waitFor();
    await sql`update organisation set custom_password_rule = false where id = 2`.execute(database.db);
    await close();
  });
});

describe('a person using only the keyboard', () => {
  it('asks for a link, sets a password and logs in', async () => {
    const { page, origin, pageErrors, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { email } = await createPerson('sundial');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto(`${origin}/passwordrecovery`);
    await page.getByLabel('Email').waitFor();
    await page.keyboard.type(email);
    await press('Enter');
    await page.getByText('If there is an account').waitFor();

    await page.goto(origin + (await mailJobs.waitForMailedLink(email, '/resetpassword')));
    await password(page).waitFor();
    await page.keyboard.type(NEW);
    // The first Tab stops at the "Show password" button.
    await press('Tab', 'Tab');
    await page.keyboard.type(NEW);
    await press('Enter');
    await page.getByText('Your password has been reset.', { exact: true }).waitFor();
    await press('Tab', 'Enter');
    await page.waitForURL(`${origin}/login`);
    // The address is filled in, and the password comes next.
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await page.keyboard.type(NEW);
    await press('Enter');
    await page.waitForURL(/\/index\//);

    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('a person who is logged in', () => {
  it.each(widthsFor('passwords'))('changes the password and is logged out everywhere else, at %i px', async (width) => {
    const old = 'Bobbin & trellis 9';
    const { email } = await createPerson('sundial', await hashPassword(old));
    const [here, there] = [await portal.openPage('sundial', width), await portal.openPage('sundial', DESKTOP_WIDTH)];
    for (const visitor of [here, there]) await logInByForm(visitor, email, old);
    const { page, origin, pageErrors } = here;
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const change = () => page.getByRole('button', { name: 'Change password' }).click();
    const findings: string[] = [];
    const look = async (state: string) =>
      findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));

    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Your profile' }).click();
    await field('Current password').waitFor();
    await look('card');
    await change();
    await page.getByText('Current password is required.', { exact: true }).waitFor();
    await page.getByText('Password is required.', { exact: true }).waitFor();
    await field('Current password').fill('not it');
    await field('New password').fill(NEW);
    await field('Confirm password').fill(NEW);
    await change();
    await page.getByRole('alert').getByText('This is not your current password.').waitFor();
    expect(await described(page, 'Current password')).toContain('This is not your current password.');
    await look('a wrong current password');
    await field('Current password').fill(old);
    await field('New password').fill(`${email.slice(0, 8)}9`);
    await field('Confirm password').fill(`${email.slice(0, 8)}9`);
    await change();
    await page.locator('[id$="-error"]').filter({ hasText: 'base your password on your name' }).waitFor();
    await field('New password').fill(NEW);
    await field('Confirm password').fill(NEW);
    await change();
    await page.getByRole('status').getByText('Your password has been changed. Other devices have been logged out.').waitFor();
    expect([await field('Current password').inputValue(), await field('New password').inputValue()]).toEqual(['', '']);

    await page.reload();
    await field('Current password').waitFor();
    expect(page.url()).toBe(`${origin}/index/profile`);
    await there.page.reload();
    await there.page.waitForURL(/\/login/);
    expect([findings, pageErrors]).toEqual([[], []]);
    await here.close();
    await there.close();
  });
});
