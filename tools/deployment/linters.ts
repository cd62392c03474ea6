/** Linters of files in deploy/ that are programs, from Debian's packages: unpacked beside the packages of npm, so that nothing of the system changes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackDebianPackages } from '../debian.ts';

const folder = join(import.meta.dirname, '../../.cache/linters');

/** The release with the version of Caddy that the Caddyfile has to suit, 2.6; later ones read it too. */
const RELEASE = 'bookworm';

const WORDS = {
  caddy: ['adapt', '--adapter', 'caddyfile', '--validate', '--config'],
  shellcheck: ['--format', 'gcc'],
} as const;

/** Makes sure that the linters are there. False where Debian's packages cannot be had. */
export const fetchLinters = (): Promise<boolean> => unpackDebianPackages(RELEASE, Object.keys(WORDS), folder);

/** What a linter says about a file; empty if it accepts it. */
export function lint(linter: keyof typeof WORDS, file: string, environment: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(join(folder, 'root/usr/bin', linter), [...WORDS[linter], file], {
    encoding: 'utf8',
    // Caddy keeps its state below the folders that these name.
    env: { ...process.env, ...environment, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  if (error) throw error;
  return status === 0 ? '' : `${stdout}${stderr}`;
}
