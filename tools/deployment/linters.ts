/** Linters of files in deploy/ that are programs, from Debian's packages: unpacked beside the packages of npm, so that nothing of the system changes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackDebianPackages } from '../debian.ts';

const folder = join(import.meta.dirname, '../../.cache/linters');

/** Where each linter is from, what it is called with, and the oldest version that the files have to suit, if there is one. */
const LINTERS = {
  // 2.6. Later ones read the Caddyfile too.
  caddy: {
    release: 'bookworm',
    program: 'usr/bin/caddy',
    words: (file: string) => ['adapt', '--adapter', 'caddyfile', '--validate', '--config', file],
  },
  // promtool, of the release that Prometheus 2.42 is from.
  prometheus: { release: 'bookworm', program: 'usr/bin/promtool', words: (file: string) => ['check', 'rules', file] },
  shellcheck: { release: 'bookworm', program: 'usr/bin/shellcheck', words: (file: string) => ['--format', 'gcc', file] },
  'docker-compose': {
    release: 'trixie',
    program: 'usr/libexec/docker/cli-plugins/docker-compose',
    words: (file: string) => ['--file', file, '--profile', '*', 'config', '--quiet'],
  },
} as const;

/** The name of a linter, which is that of its package. */
type Linter = keyof typeof LINTERS;

const packagesOf = (release: string) =>
  (Object.keys(LINTERS) as Linter[]).filter((linter) => LINTERS[linter].release === release);

/** A folder for each list of packages, so that one more is fetched. */
const folderOf = (release: string) => join(folder, [release, ...packagesOf(release)].join('+'));

/** The program of a linter that has been fetched. */
export const findLinter = (linter: Linter): string => join(folderOf(LINTERS[linter].release), 'root', LINTERS[linter].program);

/** Makes sure that the linters are there. False where Debian's packages cannot be had. */
export async function fetchLinters(): Promise<boolean> {
  for (const release of new Set(Object.values(LINTERS).map((linter) => linter.release)))
    if (!(await unpackDebianPackages(release, packagesOf(release), folderOf(release)))) return false;
  return true;
}

/** What a linter says about a file; empty if it accepts it. */
export const lint = (linter: Linter, file: string, environment: Record<string, string> = {}): string =>
  runLinter(linter, LINTERS[linter].words(file), environment);

/** What a linter says when it is called with these words; empty if it succeeds. */
export function runLinter(linter: Linter, words: readonly string[], environment: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(findLinter(linter), words, {
    encoding: 'utf8',
    // Caddy keeps its state below the folders that these name.
    env: { ...process.env, ...environment, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  if (error) throw error;
  return status === 0 ? '' : `${stdout}${stderr}`;
}
