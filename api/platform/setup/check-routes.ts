import { Client } from 'pg';
import { inspectRoute, type Route } from '../db/pooler.ts';
import { SESSION_SETTINGS } from '../db/session-settings.ts';
import { ConfigurationError } from '../environment.ts';

const SEE = 'See "Connection pooler" in docs/operations/deployment.md.';

/** The addresses of one database. */
interface Routes {
  /** Of the application's statements; may lead through a pooler. */
  databaseUrl: string;
  /** Leads to PostgreSQL directly. */
  databaseListenUrl: string;
}

/**
 * Checks that the application's statements work by way of the pooler, if there is one, with their time-outs, and that what needs a connection of its own
 * has one. The time-outs become defaults of the application's role where a pooler does not pass on what the connection asks for.
 *
 * @throws ConfigurationError saying what to change
 */
export async function checkRoutes(
  { databaseUrl, databaseListenUrl }: Routes,
  log: (line: string) => void = () => {},
): Promise<void> {
  const route = await inspectRoute(databaseUrl);
  if (!route.keepsStatements)
    throw new ConfigurationError(
      'DATABASE_URL leads to a connection pooler in transaction mode that loses prepared statements, as PgBouncer before 1.21 does (Debian 12 has 1.18), ' +
        `and later versions with max_prepared_statements = 0. Use PgBouncer 1.21 or newer, its session mode, or a direct connection. ${SEE}`,
    );
  if (!route.acceptsOptions)
    throw new ConfigurationError(
      'DATABASE_URL leads to a connection pooler that refuses the start parameter "options". ' +
        `For PgBouncer, set ignore_startup_parameters = extra_float_digits, options. ${SEE}`,
    );
  if (databaseListenUrl !== databaseUrl || route.isShared)
    await checkDirect('DATABASE_LISTEN_URL', databaseListenUrl, 'announcements');
  if (route.lostSettings.length === 0) return;
  await storeSettings(databaseListenUrl);
  log(`the connection pooler drops ${route.lostSettings.join(', ')}, which are now defaults of the application's role`);
  const { lostSettings } = await inspectAgain(databaseUrl);
  if (lostSettings.length > 0)
    throw new Error(
      `The connection pooler still has connections without ${lostSettings.join(', ')}. Run RECONNECT on its console, or restart it. ${SEE}`,
    );
}

/** What PostgreSQL says on a connection that was ended from another one. */
const ENDED = '57P01';
/** As many connections as poolers usually keep for a role and database. */
const MAX_ENDED = 20;

/** Inspects a route whose idle connections were ended just now: a pooler hands them out until it has noticed. */
async function inspectAgain(url: string): Promise<Route> {
  for (let ended = 0; ; ended += 1)
    try {
      return await inspectRoute(url);
    } catch (error) {
      if ((error as { code?: string }).code !== ENDED || ended >= MAX_ENDED) throw error;
    }
}

/**
 * Checks that an address leads to PostgreSQL itself, or to a pooler in session mode.
 *
 * @param purpose what needs it, for the message
 * @throws ConfigurationError naming the variable
 */
export async function checkDirect(variable: string, url: string, purpose: 'announcements' | 'migrations'): Promise<void> {
  if (!(await inspectRoute(url)).isShared) return;
  const why = purpose === 'announcements' ? 'listens for changes on it' : 'holds a lock on it during migrations';
  throw new ConfigurationError(
    `${variable} must lead to PostgreSQL directly, not through a connection pooler in transaction mode, because the portal ${why}. ${SEE}`,
  );
}

/**
 * Stores the settings as defaults of the role and database of `url`, and ends the idle connections that were opened without them.
 *
 * @throws ConfigurationError if the role owns the tables
 */
async function storeSettings(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ target: string; isOwner: boolean }>(
      `select format('alter role %I in database %I', current_user, current_database()) as target,
        (select pg_get_userbyid(relowner) = current_user from pg_class where oid = to_regclass('public.schema_migration')) as "isOwner"`,
    );
    if (rows[0]?.isOwner)
      throw new ConfigurationError(
        'Behind a connection pooler the application needs a role of its own, because its time-outs are stored as defaults of the role and would end long ' +
          `migrations: DATABASE_URL must be the address of another role than that of DATABASE_OWNER_URL. ${SEE}`,
      );
    const statements = Object.entries(SESSION_SETTINGS).map(([name, value]) => `${rows[0]?.target} set ${name} = '${value}'`);
    // One after another, since several processes may start at the same time.
    await client.query(`begin; select pg_advisory_xact_lock(7404002); ${statements.join('; ')}; commit`);
    // In transaction mode no client has an idle connection of the pooler; the portal's own direct connections are opened again.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = current_user and datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`,
    );
  } finally {
    await client.end();
  }
}
