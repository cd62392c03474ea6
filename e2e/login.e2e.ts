import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { aPerson } from '#api/testing/builders.ts';
import { findAxeViolations } from './accessibility.ts';
import { logIn, logInByForm, waitForLoginForm } from './actions.ts';
import { followLink } from './page-checks.ts';
import { BRANDS, DESKTOP_WIDTH, PASSWORD, PHONE_WIDTH, projectsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const button = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const banner = (page: Page) => page.getByRole('alert');

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page).click();
}

/** A one-time key of a login link. */
async function aKey(email: string): Promise<string> {
  const { secret, hash } = newToken();
  await sql`insert into login_key (hash, organisation_id, customer_id, purpose, expires_at)
     select ${hash}, organisation_id, id, 'single_sign_on', now() + interval '5 minutes' from customer where email = ${email}`.execute(
    database.db,
  );
  return secret;
}

describe.each(projectsFor('login'))('the login of %s, at %i px', (brand, width) => {
  it('shows what is missing or wrong, is accessible, and leads to pages in the colours of the organisation', async () => {
    const { page, origin, pageErrors, close } = await portal.openPage(brand, width);
    const findings: string[] = [];
    const look = async (state: string) =>
      findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));
    await page.goto(`${origin}/login`);
    await waitForLoginForm(page);
    await page.getByRole('img', { name: BRANDS[brand].company }).waitFor();

    await button(page).click();
    await page.getByText('Email is required', { exact: true }).waitFor();
    await page.getByText('Password is required', { exact: true }).waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('username');
    await look('field errors');

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/token', async (route) => {
      await held;
      await route.continue();
    });
    await enter(page, 'unknown@made.example', 'wrong');
    await page.locator('button[type=submit]:disabled .mantine-Loader-root, button[type=submit]:disabled[data-loading]').waitFor();
    expect(await page.locator('button[type=submit]').isDisabled()).toBe(true);
    await look('loading');
    release();
    await banner(page).getByText('The email or password is incorrect.').waitFor();
    // Shown in the banner, which disappears, and in the form, where it stays.
    expect(await page.getByText('The email or password is incorrect.').count()).toBe(2);
    await look('server error');
    expect(await button(page).isEnabled()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe('unknown@made.example');

    await page.getByRole('link', { name: 'Forgot your password?', exact: true }).click();
    await page.waitForURL(/\/passwordrecovery$/);

    await logInByForm({ page, origin }, BRANDS[brand].buyer);
    const { rows } = await sql<{ colour: string }>`select lower(primary_colour) as colour from organisation
      join customer on customer.organisation_id = organisation.id where email = ${BRANDS[brand].buyer}`.execute(database.db);
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
    await expect.poll(colour).toBe(rows[0]?.colour);

    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await close();
  });
});

it('the company label is that of the brand named by `ref`, whose text is never shown', async () => {
  const { page, origin, pageErrors, close } = await portal.openPage('alder', DESKTOP_WIDTH);
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>brackwell';
  await page.goto(`${origin}/login?ref=${encodeURIComponent(hostile)}`);
  await waitForLoginForm(page);

  expect(await page.locator('footer p').first().textContent()).toBe('Brackwell Workwear');
  expect(await page.content()).not.toContain(hostile);
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(hostile);
  expect(pageErrors).toEqual([]);
  await close();
});

describe('a login link', () => {
  it('logs in immediately and only once, ignores the previous session’s page, and removes the key from the address', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, pageErrors, close } = visitor;
    await logInByForm(visitor, 'admin@meridian.example');
    const key = await aKey(BRANDS.sundial.buyer);

    await page.goto(`${origin}/login?auto=${key}&returnUrl=${encodeURIComponent('/index/orders?page=2')}`);
    await page.waitForURL(/\/index\/adhoc-order$/);
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByText(BRANDS.sundial.buyer).waitFor();
    expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain(key);

    await page.goto(`${origin}/login?auto=${key}`);
    await banner(page).getByText('This login link is not valid or has expired.').waitFor();
    expect(page.url()).toBe(`${origin}/login`);
    expect(pageErrors).toEqual([]);
    await close();
  });
});

