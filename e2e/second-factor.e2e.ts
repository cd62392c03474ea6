import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from './accessibility.ts';
import { enterCredentials, logIn, logInByForm } from './actions.ts';
import { BRANDS, type BrandName, DESKTOP_WIDTH, PASSWORD, projectsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();
beforeAll(async () => {
  await sql`update customer set terms_agreed_version = 1, privacy_agreed_version = 1`.execute(database.db);
});

const admins: Record<BrandName, string> = {
  sundial: 'admin@meridian.example',
  alder: 'admin@hallam.example',
  brackwell: 'admin@corvane.example',
};

/** Decodes the QR code from a screenshot, as a phone's camera would. */
async function scan(page: Page): Promise<TOTP> {
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
  await picture.scrollIntoViewIfNeeded();
  const png = (await picture.screenshot()).toString('base64');
  const { width, height, data } = await page.evaluate(async (encoded) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    return {
      width: bitmap.width,
      height: bitmap.height,
      // As one text: as a list of numbers, it takes seconds to get here.
      data: context.getImageData(0, 0, bitmap.width, bitmap.height).data.join(),
    };
  }, png);
  return URI.parse(decodeQR({ width, height, data: Uint8Array.from(data.split(','), Number) })) as TOTP;
}

/** Waits for the next step of authenticator apps where it begins soon: a code of the step before would be too old when it arrives. */
async function avoidEndOfStep(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 6000) await delay(leftMs); // waits because an app shows a code for 30 s
}

/** The code of a time step, counted from the current one. */
const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 });

/** Waits for the recovery codes. Where they do not come, says what the page shows instead, and where the focus is. */
async function waitForRecoveryCodes(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'I have saved the codes' })
    .waitFor()
    .catch(async (error: Error) => {
      const shown = await page.evaluate(() => ({
        alerts: [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
        card: document.querySelector('#second-factor')?.textContent,
        focus: document.activeElement?.outerHTML.slice(0, 200),
        code: document.querySelector<HTMLInputElement>('input[name=otp]')?.value,
      }));
      throw new Error(`${error.message}\n${JSON.stringify(shown)}`);
    });
}

async function enterPassword(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await enterCredentials(page, email);
  await page.getByLabel('Code', { exact: true }).waitFor();
}

describe.each(projectsFor('second-factor'))('an administrator at %s, at %i px', (brand, width) => {
  it('turns a second factor on, logs in with codes and recovery codes, and turns it off', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, pageErrors, close } = visitor;
    const findings: string[] = [];
    const look = async (state: string) =>
      findings.push(...(await findAxeViolations(page)).map((finding) => `${state}: ${finding}`));
    const card = page.locator('section#second-factor');
    await logIn(visitor, admins[brand], '/index/profile');
    await card.getByRole('button', { name: 'Turn on second factor' }).waitFor();
    await look('off');
    await card.getByRole('button', { name: 'Turn on second factor' }).click();
    await card.getByLabel('Password', { exact: true }).fill('wrong');
    await card.getByRole('button', { name: 'Continue' }).click();
    await card.getByText('The password is not correct.').waitFor();
    await look('wrong password');
    await card.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await card.getByRole('button', { name: 'Continue' }).click();
    const app = await scan(page);
    expect(app.issuer).toBe(BRANDS[brand].company);
    expect(app.label).toBe(admins[brand]);
    await look('scan');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const key = (await card.locator('code').first().textContent()) ?? '';
    expect(key.replaceAll(' ', '')).toBe(app.secret.base32);
    await card.getByLabel('2. Enter the code shown in the app').fill(codeOf(app, -9));
    await card.getByRole('button', { name: 'Turn on second factor' }).click();
    await page.getByRole('alert').getByText('This code is wrong.').waitFor();
    await avoidEndOfStep();
    await card.getByLabel('2. Enter the code shown in the app').fill(codeOf(app, -1));
    await card.getByRole('button', { name: 'Turn on second factor' }).click();
    await card.getByText('Your second factor is on.').waitFor();
    expect(await page.getByRole('alert').getByText('This code is wrong.').count()).toBe(0);
    await look('recovery codes');
    const recoveryCodes = await card.locator('li code').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await card.getByRole('button', { name: 'I have saved the codes' }).click();
    await card.getByText('You have 10 recovery codes left.').waitFor();
    await look('on');

    await enterPassword(page, origin, admins[brand]);
    await look('code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Code is required').waitFor();
    await look('code missing');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('main')
      .getByText(/^This code is wrong or has already been used\./)
      .waitFor();
    await look('code refused');
    await page.getByLabel('Code', { exact: true }).fill(codeOf(app));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\//);

    await enterPassword(page, origin, admins[brand]);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[3]?.toUpperCase() ?? '');
    await look('recovery code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/index\//);

    await page.goto(`${origin}/index/profile`);
    await card.getByText('You have 9 recovery codes left.').waitFor();
    await card.getByRole('button', { name: 'Turn off second factor' }).click();
    await card.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await card.getByRole('button', { name: 'Turn off second factor' }).click();
    await card.getByText('Code is required').waitFor();
    await card.getByLabel('Code', { exact: true }).fill(recoveryCodes[4] ?? '');
    await look('turning it off');
    await card.getByRole('button', { name: 'Turn off second factor' }).click();
    await card.getByRole('button', { name: 'Turn on second factor' }).waitFor();
    await logInByForm(visitor, admins[brand]);

    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('the code at the login', () => {
  it('allows going back to the password, and keeps the email', async () => {
    const email = 'north.admin@meridian.example';
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, origin, close } = visitor;
    await logIn(visitor, email, '/index/profile');
    await page.getByRole('button', { name: 'Turn on second factor' }).click();
    await page.locator('#second-factor').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const app = await scan(page);
    await avoidEndOfStep();
    await page.getByLabel('2. Enter the code shown in the app').fill(codeOf(app, -1));
    await page.keyboard.press('Enter');
    await waitForRecoveryCodes(page);

    await enterPassword(page, origin, email);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('otp');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');

    // With the keyboard alone.
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('otp');
    await page.keyboard.type(codeOf(app));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\//);
    await close();
  });

  it('is available to administrators only: others see nothing about it in their profile', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, waitForNetworkIdle, close } = visitor;
    await logIn(visitor, BRANDS.sundial.buyer, '/index/profile');
    await page.getByRole('heading', { name: 'Password' }).waitFor();
    await waitForNetworkIdle();
    expect(await page.getByText('Second factor').count()).toBe(0);
    await close();
  });
});
