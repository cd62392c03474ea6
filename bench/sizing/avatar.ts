/** The mannequin in a real browser: the time to its first picture, and its cost while it is not visible. */

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { startServer } from '#api/main.ts';
import { loadConfig } from '#api/platform/config.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { demoPassword } from '#demo/demo-logins.ts';
import { seedDemo } from '#demo/seed.ts';
import { buildWeb } from '#tools/build.ts';
import { isBuilt } from '#tools/built-pages.ts';
import { findChromium } from '#tools/chromium.ts';
import { formatPercent, printHeading, printLine, printRow, recordCheck } from './report.ts';

const BUYER = 'buyer@meridian.example';
const TIMES = 10;
/** How long costs are measured, in seconds. */
const WATCHED = 5;
/** Time for earlier pictures to be drawn, in ms: without a graphics card they queue. */
const SETTLING = 2500;
const TARGETS = { picture: 1000, viewer: 160, idle: 0.02 };
/** Without a graphics card, to measure the worst case. */
const FLAGS = ['--no-sandbox', '--disable-quic', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Opens the portal with the demonstration, and measures the mannequin of the "Your size" page. */
export async function reportAvatar(): Promise<void> {
  printHeading('The mannequin in a browser');
  if (!(await isBuilt())) await buildWeb();
  const assets = join(import.meta.dirname, '../../dist/web/assets');
  const viewer = (await readdir(assets)).find((name) => /^scene-.*\.js\.gz$/.test(name)) ?? '';
  const kilobytes = (await stat(join(assets, viewer))).size / 1024;
  recordCheck(`the viewer's chunk is ${kilobytes.toFixed(1)} KB gzip (target ${TARGETS.viewer})`, kilobytes <= TARGETS.viewer);

  const dataDir = await mkdtemp(join(tmpdir(), 'livery-bench-avatar-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(postgres.adminUrl);
    await seedDemo(postgres.adminUrl);
    const server = await startServer(
      loadConfig({
        DATABASE_URL: postgres.adminUrl,
        LIVERY_DEMO: 'on',
        PORT: '0',
        WEB_DIR: join(assets, '..'),
        LOG_LEVEL: 'error',
        SECRET_KEY: Buffer.alloc(32, 'livery').toString('base64url'),
      }),
    );
    const browser = await chromium.launch({ executablePath: await findChromium(), args: FLAGS });
    try {
      await measure(browser, server.address.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::\]/, 'localhost'));
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(BUYER);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/index\//);
  const times: number[] = [];
  for (let k = 0; k < TIMES; k++) times.push(await firstPicture(page, origin, 60 + 4 * k));
  const sorted = times.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const worst = sorted.at(-1) ?? Number.NaN;
  recordCheck(
    `first picture ${Math.round(middle)} ms after the last key (median of ${TIMES}), ${Math.round(worst)} ms at worst (target ${TARGETS.picture})`,
    middle <= TARGETS.picture,
  );
  await costs(page);
  await context.close();
}

/** Returns the ms from the last key in the weight field until the still picture was painted. Runs in the page. */
const PAINTED = `new Promise((resolve) => {
  let pressed = 0;
  const weight = document.querySelector('input[name="kg"]');
  weight.addEventListener('input', () => { pressed = performance.now(); });
  weight.focus();
  const look = () => {
    const canvas = document.querySelector('canvas[role="img"]');
    const opacity = canvas && canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
    if (pressed > 0 && opacity) requestAnimationFrame(() => resolve(performance.now() - pressed));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** The least time that a person needs before there is something to draw, in ms. */
const READING = 2000;

/** Opens the page, and after a moment types a weight, which completes a body. Returns the ms from the key until the still picture was painted. */
async function firstPicture(page: Page, origin: string, kg: number): Promise<number> {
  await page.goto(`${origin}/index/size`);
  await page.getByRole('button', { name: 'Clear everything' }).waitFor();
  await page.waitForTimeout(READING);
  const took = page.evaluate<number>(PAINTED);
  await page.getByLabel('Weight, kg').fill(String(kg));
  return took;
}

/** Measures the mannequin's cost while it turns, is stopped, is scrolled out of view, and while the tab is hidden. */
async function costs(page: Page): Promise<void> {
  const turning = page.getByRole('button', { name: 'Stop turning' });
  await turning.waitFor();
  // A blinking caret is drawn too, and is not the mannequin's.
  await page.evaluate('document.activeElement.blur()');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const all: [string, number, number][] = [];
  const watch = async (name: string) => all.push([name, ...(await cost(page, session))]);
  await watch('turning');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.waitForTimeout(500);
  const isAway = ((await page.getByRole('slider').boundingBox())?.y ?? 0) < -600;
  await watch('scrolled away');
  await page.evaluate('scrollTo(0, 0)');
  await setHidden(page, true);
  await watch('hidden');
  await setHidden(page, false);
  await turning.click();
  await watch('stopped');
  printRow('', ['page', 'all processes'], 16);
  for (const [name, own, whole] of all) printRow(name, [formatPercent(own), formatPercent(whole)], 16);
  printLine();
  recordCheck('the page was scrolled beyond the mannequin', isAway);
  for (const [name, own] of all.slice(1))
    recordCheck(`${name}: ${formatPercent(own)} of a core (target ${formatPercent(TARGETS.idle, 0)})`, own <= TARGETS.idle);
}

/** Simulates a hidden tab, since a headless browser has no foreground window. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${isHidden ? 'hidden' : 'visible'}', configurable: true });
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

/** Shares of a core: of the page's own tasks, and of every process of the browser. */
async function cost(page: Page, session: CDPSession): Promise<[own: number, whole: number]> {
  await page.waitForTimeout(SETTLING);
  const [before, beforeAll] = [await tasksOf(session), await secondsOf(process.pid)];
  await page.waitForTimeout(WATCHED * 1000);
  const [after, afterAll] = [await tasksOf(session), await secondsOf(process.pid)];
  return [(after - before) / WATCHED, (afterAll - beforeAll) / WATCHED];
}

async function tasksOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** CPU seconds of the browser's processes, the descendants of this one, on Linux; NaN elsewhere. */
async function secondsOf(parent: number): Promise<number> {
  const ids = (await readdir('/proc').catch((): string[] => [])).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    ids.map(async (id) => {
      const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
      const [, above, ...rest] = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      return { id: Number(id), name, above, ticks: (rest[9] ?? 0) + (rest[10] ?? 0) };
    }),
  );
  const isOurs = (id: number | undefined): boolean => {
    if (id === parent) return true;
    const found = all.find((each) => each.id === id);
    return found?.above ? isOurs(found.above) : false;
  };
  const ours = all.filter(({ id, name }) => id !== parent && /chrom|headless/i.test(name) && isOurs(id));
  return ours.length > 0 ? ours.reduce((sum, { ticks }) => sum + ticks, 0) / 100 : Number.NaN;
}
