import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { listMailsTo } from '#api/testing/registrations.ts';
import { findAxeViolations } from './accessibility.ts';
import { logIn } from './actions.ts';
import { type BrandName, DESKTOP_WIDTH, ORGANISATION, PHONE_WIDTH, projectsFor, widthsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const LOADING = 'Making your request to opt out...';
const FAILED = 'Your opt out request was unsuccessful.';

const { portal, database } = usePages();

/** Resets the rate limit of ten requests a minute per network. */
const resetRateLimit = () => sql`delete from rate_limit where key like 'opt-out:%'`.execute(database.db);

async function aWearer(brand: BrandName = 'sundial', firstName = 'Una') {
  await resetRateLimit();
  // In the demonstration, only Meridian lets people opt out.
  await sql`update organisation set allow_opt_out = true where id = ${ORGANISATION[brand]}`.execute(database.db);
  const person = await aPerson(database.db, {
    organisationId: ORGANISATION[brand],
    role: 'Staff',
    groupIds: [],
    resortId: null,
    firstName,
  });
  const state = async () =>
    (
      await sql<{ guid: string; out: boolean }>`
        select opt_out_guid as guid, wardrobe_opt_out_at is not null as out from customer where id = ${person.id}`.execute(
        database.db,
      )
    ).rows[0] as { guid: string; out: boolean };
  return { ...person, state, guid: (await state()).guid };
}
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

describe.each(projectsFor('opt-out'))('a person at %s, at %i px', (brand, width) => {
  it('opts out with the link in an email, and can open it again', async () => {
    const wearer = await aWearer(brand);
    const { page, origin, pageErrors, close } = await portal.openPage(brand, width);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/wardrobepptout*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${origin}/wardrobeoptout?id=${wearer.guid}`);
    await page.getByText(LOADING, { exact: true }).waitFor();
    expect([await title(page), await findAxeViolations(page)]).toEqual(['Uniform Allocation Opt-Out', []]);
    release();

    for (const time of ['first', 'again']) {
      await page.getByRole('heading', { name: 'Uniform Allocation Opt-Out Confirmed', exact: true }).waitFor();
      await page
        .getByText(
          /^You have opted out of receiving a uniform through the uniform allocation programme\. No uniforms will be allocated/,
        )
        .waitFor();
      await page.getByText(/^If this was a mistake, you can undo it until \d/).waitFor();
      expect(await page.getByRole('link', { name: 'Go to login page', exact: true }).getAttribute('href')).toBe('/login');
      expect([time, await title(page), await findAxeViolations(page), (await overflow(page)) > 0]).toEqual([
        time,
        'Uniform Allocation Opt-Out',
        [],
        false,
      ]);
      if (time === 'first') await page.reload();
    }

    expect((await wearer.state()).out).toBe(true);
    expect((await listMailsTo(database.db, wearer.email)).map(({ template }) => template)).toEqual(['opted-out-by-link']);

    // The link of that mail asks; only its button undoes the opt-out.
    await page.goto(`${origin}/wardrobeoptout/undo?id=${wearer.guid}`);
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    expect([await title(page), await findAxeViolations(page), (await overflow(page)) > 0]).toEqual([
      'Undo your opt-out',
      [],
      false,
    ]);
    expect((await wearer.state()).out).toBe(true);
    await undo.click();
    await page.getByRole('heading', { name: 'Opt-out undone', exact: true }).waitFor();
    expect([(await wearer.state()).out, await findAxeViolations(page)]).toEqual([false, []]);
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('sees a message if the link is not valid', async () => {
    await resetRateLimit();
    const { page, origin, pageErrors, close } = await portal.openPage(brand, width);
    for (const path of ['/wardrobeoptout?id=00000000-0000-4000-8000-000000000000', '/wardrobeoptout?id=5', '/wardrobeoptout']) {
      await page.goto(origin + path);
      await page.getByText(FAILED, { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Go to login page', exact: true }).waitFor();
      expect([await title(page), await findAxeViolations(page), (await overflow(page)) > 0]).toEqual([
        'Uniform Allocation Opt-Out',
        [],
        false,
      ]);
    }
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('an opt-out link that is not visible', () => {
  it('does nothing in a window that is hidden, and acts once it is shown', async () => {
    const wearer = await aWearer();
    const { page, origin, waitForNetworkIdle, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/wardrobepptout') && requests.push(request.url()));
    await page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    });
    await page.goto(`${origin}/wardrobeoptout?id=${wearer.guid}`);
    await page.getByText(LOADING, { exact: true }).waitFor();
    await waitForNetworkIdle();
    expect([requests, (await wearer.state()).out]).toEqual([[], false]);

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByRole('heading', { name: 'Uniform Allocation Opt-Out Confirmed' }).waitFor();
    expect([requests.length, (await wearer.state()).out]).toEqual([1, true]);
    await close();
  });

  it('does nothing in a prerendered page', async () => {
    const wearer = await aWearer();
    const { page, origin, waitForNetworkIdle, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true });
    });
    await page.goto(`${origin}/wardrobeoptout?id=${wearer.guid}`);
    await page.getByText(LOADING, { exact: true }).waitFor();
    await waitForNetworkIdle();
    expect((await wearer.state()).out).toBe(false);
    await close();
  });

  it('does nothing for a scanner that opens the call itself, as a page, a picture or a frame', async () => {
    const wearer = await aWearer();
    const { page, origin, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    const call = `${origin}/api/wardrobepptout?customerGuid=${wearer.guid}`;
    await page.goto(call);
    expect(await page.locator('body').textContent()).toContain('You can only do this on the portal’s own pages.');
    await page.goto(`${origin}/login`);
    await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await new Promise((resolve) => {
        image.onload = image.onerror = resolve;
      });
    }, call);
    expect((await wearer.state()).out).toBe(false);
    await close();
  });
});

describe('an administrator', () => {
  it.each(widthsFor('opt-out'))('sees who opted out and undoes it; the used link stays invalid, at %i px', async (width) => {
    const wearer = await aWearer('sundial', width === PHONE_WIDTH ? 'Wanda' : 'Walburga');
    const visitor = await portal.openPage('sundial', width);
    const { page, origin, pageErrors } = visitor;
    await page.goto(`${origin}/wardrobeoptout?id=${wearer.guid}`);
    await page.getByRole('heading', { name: 'Uniform Allocation Opt-Out Confirmed' }).waitFor();

    await logIn(visitor, 'admin@meridian.example', '/index/registrations?show=opt-outs');
    await page.getByRole('searchbox', { name: 'Search people who opted out' }).fill(width === PHONE_WIDTH ? 'wanda' : 'walburga');
    await page.waitForURL(/q=wa/);
    await page.getByText(/^1–1 of 1 person$/).waitFor();
    expect([await findAxeViolations(page), (await overflow(page)) > 0]).toEqual([[], false]);
    await page.getByRole('button', { name: /^Undo the opt-out of Wa/ }).click();
    await page
      .getByRole('status')
      .getByText(/can be allocated a uniform again\.$/)
      .waitFor();
    await page.getByRole('heading', { name: 'No matching people' }).waitFor();
    expect((await wearer.state()).out).toBe(false);

    await page.goto(`${origin}/wardrobeoptout?id=${wearer.guid}`);
    await page.getByRole('heading', { name: 'Opt-out undone', exact: true }).waitFor();
    expect((await wearer.state()).out).toBe(false);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
