/**
 * `npm run bench:lighthouse`: scores of Lighthouse for six pages of the demonstration on a slow phone (simulated slow 4G, processor four times as slow, nothing
 * cached), as the median of five rounds. `--rounds 3`, `--brand alder`, `--pages home,cart`; `--reports FOLDER` keeps the reports, `--web FOLDER` measures
 * another build. Needs `npm run build`, and a registry for the first run: npx fetches Lighthouse, which no other command needs.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { addToCart, chooseAvailableOptions, logInByForm, openFirstProduct } from '#e2e/actions.ts';
import { BRANDS, type BrandName } from '#e2e/portal.ts';
import { findChromium } from '#tools/chromium.ts';
import { setBrandPorts } from '#tools/demo.ts';
import { withDemoDatabase } from './demo-database.ts';
import { median, type PageScores, readScores } from './lighthouse-scores.ts';
import { startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const TARGET = 95;
const MAX_SHIFT = 0.05;
const PHONE = { width: 412, height: 823 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    brand: { type: 'string', default: 'sundial' },
    pages: { type: 'string', default: 'login,home,products,product,cart,orders' },
    reports: { type: 'string' },
    web: { type: 'string', default: join(import.meta.dirname, '../dist/web') },
  },
});
const brand = BRANDS[values.brand as BrandName];
if (!brand) throw new Error(`No brand is called ${values.brand}.`);

const checks: Check[] = [];
await withDemoDatabase(async ({ url }) => {
  const server = await startProcess('portal-server.ts', { DATABASE_URL: url, WEB_DIR: resolve(values.web) });
  const { port } = new URL(server.origin);
  await setBrandPorts(Number(port), url);
  const folder = values.reports ?? (await mkdtemp(join(tmpdir(), 'lighthouse-')));
  await mkdir(folder, { recursive: true });
  try {
    await measurePages(`http://${brand.host}:${port}`, folder);
  } finally {
    if (!values.reports) await rm(folder, { recursive: true, force: true });
    await server.stop();
  }
});
process.exitCode = printChecks(checks) ? 0 : 1;

/** Measures the chosen pages in a browser of their own: the log-in before anyone is logged in, because opening it ends the session. */
async function measurePages(origin: string, folder: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-profile-'));
  const debuggingPort = await findFreePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
    viewport: PHONE,
  });
  try {
    const chosen = values.pages.split(',');
    const measure = async (name: string, path: string) => {
      if (!chosen.includes(name)) return;
      const rounds: PageScores[] = [];
      for (let round = 1; round <= Number(values.rounds); round += 1)
        rounds.push(await runLighthouse(origin + path, debuggingPort, join(folder, `${name}-${round}.json`)));
      report(name, rounds);
    };
    const page = context.pages()[0] ?? (await context.newPage());
    await measure('login', '/login');
    await logInByForm({ page, origin }, brand.buyer);
    const productPath = await fillCart(page, origin);
    await page.goto('about:blank');
    await measure('home', '/index/home');
    await measure('products', '/index/products');
    await measure('product', productPath);
    await measure('cart', '/index/cart');
    await measure('orders', '/index/orders');
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Adds the first product of the list to the cart; returns the path of its page. */
async function fillCart(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/index/products`);
  const sheet = await openFirstProduct({ page });
  const { pathname } = new URL(page.url());
  await chooseAvailableOptions(sheet);
  await addToCart({ page }, sheet);
  return pathname;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** Runs Lighthouse in the browser that listens on the port. It empties the cache and keeps the session. */
async function runLighthouse(url: string, debuggingPort: number, reportFile: string): Promise<PageScores> {
  const options = ['--quiet', `--port=${debuggingPort}`, '--output=json', `--output-path=${reportFile}`];
  const child = spawn('npx', ['--yes', LIGHTHOUSE, url, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse ended with code ${code}.`);
  return readScores(JSON.parse(await readFile(reportFile, 'utf8')));
}

function report(name: string, rounds: readonly PageScores[]): void {
  const of = (key: keyof PageScores) => median(rounds.map((scores) => scores[key]));
  const all = rounds.map(({ performance }) => performance).toSorted((one, other) => one - other);
  const text = [
    `${name}: performance ${of('performance')} (${all[0]} to ${all.at(-1)})`,
    `accessibility ${of('accessibility')}, best practices ${of('bestPractices')}, SEO ${of('seo')}`,
    `FCP ${of('firstPaint')} ms, LCP ${of('largestPaint')} ms, TBT ${of('blocked')} ms, CLS ${of('shift').toFixed(3)}`,
    `${of('kilobytes')} KB in ${of('requests')} requests, load ${loadavg()[0]?.toFixed(1)}`,
  ].join('; ');
  const scores = [of('performance'), of('accessibility'), of('bestPractices'), of('seo')];
  checks.push({ text, passed: scores.every((score) => score >= TARGET) && of('shift') <= MAX_SHIFT });
  console.log(text);
}
