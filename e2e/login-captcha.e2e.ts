import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeCaptchaProvider, type FakeCaptchaProvider } from '#api/testing/fake-captcha-provider.ts';
import { findAxeViolations } from './accessibility.ts';
import {
  BRANDS,
  createE2ePortal,
  DESKTOP_WIDTH,
  type E2ePortal,
  PASSWORD,
  type PageSession,
  PHONE_WIDTH,
  projectsFor,
} from './portal.ts';

let provider: FakeCaptchaProvider;
let portal: E2ePortal;
beforeAll(async () => {
  provider = await createFakeCaptchaProvider();
  portal = await createE2ePortal({
    ...provider.environment('sundial'),
    ...provider.environment('alder'),
    ...provider.environment('brackwell'),
  });
  // This must happen before the server caches a brand.
  const database = new Client({ connectionString: portal.databaseUrl });
  await database.connect();
  await database.query(`update brand set captcha_enabled = true, captcha_public_key = 'public-key'`);
  await database.end();
});
afterAll(async () => {
  await portal?.close();
  await provider?.close();
});
beforeEach(() => {
  provider.behaviour = 'normal';
});

const box = (page: Page) => page.frameLocator('iframe[title=reCAPTCHA]').getByRole('checkbox', { name: 'I’m not a robot' });

const isTicked = (page: Page) => expect.poll(() => box(page).isChecked(), { timeout: 10_000 }).toBe(true);
/** The checkbox is in a frame with its own process, so moving the focus in and out takes a moment. */
const hasFocus = (target: Locator) =>
  expect
    .poll(() => target.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus()))
    .toBe(true);
async function tick(page: Page): Promise<void> {
  await box(page).click();
  await isTicked(page);
}

/** The errors of the page, without requests to the provider, which are allowed here. */
const otherErrors = ({ pageErrors }: PageSession) =>
  pageErrors.filter((error) => !error.includes(`the host: ${provider.origin}/recaptcha/`));

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

describe.each(projectsFor('login-captcha'))('where %s asks for a captcha, at %i px', (brand, width) => {
  it('a person ticks the box to log in, again after each failure', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, close } = visitor;
    const findings: string[] = [];
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill(BRANDS[brand].buyer);
    await box(page).waitFor();
    findings.push(...(await findAxeViolations(page)));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await enter(page, PASSWORD);
    await page.getByText('Please confirm that you are not a robot.').waitFor();
    findings.push(...(await findAxeViolations(page)));
    await tick(page);
    await page.getByText('Please confirm that you are not a robot.').waitFor({ state: 'detached' });

    await enter(page, 'wrong');
    await page.getByRole('alert').getByText('The email or password is incorrect.').waitFor();
    await expect.poll(() => box(page).isChecked()).toBe(false);
    await enter(page, PASSWORD);
    await page.getByText('Please confirm that you are not a robot.').waitFor();
    await tick(page);
    await enter(page, PASSWORD);
    await page.waitForURL(/\/index\//);

    expect(findings).toEqual([]);
    expect(otherErrors(visitor)).toEqual([]);
    await close();
  });
});

describe('a captcha', () => {
  it('lets no one log in, and shows why, when the provider does not respond to the portal', async () => {
    const { page, origin, close } = await portal.openPage('sundial', DESKTOP_WIDTH);
    provider.behaviour = 'down';
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill(BRANDS.sundial.buyer);
    await tick(page);
    await enter(page, PASSWORD);

    await page
      .getByRole('alert')
      .getByText(/^The security check is not available, so logging in is not possible right now\./)
      .waitFor();
    provider.behaviour = 'normal';
    await tick(page);
    await enter(page, PASSWORD);
    await page.waitForURL(/\/index\//);
    await close();
  });

  it('shows a message with a button to try again when the browser cannot reach the provider', async () => {
    const { page, origin, close } = await portal.openPage('sundial', PHONE_WIDTH);
    await page.route('**/recaptcha/api.js*', (route) => route.abort());
    await page.goto(`${origin}/login`);
    await page.getByText(/^The security check could not be loaded\./).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.unroute('**/recaptcha/api.js*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await box(page).waitFor();
    await close();
  });

  it('can be used with the keyboard alone', async () => {
    const { page, origin, close } = await portal.openPage('brackwell', DESKTOP_WIDTH);
    await page.goto(`${origin}/login`);
    await box(page).waitFor();
    await page.getByLabel('Email').focus();
    await page.keyboard.type(BRANDS.brackwell.buyer);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await hasFocus(box(page));
    await page.keyboard.press('Space');
    await isTicked(page);
    await page.keyboard.press('Tab');
    await hasFocus(page.getByRole('button', { name: 'Login' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\//);
    await close();
  });
});
