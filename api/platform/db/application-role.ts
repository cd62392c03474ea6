import { Client, type ClientBase } from 'pg';

/** The schemas that the application reads and writes: its own, and that of the job queue. */
const SCHEMAS = ['public', 'pgboss'];

/** The tables that only migrations write. */
const HISTORY = ['schema_migration', 'repeatable_sql', 'repeatable_sql_version'];

/** An arbitrary number, the same on every server: two that grant the same rights at the same time would fail with "tuple concurrently updated". */
const advisoryLock = 7_404_003;

/**
 * Grants the application's role the minimum: reading and writing rows, and using sequences and functions. Run after every
 * migration, because new tables have no grants. Does nothing if both URLs have the same role.
 *
 * @param ownerUrl of the role that owns the tables
 * @param url of the application
 */
export async function grantToApplication(ownerUrl: string, url: string): Promise<void> {
  const role = await readRole(url);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await grantRights(client, role.name, SCHEMAS);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** Whether the role $1 lacks a right in the schemas $2, or may write a table of $3; and which of those there are. */
const FIND_RIGHTS = `
  SELECT EXISTS (
      SELECT FROM pg_namespace n WHERE n.nspname = ANY ($2) AND NOT has_schema_privilege($1::name, n.oid, 'USAGE'))
    OR EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      CROSS JOIN LATERAL (SELECT n.nspname = 'public' AND c.relname = ANY ($3) AS is_history) h
      WHERE n.nspname = ANY ($2) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND (NOT has_table_privilege($1::name, c.oid, 'SELECT') OR EXISTS (
          SELECT FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) p (privilege) WHERE has_table_privilege($1::name, c.oid, privilege) = is_history)))
    OR EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY ($2) AND c.relkind = 'S'
        AND NOT (has_sequence_privilege($1::name, c.oid, 'USAGE') AND has_sequence_privilege($1::name, c.oid, 'SELECT')))
    OR EXISTS (
      SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = ANY ($2) AND p.prokind <> 'p' AND NOT has_function_privilege($1::name, p.oid, 'EXECUTE')) AS lacks,
    current_user = $1::name AS owner, quote_ident($1::text) AS quoted,
    (SELECT string_agg(relname, ', ') FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($3)) AS history`;

/**
 * Grants a role what `grantToApplication` says, in the transaction of the client. Changes nothing where it has everything, or owns the tables.
 *
 * @param client of the owner
 */
export async function grantRights(client: ClientBase, role: string, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ lacks: boolean; owner: boolean; quoted: string; history: string }>(FIND_RIGHTS, [
    role,
    schemas,
    HISTORY,
  ]);
  const [found] = rows;
  if (!found?.lacks || found.owner) return;
  const list = schemas.join(', ');
  await client.query(`
    SELECT pg_advisory_xact_lock(${advisoryLock});
    GRANT USAGE ON SCHEMA ${list} TO ${found.quoted};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${list} TO ${found.quoted};
    REVOKE INSERT, UPDATE, DELETE ON ${found.history} FROM ${found.quoted};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${list} TO ${found.quoted};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${list} TO ${found.quoted}`);
}

/** The role of this URL, and whether it could bypass row security. */
export async function readRole(url: string): Promise<{ name: string; bypassesRowSecurity: boolean }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bypassesRowSecurity: boolean }>(
      `SELECT rolname AS name, rolsuper OR rolbypassrls AS "bypassesRowSecurity" FROM pg_roles WHERE rolname = current_user`,
    );
    return rows[0] as { name: string; bypassesRowSecurity: boolean };
  } finally {
    await client.end();
  }
}
