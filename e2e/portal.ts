import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RunningServer, startServer } from '#api/main.ts';
import { type FileStorage, loadConfig } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase } from '#api/testing/database.ts';
import { startOperatorSession } from '#api/testing/operators.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { withdrawImportantNotices } from '#api/testing/topics.ts';
import { routes as mailboxRoutes } from '#demo/mailbox/mailbox.routes.ts';
import { findChromium } from '#tools/chromium.ts';
import { setBrandPorts } from '#tools/demo.ts';
import { isOtherBrowser, launchOtherBrowser, typeIntoFields } from './browsers/other-browsers.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The three brands, each with the demonstration account of a buyer. */
export const BRANDS = {
  sundial: { host: 'localhost', company: 'Sundial Uniforms', buyer: 'buyer@meridian.example' },
  alder: { host: 'alder.localhost', company: 'Alder & Vane', buyer: 'buyer@hallam.example' },
  brackwell: { host: 'brackwell.localhost', company: 'Brackwell Workwear', buyer: 'buyer@corvane.example' },
} as const;

export type BrandName = keyof typeof BRANDS;
/** The id of the demonstration's organisation at each brand. */
export const ORGANISATION: Record<BrandName, number> = { sundial: 1, alder: 2, brackwell: 3 };
export const PASSWORD = 'Uniform-2026';
export const PHONE_WIDTH = 360;
export const TABLET_WIDTH = 768;
export const DESKTOP_WIDTH = 1440;

/** Every brand, and both widths. */
const PROJECTS = [
  ['sundial', PHONE_WIDTH],
  ['alder', DESKTOP_WIDTH],
  ['brackwell', PHONE_WIDTH],
] as const satisfies readonly (readonly [BrandName, number])[];
const WIDTHS = [PHONE_WIDTH, DESKTOP_WIDTH] as const;

/**
 * The brands and widths a test file runs with. first-order.e2e.ts covers every brand. Other files hardly
 * depend on brand or width, so each runs with one combination, chosen by its name; `STORIES=all` runs all combinations.
 */
export const projectsFor = (testName: string): (readonly [BrandName, number])[] => choose(PROJECTS, testName);

/** The widths for tests of a single brand; see `projectsFor`. */
export const widthsFor = (testName: string): number[] => choose(WIDTHS, testName);

function choose<T>(options: readonly T[], testName: string): T[] {
  if (process.env.STORIES === 'all') return [...options];
  const hash = [...testName].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return [options[hash % options.length] as T];
}

/** A server with the demonstration data in a database of its own, and a browser. */
export interface E2ePortal {
  /** Where the contents of files are. */
  fileStorage: FileStorage;
  /** For tests that set up or check data directly. */
  databaseUrl: string;
  origin(brand: BrandName): string;
  /** Starts a session for the person with this email address; returns its access token. */
  startSession(email: string): Promise<string>;
  /** Resolves when the server knows of every change to sessions, people and permissions that has been committed. */
  settled(): Promise<void>;
  /**
   * Opens a page in a new browser context. Errors are collected in `pageErrors`. `textSize` is the size of text set in the browser, in percent: another
   * than the usual one needs a browser of its own.
   */
  openPage(brand: BrandName, width: number, textSize?: number): Promise<PageSession>;
  /** Opens a page in which an operator is logged in, on the host of the first brand. Without `brandIds` the operator works for all brands. */
  openOperatorPage(width: number, operator?: { brandIds?: readonly number[]; name?: string }): Promise<PageSession>;
  close(): Promise<void>;
}

export interface PageSession {
  page: Page;
  context: BrowserContext;
  origin: string;
  startSession: E2ePortal['startSession'];
  /** Uncaught errors, responses of 500 and above, requests to other hosts, violations of the content security policy. */
  pageErrors: string[];
  /** Waits until no tab has sent a request or received a response for a second. */
  waitForNetworkIdle(): Promise<void>;
  close(): Promise<void>;
}

/** How much longer every response takes, in milliseconds: finds races that a server on the same machine hides. */
const LATENCY_MS = Number(process.env.E2E_LATENCY_MS ?? 0);

