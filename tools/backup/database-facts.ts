import type { ClientBase } from 'pg';

/** What a backup says about its database. */
export interface DatabaseFacts {
  /** Of the server. */
  version: string;
  migrations: { name: string; checksum: string }[];
  /** Fingerprints, the newest last; none before the portal has recorded one. */
  secretKeys: string[];
}

const hasTable = async (client: ClientBase, name: string) => {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [`public.${name}`]);
  return rows[0]?.found ?? false;
};

/** @throws if the database is not one of the portal */
export async function readDatabaseFacts(client: ClientBase): Promise<DatabaseFacts> {
  if (!(await hasTable(client, 'schema_migration')))
    throw new Error('This database does not contain a portal: it has no table schema_migration. Check DATABASE_URL or DATA_DIR.');
  const { rows: versions } = await client.query<{ server_version: string }>('SHOW server_version');
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM public.schema_migration ORDER BY name',
  );
  const { rows: keys } = (await hasTable(client, 'secret_key'))
    ? await client.query<{ fingerprint: string }>('SELECT fingerprint FROM public.secret_key ORDER BY id')
    : { rows: [] };
  return {
    version: versions[0]?.server_version.split(' ')[0] ?? '',
    migrations,
    secretKeys: keys.map(({ fingerprint }) => fingerprint),
  };
}

/** The bytes that the database takes, and those of its uploaded files. */
export async function measureDatabase(client: ClientBase): Promise<{ database: number; files: number }> {
  const { rows } = await client.query<{ database: string; files: string }>(
    `SELECT pg_database_size(current_database()) AS database, (SELECT coalesce(sum(size_bytes), 0) FROM public.stored_file) AS files`,
  );
  return { database: Number(rows[0]?.database), files: Number(rows[0]?.files) };
}

/** Reads every row of every table, so that each page is checked against its checksum. Returns how much there is. */
export async function readEveryRow(client: ClientBase): Promise<{ tables: number; rows: number }> {
  await client.query('SET enable_indexonlyscan = off');
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss') ORDER BY 1`,
  );
  let count = 0;
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
    count += Number(rows[0]?.n);
  }
  return { tables: tables.length, rows: count };
}
