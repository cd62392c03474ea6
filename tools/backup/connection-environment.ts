import { Client } from 'pg';
import { environmentWithoutPgVariables } from '#api/platform/db/embedded/postgres-cluster.ts';

/** Parameters of a URL that PostgreSQL's programs know as environment variables. */
const PARAMETERS: Readonly<Record<string, string>> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/**
 * The environment with which PostgreSQL's programs connect to the database of a URL, as the driver does. Nothing of it is in their arguments, which every user
 * of the machine can read.
 */
export function getConnectionEnvironment(url: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new Client({ connectionString: url });
  const { HOME, PGPASSFILE } = process.env;
  const environment: NodeJS.ProcessEnv = {
    ...environmentWithoutPgVariables(),
    ...(HOME ? { HOME } : {}),
    ...(PGPASSFILE ? { PGPASSFILE } : {}),
    PGHOST: host,
    PGPORT: String(port),
    PGAPPNAME: 'livery backup',
  };
  if (user) environment.PGUSER = user;
  if (database) environment.PGDATABASE = database;
  if (password) environment.PGPASSWORD = password;
  const parameters = new URLSearchParams(url.split('?')[1] ?? '');
  for (const [name, variable] of Object.entries(PARAMETERS)) {
    const value = parameters.get(name);
    // The driver's own mode, for a certificate that is not checked.
    if (value) environment[variable] = value === 'no-verify' ? 'require' : value;
  }
  return environment;
}
