/**
 * `npm run bench:builder-phone`: how long a slow phone waits for the first garment of the uniform builder, with the wardrobe of `bench:builder`. The
 * network and the processor are slowed down like Lighthouse's mobile profile: 150 ms, 1.6 Mbit/s, processor four times as slow.
 * `--rounds 3` for a shorter run. Needs `npm run build`.
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { logInByForm } from '#e2e/actions.ts';
import { findChromium } from '#tools/chromium.ts';
import { setBrandPorts } from '#tools/demo.ts';
import { type BenchWardrobe, createBenchWardrobe, WEARER_EMAIL } from './builder-wardrobe.ts';
import { withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';

const MAX_MS = 2500;
const PHONE = { width: 412, height: 823 };
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const CPU_SLOWDOWN = 4;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });

const checks: Check[] = [];
await withDemoDatabase(async ({ url, client }) => {
  const wardrobe = await createBenchWardrobe({ url, client });
  const server = await startProcess('portal-server.ts', {
    DATABASE_URL: url,
    WEB_DIR: join(import.meta.dirname, '../dist/web'),
  });
  await setBrandPorts(Number(new URL(server.origin).port), url);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const origin = `http://localhost:${new URL(server.origin).port}`;
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await logInByForm({ page, origin }, WEARER_EMAIL);
    const waits = { cold: [] as number[], warm: [] as number[] };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const { cold, warm } = await measure(context, origin, wardrobe);
      waits.cold.push(cold);
      waits.warm.push(warm);
    }
    report('garment opened by its address, nothing cached', waits.cold);
    report('garment opened from its group', waits.warm);
  } finally {
    await browser.close();
    await server.stop();
  }
});
process.exitCode = printChecks(checks) ? 0 : 1;

/** Milliseconds until the garment shows and its "Add" button can be used: as the first page of a visit, and after a tap on its tile. */
async function measure(context: BrowserContext, origin: string, { groupId, productId }: BenchWardrobe) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const group = `/index/uniform-builder/groups/${groupId}`;
  const startedAt = performance.now();
  await page.goto(`${origin}${group}/products/${productId}`, { waitUntil: 'commit' });
  await waitForGarment(page);
  const cold = performance.now() - startedAt;

  await page.goto(origin + group);
  const tile = page.locator(`a[href^="${group}/products/"]`).nth(1);
  await tile.waitFor();
  await page.waitForLoadState('networkidle');
  const tappedAt = performance.now();
  await tile.click();
  await waitForGarment(page);
  const warm = performance.now() - tappedAt;
  await page.close();
  return { cold, warm };
}

/** Waits for the sizes of a garment and until the main thread of the page responds. */
async function waitForGarment(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Size' }).getByRole('radio').first().waitFor({ state: 'attached' });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

function report(name: string, waits: number[]): void {
  const sorted = waits.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  checks.push({
    text: `${name}: usable after ${median.toFixed(0)} ms (median of ${sorted.length}, ${sorted[0]?.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)}; target ${MAX_MS} ms)`,
    passed: median <= MAX_MS,
  });
}
