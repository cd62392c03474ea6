import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoPunchout } from '#demo/punchout-connections.ts';
import { findChromium } from '#tools/chromium.ts';
import { logInByForm } from './actions.ts';
import { BRANDS } from './portal.ts';
import { type BuyerSite, connectBuyerSite, openBuyerSite, startTrip } from './punchout-buyer.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

let buyer: BuyerSite;
let stranger: BuyerSite;
beforeAll(async () => {
  [buyer, stranger] = await Promise.all([openBuyerSite(), openBuyerSite('stranger.localhost')]);
  await connectBuyerSite(database.db, buyer);
});
afterAll(() => Promise.all([buyer.close(), stranger.close()]));

const begin = () => startTrip(portal.origin('brackwell'), buyer);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  buyer.returned.length = 0;
});

/** Flags without which no browser starts here, or it asks the network for what no story needs. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

/** The whole browser, where it is installed: the one of other stories, without a user interface, blocks no cookies of third parties. */
const WHOLE_CHROMIUM = '/usr/bin/chromium';

interface Choices {
  /** Without the flags of Playwright, which give up the separate storage of frames: none can then be used where cookies of third parties are blocked. */
  isPlain?: boolean;
  /** Whether cookies of third parties are blocked, as Debian's Chromium does by itself. Undefined: the browser of other stories. */
  blocksCookies?: boolean;
}

/** A browser with a profile of its own. */
async function openBrowser({ isPlain = false, blocksCookies }: Choices = {}): Promise<BrowserContext> {
  const profile = await mkdtemp(join(tmpdir(), 'livery-frames-'));
  if (blocksCookies === false) {
    await mkdir(join(profile, 'Default'));
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify({ profile: { cookie_controls_mode: 0 } }));
  }
  const ownFlags = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: blocksCookies === undefined ? await findChromium() : WHOLE_CHROMIUM,
    args: isPlain ? [...FLAGS, ...ownFlags] : FLAGS,
    ignoreDefaultArgs: isPlain,
    viewport: { width: 1100, height: 800 },
  });
  closing.push(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  });
  return context;
}

/** Puts a garment into the cart and reviews it, up to the button that returns it. */
async function shop(shown: Page | FrameLocator): Promise<void> {
  await shown
    .getByRole('list', { name: 'Products' })
    .getByRole('button', { name: /Dockside heavyweight T-shirt/ })
    .click();
  await shown.locator('input[data-row]').first().fill('1');
  const toAdd = shown.getByRole('region', { name: 'To add to your cart' });
  await toAdd.getByRole('button', { name: /^Add/ }).click();
  await toAdd.getByText('No pieces').waitFor();
  await shown.getByRole('link', { name: /^Cart/ }).first().click();
  await shown.getByRole('button', { name: 'Review and return' }).first().click();
}

const returnCart = (shown: Page | FrameLocator) =>
  shown.getByRole('button', { name: 'Return to Corvane purchasing' }).first().click();

/** What a page keeps in the storage of its session, or that it may keep nothing. */
const readStorage = (page: Page) =>
  page
    .frames()
    .at(-1)
    ?.evaluate(() => {
      try {
        return Object.keys(sessionStorage).includes('livery.trip');
      } catch {
        return 'throws';
      }
    });

