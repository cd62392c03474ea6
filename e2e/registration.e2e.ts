import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aRegistrationLink } from '#api/testing/registrations.ts';
import { DEMO } from '#demo/demo.ts';
import { findAxeViolations } from './accessibility.ts';
import { DESKTOP_WIDTH, ORGANISATION, type PageSession, PHONE_WIDTH, projectsFor, widthsFor } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const PASSWORD = 'Kettle & moss 71';
const TOKENS = {
  sundial: DEMO.registrationTokens.meridian,
  alder: DEMO.registrationTokens.hallam,
  brackwell: DEMO.registrationTokens.corvane,
};
const SENT =
  'You have been sent an email to confirm your email address. Please follow the instructions within the email. Once you have created a password you can login here.';
const RECEIVED =
  'Your registration request has been received. An administrator will validate your request and if approved, you will be sent an email with further information in order to create a password.';
const INVALID = 'The activation link is not valid or has expired.';

const { portal, database, mailJobs } = usePagesWithMail();

const register = (page: Page) => page.getByRole('button', { name: 'Register', exact: true });
/** How many pixels of a page are beyond its right edge. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Opens a link and collects what axe finds in each state that is checked. */
async function open({ page, origin }: PageSession, token: string) {
  const findings: string[] = [];
  await page.goto(`${origin}/register?token=${token}`);
  await page.getByRole('heading', { level: 1, name: 'Register', exact: true }).waitFor();
  const look = async (state: string) => {
    findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));
    if ((await overflow(page)) > 0) findings.push(`${state}: wider than the window`);
  };
  return { findings, look };
}

async function enterName(page: Page, email = `${randomUUID()}@new.example`): Promise<string> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Applicant');
  await page.getByLabel('Email').fill(email);
  return email;
}

/** Fills in all fields besides name and email, with the first option of each list. */
async function enterTheRest(page: Page): Promise<void> {
  for (const [label, text] of [
    ['Employee number', 'E-1042'],
    ['PO number', 'PO-7'],
  ] as const)
    if (await page.getByLabel(label).count()) await page.getByLabel(label).fill(text);
  for (const label of ['Gender', 'Destination', 'Business area', 'Wardrobe'])
    if (await page.getByLabel(label).count()) await page.getByLabel(label).selectOption({ index: 1 });
  if (await page.getByRole('button', { name: /^Departments/ }).count()) {
    await page.getByRole('button', { name: /^Departments/ }).click();
    await page.getByRole('group', { name: 'Departments' }).getByRole('checkbox').first().check();
  }
}

describe.each(projectsFor('registration'))('a person with a link of %s, at %i px', (brand, width) => {
  it('registers, confirms by email, sets a password and logs in', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, pageErrors } = visitor;
    const { findings, look } = await open(visitor, TOKENS[brand].confirm);
    await register(page).waitFor();

    // The organisation's own logo and colour, without a session.
    expect(await page.getByRole('img', { name: 'Your organisation' }).getAttribute('src')).toMatch(
      /^\/logos\/(meridian|hallam|corvane)\.svg$/,
    );
    const own = await database.db
      .selectFrom('organisation')
      .select('primary_colour')
      .where('id', '=', ORGANISATION[brand])
      .executeTakeFirstOrThrow();
    const colour = await register(page).evaluate((button) => getComputedStyle(button).backgroundColor);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(own.primary_colour?.slice(at, at + 2) ?? '', 16));
    expect(colour).toBe(`rgb(${red}, ${green}, ${blue})`);
    expect(await page.getByRole('link', { name: 'Go to the login page', exact: true }).getAttribute('href')).toBe('/login');

    await register(page).click();
    await page.getByText('First name is required.', { exact: true }).waitFor();
    // The focus moves in the next frame.
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)).toBe('firstName');
    await look('form with errors');
    const email = await enterName(page);
    await enterTheRest(page);
    await look('filled form');
    await register(page).click();
    await page.getByText(SENT, { exact: true }).waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'You have been sent' }).textContent()).toBe(SENT);
    expect(await page.getByRole('link', { name: 'here', exact: true }).getAttribute('href')).toBe('/login');
    await look('sent');

    await page.goto(origin + (await mailJobs.waitForMailedLink(email, '/userActivation')));
    await page.getByLabel('Set password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Your account is ready to use. Please login here.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'login here' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/(index\/|preferences)/);

    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('that requires approval sees that an administrator will decide', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, pageErrors } = visitor;
    const { findings, look } = await open(visitor, TOKENS[brand].approval);
    await enterName(page);
    await enterTheRest(page);
    await register(page).click();
    await page.getByText(RECEIVED, { exact: true }).waitFor();
    expect(await register(page).count()).toBe(0);
    await look('received');

    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});

describe('the registration screen', () => {
  it('shows a skeleton during the check, and a spinner in the button until the response', async () => {
    const visitor = await portal.openPage('alder', PHONE_WIDTH);
    const { page, origin, pageErrors } = visitor;
    let release = () => {};
    const hold = async (pattern: string) => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(pattern, async (route) => {
        await held;
        await route.continue();
      });
    };
    await hold('**/api/checkregistrationtoken*');
    await page.goto(`${origin}/register?token=${TOKENS.alder.approval}`);
    await page.getByRole('status', { name: 'Please wait a moment.' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    release();
    await enterName(page);
    await enterTheRest(page);
    await hold('**/api/registerwithtoken');
    await register(page).click();
    await page.locator('button[type=submit][data-loading]').waitFor();
    expect(await page.locator('button[type=submit]').isDisabled()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    release();
    await page.getByText(RECEIVED, { exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it.each(widthsFor('registration'))('shows that a link is not valid and what to do next, at %i px', async (width) => {
    const revoked = await aRegistrationLink(database.db, { revoked: true });
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    await page.goto(`${origin}/Register/?token=${revoked.token}`);
    await page.getByText(INVALID, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Go to the login page', exact: true }).waitFor();
    expect([await register(page).count(), await findAxeViolations(page), (await overflow(page)) > 0]).toEqual([0, [], false]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('shows the server’s error when the check is refused, and tries again', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin } = visitor;
    let refused = 0;
    while (refused === 0) {
      const reply = await page.request.get(`${origin}/api/checkregistrationtoken?token=nonsense`);
      if (reply.status() === 429) refused = reply.status();
    }
    await page.goto(`${origin}/register?token=nonsense`);
    await page.getByRole('alert').getByText('Too many requests. Please wait a moment and try again.').first().waitFor();
    await page.getByRole('heading', { name: 'The registration link could not be checked.' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    // Valid links are not affected.
    await page.goto(`${origin}/register?token=${TOKENS.sundial.confirm}`);
    await register(page).waitFor();
    await visitor.close();
  });

  it('can be filled in with the keyboard', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { token } = await aRegistrationLink(database.db, { type: 3, asks: ['gender', 'resort'] });
    await open(visitor, token);
    await page.getByLabel('First name').focus();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Applicant');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${randomUUID()}@new.example`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fem');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lang');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Reception');
    expect(await page.getByRole('group', { name: 'Departments' }).isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Register');
    await page.keyboard.press('Enter');
    await page.getByText(RECEIVED, { exact: true }).waitFor();
    // The focus moves to the description of what happens next.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(RECEIVED);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
