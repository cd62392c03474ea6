import { type Browser, chromium, type Page } from 'playwright-core';
import { demoPassword } from '#demo/demo-logins.ts';
import { findChromium } from '#tools/chromium.ts';
import { type Attack, type Finding, summarizeChecks } from '../attack.ts';

const TIMEOUT_MS = 20_000;

async function withPage(run: (page: Page) => Promise<Finding>): Promise<Finding> {
  const browser: Browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(TIMEOUT_MS);
    return await run(page);
  } finally {
    await browser.close();
  }
}

async function logInByPage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill('buyer@meridian.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: /^log ?in$/i }).click();
  await page.waitForURL(/\/index/);
}

/** Whether the page still has the session: the own name is on the profile page, not the form to log in. */
async function hasSession(page: Page, origin: string): Promise<boolean> {
  await page.goto(`${origin}/index/products`);
  await page.waitForLoadState('networkidle');
  return new URL(page.url()).pathname.startsWith('/index');
}

const logOutByLink: Attack = {
  name: 'Log someone out by a link to an unknown address',
  expected: 'below /index “Page not found” inside the shell, the empty path leads to the landing page, the session stays',
  needs: 'built pages',
  run: ({ origin }) =>
    withPage(async (page) => {
      const checks: Finding[] = [];
      for (const path of ['/index/no-such-page', '/index/orders/x/y/z', '/']) {
        await logInByPage(page, origin);
        await page.goto(`${origin}${path}`);
        await page.waitForLoadState('networkidle');
        const shown = new URL(page.url()).pathname;
        const says = path === '/' || (await page.getByText(/page not found/i).count()) > 0;
        const stays = await hasSession(page, origin);
        checks.push({
          held: shown.startsWith('/index') && says && stays,
          seen: `${path} shows ${shown}${says ? '' : ' without “Page not found”'}, the session ${stays ? 'stays' : 'is gone'}`,
        });
      }
      return summarizeChecks(checks);
    }),
};

const foreignReturnAddress: Attack = {
  name: 'Lead someone to another site after the log-in',
  expected: 'a `returnUrl` to another host, scheme or path outside the portal is dropped',
  needs: 'built pages',
  run: ({ origin }) =>
    withPage(async (page) => {
      const checks: Finding[] = [];
      for (const returnUrl of [
        'https://evil.example/',
        '//evil.example',
        '/\\evil.example',
        'javascript:alert(1)',
        '/docs/api',
      ]) {
        await page.goto(`${origin}/login?returnUrl=${encodeURIComponent(returnUrl)}`);
        await page.getByLabel('Email').fill('buyer@meridian.example');
        await page.getByLabel('Password', { exact: true }).fill(demoPassword);
        await page.getByRole('button', { name: /^log ?in$/i }).click();
        await page.waitForURL((url) => url.pathname !== '/login');
        const { origin: shown, pathname } = new URL(page.url());
        checks.push({
          held: shown === origin && pathname.startsWith('/index'),
          seen: `${returnUrl} leads to ${shown}${pathname}`,
        });
      }
      return summarizeChecks(checks);
    }),
};

/** Attacks that need a browser. */
export const browserAttacks: Attack[] = [logOutByLink, foreignReturnAddress];
