/**
 * `npm run bench:builder`: the uniform builder of a wardrobe with 12 groups of 10 products in 100 combinations each. Measures the wardrobe, its
 * products, and one garment as it is opened: response times, sizes and statements.
 * `--requests 50` for a shorter run.
 */

import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { type BenchWardrobe, createBenchWardrobe, listWardrobeCalls } from './builder-wardrobe.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';
import { startSessions } from './shopping.ts';

const MAX_P95_MS = 150;
const MAX_STATEMENTS = 4;
const MAX_BROTLI_KB = 300;
const MAX_JSON_KB = 1000;
const WARM_UP_REQUESTS = 20;

const { values } = parseArgs({ options: { requests: { type: 'string', default: '200' } } });

const checks: Check[] = [];
await withDemoDatabase(async (database) => {
  const wardrobe = await createBenchWardrobe(database);
  await measure(database, wardrobe);
});
process.exitCode = printChecks(checks) ? 0 : 1;

/** Sends the requests one after another; times until the last byte has been received. */
async function measure({ url }: DemoDatabase, wardrobe: BenchWardrobe): Promise<void> {
  const { organisationId, wearerId } = wardrobe;
  const [token = ''] = await startSessions(url, { organisationId, customerIds: [wearerId] }, 1);
  const server = await startProcess('portal-server.ts', { DATABASE_URL: url });
  const ask = (path: string) =>
    new Promise<{ milliseconds: number; content: Buffer }>((resolve, reject) => {
      const startedAt = performance.now();
      const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
      request(`${server.origin}/api/${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .once('end', () => {
            const content = Buffer.concat(chunks);
            if (response.statusCode === 200) resolve({ milliseconds: performance.now() - startedAt, content });
            else reject(new Error(`${path}: ${response.statusCode} ${content}`));
          });
      })
        .once('error', reject)
        .end();
    });
  try {
    for (const [name, path] of listWardrobeCalls(wardrobe)) {
      for (let count = 0; count < WARM_UP_REQUESTS; count += 1) await ask(path);
      const before = (await server.getMetrics()).statements;
      const times: number[] = [];
      let content: Buffer = Buffer.alloc(0);
      for (let count = 0; count < Number(values.requests); count += 1) {
        const answer = await ask(path);
        times.push(answer.milliseconds);
        content = answer.content;
      }
      const statements = ((await server.getMetrics()).statements - before) / times.length;
      times.sort((one, other) => one - other);
      const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
      const [brotliKb, jsonKb] = [content.length / 1000, brotliDecompressSync(content).length / 1000];
      checks.push(
        {
          text: `${name}: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms (target ${MAX_P95_MS} ms), ${statements.toFixed(2)} statements (target ${MAX_STATEMENTS})`,
          passed: at(0.95) <= MAX_P95_MS && statements <= MAX_STATEMENTS,
        },
        {
          text: `${name}: ${brotliKb.toFixed(0)} KB compressed (target ${MAX_BROTLI_KB} KB), ${jsonKb.toFixed(0)} KB of JSON (target ${MAX_JSON_KB} KB)`,
          passed: brotliKb <= MAX_BROTLI_KB && jsonKb <= MAX_JSON_KB,
        },
      );
    }
  } finally {
    await server.stop();
  }
}
