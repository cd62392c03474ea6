import { sql } from 'kysely';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { chooseAvailableOptions, enterCredentials, logIn, logInByForm } from './actions.ts';
import { followLink } from './page-checks.ts';
import { BRANDS, DESKTOP_WIDTH, PASSWORD } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const buyer = BRANDS.sundial.buyer;
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
/** Sets the stored expiry of the access token to this number of seconds from now. */
const expireIn = (page: Page, seconds: number) =>
  page.evaluate((at) => localStorage.setItem('livery.accessTokenExpiry', String(at)), Date.now() + seconds * 1000);
const isRenewal = (request: Request) =>
  request.url().endsWith('/api/token') && (request.postData() ?? '').includes('grant_type=refresh_token');
const openMenu = (page: Page) => page.getByRole('button', { name: /Your account/ }).click();
/** Causes a request to the server, as any click does. */
const causeRequest = (page: Page) => page.getByRole('link', { name: 'Orders' }).first().click();

describe('a session', () => {
  it('is renewed once for two tabs that need it at the same time, within five minutes of its end', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, origin, pageErrors, waitForNetworkIdle, close } = visitor;
    await logInByForm(visitor, buyer);
    const other = await context.newPage();
    await other.goto(`${origin}/index/cart`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await waitForNetworkIdle();
    // A renewal that is interrupted by a reload is repeated with the same token, and gets the same new tokens.
    const renewals = new Set<string | null>();
    for (const tab of [page, other])
      tab.on(
        'response',
        (response) => isRenewal(response.request()) && response.ok() && renewals.add(response.request().postData()),
      );
    const before = await stored(page);

    await expireIn(page, 600);
    await Promise.all([causeRequest(page), other.reload()]);
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await other.getByRole('heading', { level: 1 }).waitFor();
    expect([...renewals]).toEqual([]);

    await expireIn(page, 240);
    await Promise.all([page.reload(), other.reload()]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await other.getByRole('heading', { level: 1 }).waitFor();
    await waitForNetworkIdle();
    const after = await stored(other);

    expect([...renewals]).toHaveLength(1);
    expect(after['livery.accessToken']).not.toBe(before['livery.accessToken']);
    expect(await stored(page)).toEqual(after);
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('continues after a reload, at an unknown address and in a new tab, as long as it exists on the server', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, origin, close } = visitor;
    await logIn(visitor, buyer);
    const landing = page.url();

    await page.goto(`${origin}/index/no-such-page`);
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    await openMenu(page);
    await page.getByText(buyer).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Go to your start page' }).click();
    await page.waitForURL(landing);
    await page.goto(origin);
    await page.waitForURL(landing);

    const other = await context.newPage();
    await other.goto(`${origin}/index/orders`);
    await other.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();

    await page.evaluate(() => localStorage.setItem('livery.accessToken', 'x'.repeat(43)));
    await page.evaluate(() => localStorage.setItem('livery.refreshToken', 'y'.repeat(43)));
    await page.reload();
    await page.waitForURL(/\/login\?returnUrl=/);
    expect(await stored(page)).toEqual({});
    await close();
  });

  it('is kept in memory where storage throws, from login to logout', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, pageErrors, close } = visitor;
    await context.addInitScript(() => {
      for (const method of ['getItem', 'setItem', 'removeItem', 'clear'] as const)
        Storage.prototype[method] = () => {
          throw new DOMException('no storage here', 'SecurityError');
        };
    });
    await logInByForm(visitor, buyer);
    await causeRequest(page);
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await openMenu(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(/\/login$/);

    await page.evaluate(() => history.pushState(null, '', '/index/orders'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await page.waitForURL(/\/login/);
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('logging out', () => {
  it('ends the session in every tab, empties the storage of all that a log-in stores, and the device stays known', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, origin, close } = visitor;
    await logInByForm(visitor, buyer);
    await causeRequest(page);
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();

    // The tokens, their expiry and the login marker, and nothing about the person.
    const items = await stored(page);
    expect(Object.keys(items).sort()).toEqual([
      'livery.accessToken',
      'livery.accessTokenExpiry',
      'livery.login',
      'livery.refreshToken',
    ]);
    expect(JSON.stringify(items)).not.toMatch(/@|meridian|buyer/i);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/@|meridian/i);
    // Scripts cannot read the cookie that identifies the known device.
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(
      (await context.cookies()).map(({ name, httpOnly, secure, sameSite }) => ({ name, httpOnly, secure, sameSite })),
    ).toEqual([{ name: '__Host-livery-device', httpOnly: true, secure: true, sameSite: 'Strict' }]);
    const other = await context.newPage();
    await other.goto(`${origin}/index/orders?page=0`);
    await other.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const { 'livery.accessToken': token } = items;
    const answer = page.waitForResponse(
      (response) => response.url().endsWith('/api/logout') && 'authorization' in response.request().headers(),
    );

    await openMenu(page);
    await page.getByRole('button', { name: 'Log out' }).click();

    expect((await (await answer).allHeaders())['clear-site-data']).toBe('"storage"');
    // A logout, not an expiry: there is no returnUrl.
    await page.waitForURL(`${origin}/login`);
    await other.waitForURL(`${origin}/login`);
    expect(await stored(other)).toEqual({});
    const status = await other.evaluate(
      async (bearer) => (await fetch('/api/customerprofile', { headers: { authorization: `Bearer ${bearer}` } })).status,
      token,
    );
    expect([status, (await context.cookies()).length]).toEqual([401, 1]);
    await close();
  });
});

describe('a session that was ended elsewhere', () => {
  const revoke = (email: string) =>
    sql`update session set revoked_at = now() where customer_id = (select id from customer where email = ${email})`.execute(
      database.db,
    );

  it('leads to the login with the next click in every tab, and then back to the page of each tab', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, origin, pageErrors, waitForNetworkIdle, close } = visitor;
    await logIn(visitor, buyer, '/index/orders?page=1');
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const other = await context.newPage();
    await other.goto(`${origin}/index/cart`);
    await other.getByRole('heading', { level: 1 }).waitFor();

    await revoke(buyer);
    await portal.settled();
    await page.reload();

    await page.waitForURL(`${origin}/login?returnUrl=${encodeURIComponent('/index/orders?page=1')}`);
    await other.waitForURL(`${origin}/login?returnUrl=${encodeURIComponent('/index/cart')}`);
    await enterCredentials(page, buyer);
    await page.waitForURL(`${origin}/index/orders?page=1`);
    await enterCredentials(other, buyer);
    await other.waitForURL(`${origin}/index/cart`);
    // The first tab stays where it is: it is the same person, who may have begun to type.
    await waitForNetworkIdle();
    expect(page.url()).toBe(`${origin}/index/orders?page=1`);
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('by a new password is over with the next click', async () => {
    const email = 'approver@hallam.example';
    const visitor = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page, waitForNetworkIdle, close } = visitor;
    await logInByForm(visitor, email);
    await waitForNetworkIdle();
    await sql`update customer set password_hash = ${await hashPassword(PASSWORD)} where email = ${email}`.execute(database.db);
    await portal.settled();

    await causeRequest(page);

    await page.waitForURL(/\/login\?returnUrl=/);
    expect(await stored(page)).toEqual({});
    await close();
  });

  it('applies a new role with the next page, without a new login', async () => {
    const email = 'staff@meridian.example';
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, close } = visitor;
    await logIn(visitor, email, '/index/products');
    await page.waitForURL(/\/index\/uniform-builder/);

    await sql`update customer_role set role_id = 35 where role_id = 34 and customer_id = (select id from customer where email = ${email})`.execute(
      database.db,
    );
    await portal.settled();
    await page.goto(`${origin}/index/products`);

    await page.getByRole('searchbox', { name: 'Search products' }).waitFor();
    await close();
  });

  it('keeps unsaved input for the same person, and does not show it to another', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, waitForNetworkIdle, close } = visitor;
    const admin = 'admin@meridian.example';
    const add = () => page.getByRole('button', { name: /^Add / }).first().click();
    const revokeAnd = async (click: () => Promise<void>) => {
      await waitForNetworkIdle();
      await revoke(admin);
      await portal.settled();
      await click();
      await page.waitForURL(/\/login\?returnUrl=/);
    };
    await logIn(visitor, admin, '/index/products?keyword=polo');
    const garment = (await page.getByRole('article').first().getByRole('link').first().getAttribute('href')) ?? '';

    // A field of a form.
    await followLink(page, garment);
    await page.getByRole('radiogroup', { name: 'Size' }).waitFor();
    await chooseAvailableOptions(page.getByRole('main'));
    const quantity = page.getByRole('textbox', { name: /^Quantity/ });
    await quantity.fill('7');
    await revokeAnd(add);
    await enterCredentials(page, admin);
    await page.waitForURL(`${origin}${garment.split('?')[0]}**`);
    await expect.poll(() => quantity.inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Add to cart ·' }).waitFor();

    // A grid of many fields, of which the page shows some.
    await followLink(page, `${garment.split('?')[0]}?view=sizes`);
    const cells = page.locator('input[data-row]:not([readonly])');
    await cells.nth(0).fill('3');
    await cells.nth(1).fill('4');
    await revokeAnd(add);
    await enterCredentials(page, admin);
    await page.waitForURL(/view=sizes/);
    await expect.poll(async () => [await cells.nth(0).inputValue(), await cells.nth(1).inputValue()]).toEqual(['3', '4']);

    // Another person in the same browser.
    await revokeAnd(add);
    await enterCredentials(page, 'sales@meridian.example');
    await page.waitForURL(/view=sizes/);
    await cells.nth(0).waitFor();
    expect([await cells.nth(0).inputValue(), await cells.nth(1).inputValue()]).toEqual(['', '']);
    await close();
  });
});