/** Delays the responses to a tab by `LATENCY_MS`. */
async function delayResponses(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Longer than the debounce of any input. */
const NETWORK_IDLE_MS = 1000;

function trackNetworkIdle(context: BrowserContext): () => Promise<void> {
  let since = 0;
  const note = () => {
    since = Date.now();
  };
  context.on('request', note).on('requestfinished', note).on('requestfailed', note);
  return async () => {
    note();
    await expect.poll(() => Date.now() - since >= NETWORK_IDLE_MS, { timeout: 20_000, interval: 50 }).toBe(true);
  };
}

/** Shared by all files that a worker runs, and closed with it. */
let sharedBrowser: Promise<Browser> | undefined;

async function openBrowser(): Promise<Browser> {
  const running = await sharedBrowser?.catch(() => undefined);
  if (running?.isConnected()) return running;
  sharedBrowser = launchBrowser();
  return sharedBrowser;
}

/** `textSize` is in percent of the usual size. */
async function launchBrowser(textSize = 100): Promise<Browser> {
  const text = `--blink-settings=defaultFontSize=${(16 * textSize) / 100},defaultFixedFontSize=${(13 * textSize) / 100}`;
  if (isOtherBrowser) return launchOtherBrowser();
  return chromium.launch({ executablePath: await findChromium(), args: [...FLAGS, text] });
}

/** Fills the storage of each document that the tab or tabs open from now on, until the returned script is disposed. */
export const fillStorage = (tabs: Page | BrowserContext, values: Record<string, string>) =>
  tabs.addInitScript((entries) => {
    // Pages without an address have no storage.
    if (!String((globalThis as { location?: unknown }).location).startsWith('http')) return;
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, values);

/** `environment` is further configuration of the server. */
export async function createE2ePortal(environment: Record<string, string> = {}): Promise<E2ePortal> {
  const database = await createTestDatabase();
  const config = loadConfig({
    DATABASE_URL: database.url,
    LIVERY_DEMO: 'on',
    PORT: '0',
    WEB_DIR: join(import.meta.dirname, '../dist/web'),
    LOG_LEVEL: 'error',
    SECRET_KEY: TEST_KEY,
    ...environment,
  });
  const server: RunningServer = await startServer(config, { extraRoutes: [mailboxRoutes] });
  const { port } = new URL(server.address);
  await setBrandPorts(Number(port), database.url);
  const browser = await openBrowser();
  const sessions = openDatabase(database.url, { poolSize: 1 });
  await withdrawImportantNotices(sessions.db);
  const startSession = async (email: string) => (await startTestSession(sessions.db, email)).token;
  const origin = (brand: BrandName) => `http://${BRANDS[brand].host}:${port}`;
  const ownBrowsers: Browser[] = [];
  const openPage = async (brand: BrandName, width: number, textSize = 100): Promise<PageSession> => {
    const ownBrowser = textSize === 100 ? undefined : await launchBrowser(textSize);
    if (ownBrowser) ownBrowsers.push(ownBrowser);
    const context = await (ownBrowser ?? browser).newContext({
      viewport: { width, height: width < 600 ? 740 : 900 },
      reducedMotion: 'reduce',
    });
    // A tab that is closed at once needs no delay.
    if (LATENCY_MS > 0) context.on('page', (page) => void delayResponses(page).catch(() => {}));
    const page = await context.newPage();
    page.setDefaultTimeout(isOtherBrowser ? 60_000 : 20_000);
    if (isOtherBrowser) typeIntoFields(page);
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(`error in the page: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) pageErrors.push(message.text());
    });
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== BRANDS[brand].host)
        pageErrors.push(`a request left the host: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) pageErrors.push(`${response.status()} ${response.url()}`);
    });
    return {
      page,
      context,
      origin: origin(brand),
      startSession,
      pageErrors,
      waitForNetworkIdle: trackNetworkIdle(context),
      close: () => (ownBrowser ?? context).close(),
    };
  };
  return {
    databaseUrl: database.url,
    fileStorage: config.fileStorage,
    origin,
    startSession,
    settled: server.settled,
    openPage,
    openOperatorPage: async (width, operator) => {
      const session = await openPage('sundial', width);
      const { token } = await startOperatorSession(sessions.db, operator);
      await fillStorage(session.context, { 'livery.operator.accessToken': token });
      return session;
    },
    close: async () => {
      // Of stories that failed.
      await Promise.all([...browser.contexts(), ...ownBrowsers].map((opened) => opened.close()));
      await server.close();
      await sessions.close();
      await database.close();
    },
  };
}
