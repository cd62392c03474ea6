/**
 * `npm run bench:variants`: how long the operators' pages of a product of 1,000 combinations take at the full speed of the processor: opening its variants and
 * the product itself, a key in a price, and saving that price until it is confirmed. `--rounds 1` for a shorter run. Needs `npm run build`.
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Locator, type Page } from 'playwright-core';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { getCode } from '#api/testing/operator-accounts.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { demoOperator, demoPassword } from '#demo/demo-logins.ts';
import { findChromium } from '#tools/chromium.ts';
import { setBrandPorts } from '#tools/demo.ts';
import { addBenchProducts } from './bench-products.ts';
import { withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';

const [COLOURS, SIZES] = [40, 25];
const OPEN_MS = 1000;
const SAVE_MS = 300;
const KEY_MS = 100;

/** Milliseconds from an event on the page until something is in it and painted. Text, since the types of benchmarks know no browser. */
const watch = (event: string, found: string) => `
  globalThis.measured = new Promise((resolve) => {
    addEventListener('${event}', (first) => {
      const begin = first.timeStamp;
      const look = () => {
        if (!(${found})) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
      };
      const observer = new MutationObserver(look);
      addEventListener('input', () => setTimeout(look));
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      look();
    }, { capture: true, once: true });
  });
  undefined;
`;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const durations = new Map<string, { target: number; times: number[] }>();
const note = (what: string, target: number, time: number) => {
  const row = durations.get(what) ?? { target, times: [] };
  row.times.push(time);
  durations.set(what, row);
};

await withDemoDatabase(
  async ({ url, client }) => {
    await addBenchProducts(client, { count: 1, colours: COLOURS, sizes: SIZES });
    const id = (await client.query<{ id: number }>("select id from product where handle = 'bench-1'")).rows[0]?.id;
    const server = await startProcess('portal-server.ts', {
      DATABASE_URL: url,
      WEB_DIR: join(import.meta.dirname, '../dist/web'),
    });
    await setBrandPorts(Number(new URL(server.origin).port), url);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const origin = `http://localhost:${new URL(server.origin).port}`;
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await logIn(page, `${origin}/operator/products/${id}`);
      for (let round = 0; round < Number(values.rounds); round += 1)
        await changePrice(page, `${origin}/operator/products/${id}`, round);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
  {},
  createVaultFromKeys(TEST_KEY),
);

const checks: Check[] = [...durations].map(([what, { target, times }]) => {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
  return {
    text: `${what}: median ${median} ms (${sorted[0]} to ${sorted.at(-1)}, target ${target} ms)`,
    passed: median <= target,
  };
});
process.exitCode = printChecks(checks) ? 0 : 1;

async function logIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(demoOperator.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(getCode(demoOperator.totpSecret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Edit variants' }).waitFor();
}

/** Opens the product and its variants, by address and by the link, sets a price and saves it. */
async function changePrice(page: Page, address: string, round: number): Promise<void> {
  const hasCells = "document.querySelectorAll('input[data-field=price]').length === 1000";
  await page.goto(address);
  await page.getByRole('link', { name: 'Edit variants' }).waitFor();
  note('product, by its address', OPEN_MS, await sinceNavigation(page));
  await typeKeys(page, page.getByLabel('Name', { exact: true }), 'new', 'a key in the name of the product');
  await page.evaluate('sessionStorage.clear()');
  await page.goto(address);
  await page.evaluate(watch('click', hasCells));
  await page.getByRole('link', { name: 'Edit variants' }).click();
  note('variants, by the link', OPEN_MS, await measured(page));
  await page.goto(`${address}/variants`);
  await page
    .locator('input[data-field=price]')
    .nth(COLOURS * SIZES - 1)
    .waitFor();
  note('variants, by their address', OPEN_MS, await sinceNavigation(page));
  await typeKeys(page, page.locator('input[data-field=price]').nth(500), `${20 + round}.50`, 'a key in a price');
  await page.evaluate(watch('click', "document.body.textContent.includes('The variants have been saved.')"));
  await page.getByRole('button', { name: 'Save 1 variant' }).click();
  note('saving a price until it is confirmed', SAVE_MS, await measured(page));
}

async function typeKeys(page: Page, field: Locator, text: string, what: string): Promise<void> {
  await field.click();
  await page.keyboard.press('ControlOrMeta+a');
  for (const key of text) {
    await page.evaluate(watch('keydown', `document.activeElement.value.endsWith('${key}')`));
    await page.keyboard.press(key);
    note(what, KEY_MS, await measured(page));
  }
}

function measured(page: Page): Promise<number> {
  return page.evaluate<number>('globalThis.measured');
}

/** Milliseconds since the browser began to load the page. */
function sinceNavigation(page: Page): Promise<number> {
  return page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))',
  );
}