// Which page belongs to which permission: landing.test.ts.
describe('the page after the login', () => {
  it('shows wearers their uniform and size, and offers nothing else', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, close } = visitor;
    await logInByForm(visitor, 'staff@meridian.example');

    expect(new URL(page.url()).pathname).toBe('/index/uniform-builder');
    await page.getByRole('link', { name: /^Your uniform, / }).waitFor();
    for (const name of ['Chosen so far', 'Your size']) await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByRole('radiogroup', { name: 'Size' }).waitFor();
    const items = await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link').allTextContents();
    expect(items).toEqual(['My uniform', 'Orders']);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'View your size' }).click();
    await page.waitForURL(/\/index\/size$/);
    await close();
  });

  it('is the stock enquiry for those who may only look at it, which filters while they type and finds the same rows by its address', async () => {
    const { db } = database;
    const role = await sql<{
      id: number;
    }>`insert into role (organisation_id, name) values (1, 'Stock clerk') returning id`.execute(db);
    const roleId = role.rows[0]?.id;
    await sql`insert into role_permission values (1, ${roleId}, 'AllowStockEnquiry')`.execute(db);
    const { id, email } = await aPerson(db, { role: 'Staff' });
    await sql`update customer_role set role_id = ${roleId} where customer_id = ${id} and role_id = 34`.execute(db);
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, origin, pageErrors, close } = visitor;
    await logIn(visitor, email, '/index');

    await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Colour', exact: true }).click();
    await page.getByRole('textbox', { name: 'Find colour' }).fill('navy');
    await page.getByRole('button', { name: 'Navy', exact: true }).click();
    await page.getByRole('button', { name: 'Colour: Navy' }).waitFor();
    expect(page.url()).toBe(`${origin}/index/stock?colour=Navy`);
    await page.reload();
    const rows = page.getByRole('list', { name: 'Stock' }).getByRole('listitem');
    await rows.filter({ hasText: 'Navy' }).nth(9).waitFor();
    expect([await rows.count(), await rows.getByRole('link').count(), await rows.getByRole('button').count()]).toEqual([
      10, 0, 0,
    ]);
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('is the preferences where terms must be accepted first; they cannot be skipped, and lead to the requested page', async () => {
    const { page, origin, pageErrors, close } = await portal.openPage('alder', DESKTOP_WIDTH);
    const savedRedirect = () => page.evaluate(() => sessionStorage.getItem('livery.destination'));
    await page.goto(`${origin}/login`);
    await enter(page, 'admin@hallam.example', PASSWORD);
    await page.waitForURL(/\/preferences$/);
    expect(await savedRedirect()).toBe('/index/home');

    await page.goto(`${origin}/index/orders?page=1`);
    await page.waitForURL(/\/preferences$/);
    expect(await savedRedirect()).toBe('/index/orders?page=1');

    await page.goto(`${origin}/login`);
    await waitForLoginForm(page);
    expect(await savedRedirect()).toBeNull();
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('is the login with an error for a person without a permission for any page', async () => {
    const email = 'staff@hallam.example';
    await sql`delete from customer_role where role_id <> 3 and customer_id = (select id from customer where email = ${email})`.execute(
      database.db,
    );
    const { page, origin, close } = await portal.openPage('alder', DESKTOP_WIDTH);
    await page.goto(`${origin}/login`);
    await enter(page, email, PASSWORD);

    await banner(page).getByText('Error no landing page has been set', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await close();
  });

  it('is the login with an error if the response has no token', async () => {
    const { page, origin, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    // Our server never responds like this, but a proxy might.
    await page.route('**/api/token', (route) => route.fulfill({ json: { token_type: 'bearer' } }));
    await page.goto(`${origin}/login`);
    await enter(page, BRANDS.sundial.buyer, PASSWORD);

    await banner(page).getByText('Error autheticating', { exact: true }).waitFor();
    await close();
  });

  it('is the login for every path that is no page', async () => {
    const { page, origin, pageErrors, close } = await portal.openPage('brackwell', DESKTOP_WIDTH);
    const expectLogin = async () => {
      await page.getByLabel('Email').waitFor();
      // The form is rendered before the address changes.
      await page.waitForURL(({ pathname }) => pathname.toLowerCase() === '/login');
    };
    for (const path of ['/', '/wp-admin', '/index/nowhere']) {
      await page.goto(origin + path);
      await expectLogin();
    }
    for (const path of ['/nowhere', '/admin', '/LOGIN', '/login/more']) {
      await followLink(page, path);
      await expectLogin();
    }
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('opening the login', () => {
  it('logs out in the browser and on the server, and the next login gets new tokens', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, close } = visitor;
    const tokens = () =>
      page.evaluate(() => [localStorage.getItem('livery.accessToken'), localStorage.getItem('livery.refreshToken')] as string[]);
    const statusOf = (token: string | undefined) =>
      page.evaluate(
        async (bearer) => (await fetch('/api/customerprofile', { headers: { authorization: `Bearer ${bearer}` } })).status,
        token,
      );
    await logInByForm(visitor, BRANDS.sundial.buyer);
    const before = await tokens();
    expect(await statusOf(before[0])).toBe(200);

    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').waitFor();
    await page.waitForFunction(() => localStorage.length === 0);
    await expect.poll(() => statusOf(before[0])).toBe(401);
    await logInByForm(visitor, BRANDS.sundial.buyer);
    const after = await tokens();

    expect(new Set([...before, ...after]).size).toBe(4);
    await close();
  });
});

describe('a return URL', () => {
  // What URL parsers treat most differently; return-url.test.ts has hundreds more.
  const hostile = ['/\\evil.example', 'javascript:alert(document.domain)'];

  it('that is malicious leads to the landing page, in a real browser', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, pageErrors, close } = visitor;
    for (const returnUrl of hostile) {
      await page.goto(`${origin}/login?returnUrl=${encodeURIComponent(returnUrl)}`);
      await enter(page, BRANDS.sundial.buyer, PASSWORD);
      await page.waitForURL(/\/index\//);
      expect([returnUrl, page.url()]).toEqual([returnUrl, `${origin}/index/adhoc-order`]);
    }
    await page.goto(`${origin}/login?returnUrl=${encodeURIComponent('/index/orders?page=1')}`);
    await enter(page, BRANDS.sundial.buyer, PASSWORD);
    await page.waitForURL(`${origin}/index/orders?page=1`);
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('a person using only the keyboard', () => {
  it('reaches all controls of the login in order', async () => {
    const { page, origin, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    await page.goto(`${origin}/login`);
    await waitForLoginForm(page);
    const stops: string[] = [];
    for (let pressed = 0; pressed < 8; pressed += 1) {
      stops.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement;
          return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
        }),
      );
      await page.keyboard.press('Tab');
    }

    const links = ['Forgot your password?', 'Help', 'Terms', 'Privacy'];
    expect(stops).toEqual(['Email', 'Password', 'Show password', 'Login', ...links]);
    await page.getByLabel('Email').focus();
    await page.keyboard.type(BRANDS.sundial.buyer);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\//);
    await close();
  });
});
