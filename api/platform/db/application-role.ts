import { Client } from 'pg';

/** The schemas that the application reads and writes: its own, and that of the job queue. */
const SCHEMAS = 'public, pgboss';

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
    const { rows } = await client.query<{ owner: boolean; quoted: string }>(
      'SELECT current_user = $1 AS owner, quote_ident($1) AS quoted',
      [role.name],
    );
    if (rows[0]?.owner) return;
    const grantee = rows[0]?.quoted;
    await client.query(`
      BEGIN;
      SELECT pg_advisory_xact_lock(${advisoryLock});
      GRANT USAGE ON SCHEMA ${SCHEMAS} TO ${grantee};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMAS} TO ${grantee};
      REVOKE INSERT, UPDATE, DELETE ON schema_migration FROM ${grantee};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${SCHEMAS} TO ${grantee};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMAS} TO ${grantee};
      COMMIT`);
  } finally {
    await client.end();
  }
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
