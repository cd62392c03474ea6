import { join } from 'node:path';
import type { Client } from 'pg';
import type { ChecksumList } from './checksums.ts';
import { getConnectionEnvironment } from './connection-environment.ts';
import { listContents } from './copy-contents.ts';
import { type CopyContext, hashFile } from './copy-file.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts';
import { DUMP } from './manifest.ts';
import { findPostgresProgram, getMajorVersion, type PostgresProgram, runProgram } from './postgres-programs.ts';

/** How long pg_dump waits for a migration that is being applied. */
const LOCK_WAIT_TIMEOUT = '60s';

/** @throws an error that says what to install, if there is no pg_dump that can dump a server of this version */
export const findDumpProgram = (serverVersion: string): PostgresProgram =>
  findPostgresProgram(
    'pg_dump',
    getMajorVersion(serverVersion),
    `dump the database, whose server is PostgreSQL ${serverVersion}`,
  );

interface DumpSource {
  /** Of the database's owner. */
  client: Client;
  program: PostgresProgram;
  url: string;
}

interface DumpTarget {
  folder: string;
  checksums: ChecksumList;
  list: string;
}

/** Dumps a database, and writes the list of its files and reads its facts in the same snapshot. Returns the size of the dump too. */
export async function dumpDatabase(
  { client, program, url }: DumpSource,
  { folder, checksums, list }: DumpTarget,
  context: CopyContext,
): Promise<{ bytes: number; facts: DatabaseFacts; copiedAt: Date }> {
  const path = join(folder, DUMP);
  await client.query('SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const copiedAt = new Date();
  const facts = await readDatabaseFacts(client);
  await listContents(client, list);
  const args = [
    '--format=custom',
    '--no-password',
    `--lock-wait-timeout=${LOCK_WAIT_TIMEOUT}`,
    `--snapshot=${rows[0]?.snapshot}`,
    `--file=${path}`,
  ];
  await runProgram(program, args, { environment: getConnectionEnvironment(url), signal: context.signal });
  await client.query('COMMIT');
  const { bytes, sha256 } = await hashFile(path, context);
  await checksums.add(DUMP, sha256);
  return { bytes, facts, copiedAt };
}
