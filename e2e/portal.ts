import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { loadConfig } from '#api/config.ts';
import { type RunningServer, startServer } from '#api/main.ts';
import { openTestDatabase } from '#api/testing/database.ts';
import { findChromium } from '#tools/chromium.ts';

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
export const PHONE = 360;
export const WIDE = 1440;

/** A portal with the demonstration in a database of its own, and a browser in front of it. */
export interface StoryPortal {
  origin(brand: BrandName): string;
  /** A new visitor without history. What went wrong in the page, or left the host, is in `troubles`. */
  visit(brand: BrandName, width: number): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  origin: string;
  /** Errors of the page, answers of 500 and above, requests to other hosts, violations of the content policy. */
  troubles: string[];
  leave(): Promise<void>;
}

export async function openPortal(): Promise<StoryPortal> {
  const database = await openTestDatabase();
  const server: RunningServer = await startServer(
    loadConfig({ DATABASE_URL: database.url, PORT: '0', WEB_DIR: join(import.meta.dirname, '../dist/web'), LOG_LEVEL: 'error' }),
  );
  const { port } = new URL(server.address);
  const browser: Browser = await chromium.launch({ executablePath: await findChromium(), args: FLAGS });
  const origin = (brand: BrandName) => `http://${BRANDS[brand].host}:${port}`;
  return {
    origin,
    visit: async (brand, width) => {
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
      return { page, context, origin: origin(brand), troubles, leave: () => context.close() };
    },
    close: async () => {
      await browser.close();
      await server.close();
      await database.close();
    },
  };
}
