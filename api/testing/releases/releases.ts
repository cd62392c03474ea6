import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdDecompressSync } from 'node:zlib';

/** Where the dumps of released versions are. */
export const RELEASES = import.meta.dirname;

/** What a dump may take in the repository, where it remains. */
export const MAX_RELEASE_BYTES = 2_000_000;

/** The encryption key of every dump. */
export const RELEASE_KEY = Buffer.alloc(32, 'livery').toString('base64url');

const SUFFIX = '.sql.zst';

/** The versions of which there is a dump of the demonstration (`npm run dump:release`). */
export const listReleases = (): string[] =>
  readdirSync(RELEASES)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length));

/** The size of a dump in bytes. */
export const measureRelease = (version: string): number => readFileSync(join(RELEASES, `${version}${SUFFIX}`)).length;

/** The SQL that recreates the demonstration of a version in an empty database. */
export const readRelease = (version: string): string =>
  zstdDecompressSync(readFileSync(join(RELEASES, `${version}${SUFFIX}`)), {
    params: { [constants.ZSTD_d_windowLogMax]: 27 },
  }).toString('utf8');
