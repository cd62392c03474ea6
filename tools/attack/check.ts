/**
 * `npm run check:attack`: whether the attacks still work. Runs those that need neither pages nor a portal or a processor of their own, on a portal in this
 * process, where they must hold. For the others it checks that the contract has their calls.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '#api/main.ts';
import { loadConfig } from '#api/platform/config.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { routes as mailboxRoutes } from '#demo/mailbox/mailbox.routes.ts';
import { seedDemo } from '#demo/seed.ts';
import { listUnknownCalls } from '../called-paths.ts';
import { formatError } from '../console.ts';
import { ATTACKS, runAttack } from './all-attacks.ts';
import { createTarget } from './target.ts';

let passed = 0;
let failed = 0;
const report = (isRight: boolean, text: string) => {
  console.log(`${isRight ? 'passed' : 'FAILED'}  ${text}`);
  if (isRight) passed += 1;
  else failed += 1;
};

async function checkAttacks(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), settings: { fsync: 'off' } });
  try {
    await migrate(postgres.adminUrl);
    await seedDemo(postgres.adminUrl);
    const server = await startServer(
      loadConfig({
        DATABASE_URL: postgres.adminUrl,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        LIVERY_DEMO: 'on',
        LOG_LEVEL: 'error',
        PORT: '0',
        SECRET_KEY: Buffer.alloc(32, 'livery').toString('base64url'),
        TRUSTED_PROXIES: '127.0.0.1',
        WEB_DIR: 'off',
      }),
      { extraRoutes: [mailboxRoutes] },
    );
    const target = createTarget(server.address);
    for (const attack of ATTACKS) {
      if (attack.needs !== undefined) continue;
      const { result, seen } = await runAttack(attack, target);
      if (result !== 'skipped') report(result === 'held', `${attack.name}: ${seen}`);
    }
    target.close();
    await server.close();
  } finally {
    await postgres.stop();
  }
}

const unknown = listUnknownCalls(import.meta.dirname);
report(unknown.length === 0, `the contract has the calls of all attacks${unknown.map((call) => `, but not ${call}`).join('')}`);
const folder = await mkdtemp(join(tmpdir(), 'livery-attack-check-'));
try {
  await checkAttacks(folder);
} catch (error) {
  report(false, formatError(error));
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
