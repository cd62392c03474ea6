/**
 * `npm run attack`: attacks a portal from outside, as in docs/SECURITY.md, and exits with 1 when one attack succeeds.
 *   npm run attack                          starts a portal with the demonstration in a data folder of its own, and attacks it
 *   npm run attack -- --against URL         attacks a running portal with the demonstration; skips what would stop or overload it
 *   npm run attack -- workbooks origin      only attacks with these words in their names
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ATTACKS, type AttackResult, runAttack } from './all-attacks.ts';
import { startPortal } from './portal-process.ts';
import { createTarget, type Target } from './target.ts';

const { values, positionals } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
const words = positionals.map((word) => word.toLowerCase());
const chosen = ATTACKS.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)));
const rows = values.against === undefined ? await attackOwnPortal() : await attackTarget(createTarget(values.against));
printTable(rows);
process.exitCode = rows.length === 0 || rows.some(({ result }) => result === 'BROKEN') ? 1 : 0;

async function attackOwnPortal(): Promise<AttackResult[]> {
  const cache = join(import.meta.dirname, '../../.cache');
  await mkdir(cache, { recursive: true });
  const dataDir = await mkdtemp(join(cache, 'attack-'));
  console.log('Starting a portal to attack');
  // It trusts this machine as its proxy, so that requests can come from many networks and over HTTPS.
  const portal = await startPortal(dataDir, { LIVERY_DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  try {
    return await attackTarget(createTarget(`http://localhost:${portal.port}`, portal));
  } finally {
    await portal.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function attackTarget(target: Target): Promise<AttackResult[]> {
  const results: AttackResult[] = [];
  for (const attack of chosen) {
    const row = await runAttack(attack, target);
    console.log(`${row.result.padEnd(7)}  ${attack.name}: ${row.seen}`);
    results.push(row);
  }
  target.close();
  return results;
}

/** Prints the results as a table in Markdown. */
function printTable(results: readonly AttackResult[]): void {
  const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  console.log('\n| Attack | Expected | Seen | Result |\n|---|---|---|---|');
  for (const { attack, seen, result } of results)
    console.log(`| ${[attack.name, attack.expected, seen, result].map(cell).join(' | ')} |`);
  const count = (result: AttackResult['result']) => results.filter((row) => row.result === result).length;
  console.log(`\n${results.length} attacks: ${count('held')} held, ${count('BROKEN')} broken, ${count('skipped')} skipped`);
}
