/**
 * `npm run dump:release -- 0.1.0`: writes the demonstration of this version, as a server of the oldest supported PostgreSQL has it, to
 * `api/testing/releases/0.1.0.sql.zst`, and freezes its migrations. From then on a test migrates it with every later version (releases.test.ts there). Needs the server and the client
 * programs of PostgreSQL 15 (Debian: `postgresql`), and takes some minutes.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { Client } from 'pg';
import pino from 'pino';
import { jobDefinitions } from '#api/jobs.ts';
import { releaseMigrations } from '#api/platform/db/released-migrations.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { MAX_RELEASE_BYTES, RELEASE_KEY, RELEASES } from '#api/testing/releases/releases.ts';
import { seedDemo } from '#demo/seed.ts';
import { getConnectionEnvironment } from './backup/connection-environment.ts';
import { findPostgresProgram, runProgram } from './backup/postgres-programs.ts';
import { formatError, printDetail, runStep } from './console.ts';
import { CREATE_ROLES, type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';

const usage = 'Usage: npm run dump:release -- VERSION, such as 0.1.0';

/** Plain SQL with rows as inserts, which any connection can run, without what names roles or is for psql alone. */
async function dump(url: string, path: string): Promise<string> {
  const program = findPostgresProgram('pg_dump', 15, 'dump the demonstration');
  const args = ['--no-owner', '--no-privileges', '--rows-per-insert=1000', '--no-password', `--file=${path}`];
  await runProgram(program, args, { environment: getConnectionEnvironment(url), signal: new AbortController().signal });
  return readFileSync(path, 'utf8').replaceAll(/^\\(?:un)?restrict .*\n/gm, '');
}

async function run(version: string | undefined): Promise<void> {
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error(usage);
  const folder = mkdtempSync(join(tmpdir(), 'livery-release-'));
  // The account of PostgreSQL passes through it.
  chmodSync(folder, 0o711);
  let server: DebianPostgres | undefined;
  try {
    server = await runStep('PostgreSQL', () => startDebianPostgres(join(folder, 'server')));
    const client = new Client({ connectionString: server.urlOf() });
    await client.connect();
    for (const statement of [...CREATE_ROLES, 'create database livery owner livery_owner']) await client.query(statement);
    await client.end();
    const urls = { url: server.urlOf('livery_app', 'livery'), ownerUrl: server.urlOf('livery_owner', 'livery') };
    await runStep('tables', () => prepareDatabase(urls));
    await runStep('demonstration', () => seedDemo(urls.ownerUrl, { vault: createVaultFromKeys(RELEASE_KEY) }));
    const jobs = openJobQueue(urls.ownerUrl, pino({ level: 'silent' }));
    await jobs.createQueues(jobDefinitions);
    await jobs.close();
    const text = await runStep('dump', () => dump(urls.ownerUrl, join(folder, 'dump.sql')));
    const content = await runStep('compression', async () =>
      zstdCompressSync(text, {
        params: {
          [constants.ZSTD_c_compressionLevel]: 22,
          [constants.ZSTD_c_enableLongDistanceMatching]: 1,
          [constants.ZSTD_c_windowLog]: 27,
        },
      }),
    );
    printDetail(`${content.length} bytes, ${text.length} as plain SQL`);
    if (content.length > MAX_RELEASE_BYTES) throw new Error(`The dump has more than ${MAX_RELEASE_BYTES} bytes.`);
    writeFileSync(join(RELEASES, `${version}.sql.zst`), content);
    await releaseMigrations();
  } finally {
    server?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await run(process.argv[2]);
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
