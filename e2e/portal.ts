import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RunningServer, startServer } from '#api/main.ts';
import { loadConfig } from '#api/platform/config.ts';
import { createTestDatabase } from '#api/testing/database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { routes as mailboxRoutes } from '#demo/mailbox/mailbox.routes.ts';
import { findChromium } from '#tools/chromium.ts';
import { setBrandPorts } from '#tools/demo.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The three brands as a visitor meets them, with somebody who orders there. */
export const BRANDS = {
  sundial: { host: 'localhost', company: 'Sundial Uniforms', buyer: 'buyer@meridian.example' },
  alder: { host: 'alder.localhost', company: 'Alder & Vane', buyer: 'buyer@hallam.example' },
  brackwell: { host: 'brackwell.localhost', company: 'Brackwell Workwear', buyer: 'buyer@corvane.example' },
} as const;

export type BrandName = keyof typeof BRANDS;
export const PASSWORD = 'Uniform-2026';
export const PHONE_WIDTH = 360;
export const DESKTOP_WIDTH = 1440;

/** Every brand, and both widths. */
const PROJECTS = [
  ['sundial', PHONE_WIDTH],
  ['alder', DESKTOP_WIDTH],
  ['brackwell', PHONE_WIDTH],
] as const satisfies readonly (readonly [BrandName, number])[];
const WIDTHS = [PHONE_WIDTH, DESKTOP_WIDTH] as const;

/**
 * Where a story is told. first-order.story.ts walks every brand at both widths. What another one tells hardly depends on
 * brand or width, so it is told in one place, a different one for each story; `STORIES=all` tells all of them everywhere.
 */
export const projectsFor = (story: string): (readonly [BrandName, number])[] => choose(PROJECTS, story);

/** The same, for what is told of one brand. */
export const widthsFor = (story: string): number[] => choose(WIDTHS, story);

function choose<T>(places: readonly T[], story: string): T[] {
  if (process.env.STORIES === 'all') return [...places];
  const letters = [...story].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return [places[letters % places.length] as T];
}

/** A portal with the demonstration in a database of its own, and a browser in front of it. */
export interface E2ePortal {
  /** For what a story must arrange or look up behind the screens. */
  databaseUrl: string;
  origin(brand: BrandName): string;
  /** A new visitor without history. What went wrong in the page, or left the host, is in `troubles`. */
  openPage(brand: BrandName, width: number): Promise<PageSession>;
  close(): Promise<void>;
}

export interface PageSession {
  page: Page;
  context: BrowserContext;
  origin: string;
  /** Errors of the page, answers of 500 and above, requests to other hosts, violations of the content policy. */
  pageErrors: string[];
  /** Waits until no tab has asked for anything or been answered for a second, so that what comes next answers what the story does next. */
  waitForNetworkIdle(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than any page waits before it asks about what was typed. */
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

/** `environment` is further configuration of the server. */
export async function createE2ePortal(environment: Record<string, string> = {}): Promise<E2ePortal> {
  const database = await createTestDatabase();
  const server: RunningServer = await startServer(
    loadConfig({
      DATABASE_URL: database.url,
      PORT: '0',
      WEB_DIR: join(import.meta.dirname, '../dist/web'),
      LOG_LEVEL: 'error',
      SECRET_KEY: TEST_KEY,
      ...environment,
    }),
    { extraRoutes: [mailboxRoutes] },
  );
  const { port } = new URL(server.address);
  await setBrandPorts(Number(port), database.url);
  const browser: Browser = await chromium.launch({ executablePath: await findChromium(), args: FLAGS });
  const origin = (brand: BrandName) => `http://${BRANDS[brand].host}:${port}`;
  return {
    databaseUrl: database.url,
    origin,
    openPage: async (brand, width) => {
      const context = await browser.newContext({ viewport: { width, height: width < 600 ? 740 : 900 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(`error in the page: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) troubles.push(message.text());
      });
      page.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && hostname !== BRANDS[brand].host)
          troubles.push(`a request left the host: ${request.url()}`);
      });
      page.on('response', (response) => {
        if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`);
      });
      return {
        page,
        context,
        origin: origin(brand),
        pageErrors: troubles,
        waitForNetworkIdle: trackNetworkIdle(context),
        close: () => context.close(),
      };
    },
    close: async () => {
      await browser.close();
      await server.close();
      await database.close();
    },
  };
}
