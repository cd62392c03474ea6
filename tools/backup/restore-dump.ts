import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '#api/platform/config.ts';
import { grantToApplication, readRole } from '#api/platform/db/application-role.ts';
import { runStep } from '../console.ts';
import { getConnectionEnvironment } from './connection-environment.ts';
import { DUMP, type Manifest } from './manifest.ts';
import { findPostgresProgram, getMajorVersion, type PostgresProgram, runProgram } from './postgres-programs.ts';
import { type CheckedDatabase, checkRestored } from './restore-cluster.ts';

/** An empty database into which a dump can be restored. */
export interface DumpTarget {
  restore(folder: string, withoutSecretKey: boolean, signal: AbortSignal): Promise<CheckedDatabase>;
  close(): Promise<void>;
}

/**
 * Connects to the database of the configuration, and checks that the dump of a backup can be restored into it.
 *
 * @throws an error that says what is wrong: the database is not empty, its server is older than the one of the backup, a role or pg_restore is missing
 */
export async function openDumpTarget({ databaseUrl, databaseOwnerUrl }: Config, manifest: Manifest): Promise<DumpTarget> {
  const client = new Client({ connectionString: databaseOwnerUrl, application_name: 'livery restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client, manifest);
    await checkEmpty(client);
    await readRole(databaseUrl);
    const program = findRestoreProgram(manifest);
    return {
      restore: async (folder, withoutSecretKey, signal) => {
        await runStep(`database, with pg_restore ${program.version}`, () =>
          runRestore(program, join(folder, DUMP), { url: databaseOwnerUrl, database: client.database ?? '', signal }),
        );
        await runStep('rights and statistics', async () => {
          await grantToApplication(databaseOwnerUrl, databaseUrl);
          await client.query('ANALYZE');
        });
        return runStep(
          'every row read',
          () => checkRestored(client, manifest, withoutSecretKey),
          ({ tables, rows }) => `every row read: ${rows} in ${tables} tables`,
        );
      },
      close: () => client.end().catch(() => {}),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function checkServer(client: Client, { postgres }: Manifest): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (getMajorVersion(version) < getMajorVersion(postgres.version))
    throw new Error(
      `The backup is of PostgreSQL ${postgres.version}, but the server of DATABASE_OWNER_URL is PostgreSQL ${version}. Restore it on a server of at least the same version. Nothing was changed.`,
    );
}

/** @throws an error that names a few of the tables, if there are any that no extension has created */
async function checkEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY 1 LIMIT 3`,
  );
  if (rows.length > 0)
    throw new Error(
      `The database ${client.database} is not empty: it contains ${rows.map(({ name }) => name).join(', ')}. Create an empty one ("Database roles" in docs/operations/deployment.md) and set DATABASE_URL and DATABASE_OWNER_URL to it. Nothing was changed.`,
    );
}

function findRestoreProgram({ postgres }: Manifest): PostgresProgram {
  const dumpedBy = postgres.dumpedBy ?? postgres.version;
  return findPostgresProgram('pg_restore', getMajorVersion(dumpedBy), `restore the dump, which pg_dump ${dumpedBy} wrote`);
}

/** In one transaction, so that a dump is restored completely or not at all. The tables belong to the role that restores them. */
async function runRestore(
  program: PostgresProgram,
  dump: string,
  { url, database, signal }: { url: string; database: string; signal: AbortSignal },
): Promise<void> {
  const args = [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    '--no-password',
    `--dbname=${database}`,
    dump,
  ];
  await runProgram(program, args, { environment: getConnectionEnvironment(url), signal });
}
