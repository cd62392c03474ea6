/**
 * `npm run race`: every command on one order, payment by card, invoice, return, cart, quote, person or wardrobe against every other, at the same moment and in
 * two processes. Together they must do what one after the other would have done, in one of the two orders, without a fault in amounts and ledgers, a status from
 * 500 on, or a deadlock.
 *   npm run race -- 'an invoice' 'a person: erase'     the pairs of these kinds, or with these commands first
 *   npm run race -- --rounds 3                         each pair three times
 *   npm run race -- --inject-fault                     orders are not locked: the script must fail
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { findNewestOrder, recompute } from '#api/testing/order-checks.ts';
import { createAllRaces } from '#api/testing/races/races.ts';
import { seedDemo } from '#demo/seed.ts';
import { startTwoProcesses } from './race-portal.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '1' }, 'inject-fault': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isWanted = (text: string) => positionals.length === 0 || positionals.some((wanted) => text.startsWith(wanted));

const dataDir = join(import.meta.dirname, '../.cache/race');
await rm(dataDir, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', max_connections: '100' } });
let passed = 0;
let failed = 0;
const report = (text: string, problems: readonly string[]) => {
  if (problems.length === 0) passed += 1;
  else failed += 1;
  if (problems.length > 0) console.log(`FAILED  ${text}\n        ${problems.join('\n        ')}`);
};
try {
  await migrate(postgres.adminUrl);
  await seedDemo(postgres.adminUrl);
  const portal = await startTwoProcesses(postgres.adminUrl, values['inject-fault'] ? 'unlocked-orders' : undefined);
  let deadlocks = 0;
  try {
    const newest = await findNewestOrder(portal.db);
    for (const { name, pairs } of await createAllRaces(portal)) {
      const before = passed + failed;
      for (const { first, second, run } of pairs) {
        const text = `${name}: ${first} / ${second}`;
        if (!isWanted(text)) continue;
        for (let round = 0; round < Number(values.rounds); round += 1)
          report(text, await run().catch((error) => [String(error)]));
      }
      if (passed + failed > before) console.log(`${passed + failed - before} pairs of ${name}`);
    }
    const faults = await recompute(portal.db, newest);
    report(
      'amounts, accounts and uniform status computed anew',
      faults.slice(0, 5).map((fault) => JSON.stringify(fault)),
    );
  } finally {
    deadlocks = await portal.stop();
  }
  report('deadlocks', deadlocks === 0 ? [] : [`there were ${deadlocks}`]);
} finally {
  await postgres.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
