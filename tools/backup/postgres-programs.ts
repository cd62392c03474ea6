import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of PostgreSQL's client package. */
export interface PostgresProgram {
  path: string;
  /** Such as `15.17`. */
  version: string;
}

/** Where Debian's packages have the programs of each version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The major version: 15 of `15.17` and of `15beta1`. */
export const getMajorVersion = (version: string) => Number.parseInt(version, 10);

/**
 * Finds a program, on the PATH and in Debian's folders, of at least the version. Of several the oldest: the newer one of them is than the server, the more likely
 * a dump contains what that server does not know.
 *
 * @param purpose completes "… is needed to"
 * @throws an error that names what is needed, what was found, and what to install
 */
export function findPostgresProgram(name: 'pg_dump' | 'pg_restore', minimum: number, purpose: string): PostgresProgram {
  const found = listFolders()
    .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readVersion(path) ?? [])
    .toSorted((a, b) => getMajorVersion(a.version) - getMajorVersion(b.version));
  const program = found.find(({ version }) => getMajorVersion(version) >= minimum);
  if (program) return program;
  const what =
    found.length === 0 ? 'None was found' : `Found: ${found.map(({ path, version }) => `${version} (${path})`).join(', ')}`;
  throw new Error(
    `${name} of PostgreSQL ${minimum} or newer is needed to ${purpose}. ${what}, on the PATH and in ${DEBIAN_FOLDER}. ` +
      `Install the client programs of PostgreSQL ${minimum} (Debian: apt-get install postgresql-client-${minimum}; others: https://www.postgresql.org/download/) and repeat. Nothing was written.`,
  );
}

function listFolders(): string[] {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  return [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
  ];
}

function readVersion(path: string): PostgresProgram | undefined {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const version = /\(PostgreSQL\) (\d+\S*)/.exec(stdout ?? '')?.[1];
  return version ? { path, version } : undefined;
}

/** The end of what a failed program wrote. */
const SHOWN_CHARACTERS = 2000;

/**
 * Runs a program to its end.
 *
 * @throws an error with the end of what it wrote on the standard error, if it fails; and the reason of the signal
 */
export async function runProgram(
  { path }: PostgresProgram,
  args: readonly string[],
  { environment, signal }: { environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  // Ctrl-C in a terminal reaches the whole group; this process then ends the program itself.
  const child = spawn(path, args, {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-SHOWN_CHARACTERS);
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${path} failed: ${errors.trim() || `exit code ${code}`}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
