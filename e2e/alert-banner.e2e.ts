import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations } from './accessibility.ts';
import { DESKTOP_WIDTH, PASSWORD, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

describe('the banner', () => {
  const shown = (page: Page) => page.getByRole('alert').locator('p');

  async function failToLogIn(page: Page): Promise<void> {
    await page.getByLabel('Email').fill('unknown@made.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    await shown(page).waitFor();
  }

  it.each([PHONE_WIDTH, DESKTOP_WIDTH])('is fixed at the top and can be closed, at %i px', async (width) => {
    const { page, origin, close } = await portal.openPage('sundial', width);
    await page.goto(`${origin}/login`);
    await failToLogIn(page);
    const place = await page.evaluate(() => {
      const banner = document.querySelector('[role=alert] > div') as HTMLElement;
      scrollTo(0, 500);
      return {
        top: banner.getBoundingClientRect().top,
        position: getComputedStyle(banner.parentElement?.parentElement as Element).position,
      };
    });
    expect(place.position).toBe('fixed');
    // While it comes in it moves down by a few pixels.
    expect(place.top).toBeGreaterThanOrEqual(4);
    expect(place.top).toBeLessThanOrEqual(12);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Close message' }).click();
    await shown(page).waitFor({ state: 'detached' });
    await close();
  });

  it('disappears when the page changes, unless it is persistent', async () => {
    const { page, origin, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    await page.goto(`${origin}/login`);
    await failToLogIn(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL(/\/passwordrecovery/);
    await shown(page).waitFor({ state: 'detached' });

    // A persistent message survives the redirect to the login, and disappears with the next page.
    await sql`delete from customer_role where role_id <> 3 and customer_id = (select id from customer where email = 'new.starter@meridian.example')`.execute(
      database.db,
    );
    const token = await page.evaluate(
      async (form) =>
        (
          (await (await fetch('/api/token', { method: 'POST', body: new URLSearchParams(form) })).json()) as {
            access_token: string;
          }
        ).access_token,
      { grant_type: 'password', username: 'new.starter@meridian.example', password: PASSWORD },
    );
    await page.evaluate((given) => {
      localStorage.setItem('livery.accessToken', given);
      localStorage.setItem('livery.accessTokenExpiry', String(Date.now() + 3_000_000));
    }, token);
    await page.goto(`${origin}/index`);
    await page.waitForURL(/\/login$/);
    await page.getByRole('alert').getByText('Error no landing page has been set', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await shown(page).waitFor({ state: 'detached' });
    await close();
  });
});