describe('a trip in a frame of the buyer’s site', () => {
  it.runIf(existsSync(WHOLE_CHROMIUM)).each([
    { isPlain: false, blocksCookies: false, storage: true },
    { isPlain: false, blocksCookies: true, storage: 'throws' },
    { isPlain: true, blocksCookies: false, storage: true },
    { isPlain: true, blocksCookies: true, storage: true },
  ])('F1: returns its cart ($isPlain plain, cookies blocked: $blocksCookies)', async ({ storage, ...browser }) => {
    const context = await openBrowser(browser);
    const page = await context.newPage();
    await page.goto(buyer.framePage(await begin()));
    const shown = page.frameLocator('iframe');
    await shown.getByText('Shopping for').waitFor();
    expect(await readStorage(page)).toBe(storage);
    await shop(shown);
    await returnCart(shown);
    await shown.getByRole('heading', { name: 'Cart received' }).waitFor();
    expect(buyer.returned).toHaveLength(1);
    expect(buyer.returned[0]).toMatch(/<ItemIn [^>]*quantity="1"/);
    expect(buyer.returned[0]).toContain('<BuyerCookie>cookie &amp; &#233;</BuyerCookie>');
  });

  it('F3: is returned to the whole window where the connection says so, in a frame that may do that', async () => {
    const context = await openBrowser();
    await sql`update punchout_connection set return_target = '_top' where key = ${demoPunchout.key}`.execute(database.db);
    try {
      const page = await context.newPage();
      await page.goto(
        buyer.framePage(
          await begin(),
          'allow-scripts allow-forms allow-same-origin allow-top-navigation-by-user-activation allow-top-navigation',
        ),
      );
      const shown = page.frameLocator('iframe');
      await shop(shown);
      await returnCart(shown);
      await page.getByRole('heading', { name: 'Cart received' }).waitFor();
      expect(buyer.returned).toHaveLength(1);
    } finally {
      await sql`update punchout_connection set return_target = null where key = ${demoPunchout.key}`.execute(database.db);
    }
  });

  it('F3: is returned within a frame that may not leave itself, and opens no window on the way', async () => {
    const context = await openBrowser();
    const page = await context.newPage();
    await page.goto(buyer.framePage(await begin(), 'allow-scripts allow-forms allow-same-origin'));
    const shown = page.frameLocator('iframe');
    await shop(shown);
    await returnCart(shown);
    await shown.getByRole('heading', { name: 'Cart received' }).waitFor();
    expect(context.pages().filter((each) => each.url().startsWith('http'))).toEqual([page]);
  });

  it('F2: is not shown by a site that is not among those of the connection', async () => {
    const context = await openBrowser();
    const page = await context.newPage();
    const refusals: string[] = [];
    page.on('console', (message) => refusals.push(message.text()));
    await page.goto(stranger.framePage(await begin()));
    await expect.poll(() => refusals.join()).toContain('frame-ancestors');
    expect(await page.frameLocator('iframe').getByText('Shopping for').count()).toBe(0);
  });
});

describe('trips in tabs of one browser', () => {
  it('S7: do not meet, nor the person’s own session beside them', async () => {
    const person = await portal.openPage('brackwell', 1440);
    closing.push(person.close);
    const { page, context, origin } = person;
    await logInByForm(person, BRANDS.brackwell.buyer);
    const ownPage = page.url();
    const [one, two] = [await context.newPage(), await context.newPage()];
    for (const tab of [one, two]) {
      await tab.goto(await begin());
      await tab.getByText('Shopping for').waitFor();
    }
    await shop(one);
    await two.reload();
    await two
      .getByRole('link', { name: /^Cart\s*, no items/ })
      .filter({ visible: true })
      .waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByText(BRANDS.brackwell.buyer).waitFor();
    expect(await page.getByText('Shopping for').count()).toBe(0);

    // The end of one trip leaves the others as they are.
    await returnCart(one);
    await one.getByRole('heading', { name: 'Cart received' }).waitFor();
    await two.reload();
    await two.getByText('Shopping for').waitFor();
    await page.goto(ownPage);
    expect(page.url().startsWith(`${origin}/index`)).toBe(true);
  });

  it('S8: give way to a newer one in the same tab, which stays in the portal', async () => {
    const { page, origin, close } = await portal.openPage('brackwell', 1440);
    closing.push(close);
    await page.goto(await begin());
    await page.getByText('Shopping for').waitFor();
    await page.goto(await begin());
    await page.getByText('Shopping for').waitFor();
    expect(page.url().startsWith(`${origin}/index/`)).toBe(true);
    expect(buyer.returned).toEqual([]);
  });

  it('S4: go back without a change when their session has ended', async () => {
    const { page, close } = await portal.openPage('brackwell', 1440);
    closing.push(close);
    await page.goto(await begin());
    await page.getByText('Shopping for').waitFor();
    await sql`update session set revoked_at = now(), revoked_reason = 'logged_out' where trip_id is not null and revoked_at is null`.execute(
      database.db,
    );
    await portal.settled();
    await page.getByRole('link', { name: /^Cart/ }).first().click();
    await page.getByRole('heading', { name: 'Cart received' }).waitFor();
    expect(buyer.returned[0]).toContain('<Status code="204"');
  });
});
