/** Takes the place of base images, which come from a registry: programs of this machine, or of Debian's packages. */
import { join } from 'node:path';
import { unpackDebianPackages } from '../debian.ts';

/** What a stage begins with. */
export interface BaseImage {
  /** The account that it has beside root, as `node:1000`. */
  account: string;
  /** The folder that is `/usr`, if not that of this machine. */
  programs?: string;
  env: Record<string, string>;
}

const folder = join(import.meta.dirname, '../../.cache/base-images');

/** The release with the client programs of PostgreSQL 18. */
const RELEASE = 'forky';

/** What every image of Debian has, of what is used. */
const COMMON = ['dash', 'coreutils', 'findutils', 'libstdc++6'];

const INSTALL =
  /^apt-get update && apt-get install --yes --no-install-recommends ([a-z\d][a-z\d+. -]*) && rm -rf \/var\/lib\/apt\/lists\/\*$/;

/** The packages that an instruction RUN installs; undefined if it does something else. */
export const readInstalledPackages = (command: string): string[] | undefined => INSTALL.exec(command)?.[1]?.split(' ');

/**
 * Finds what takes the place of an image of Node or PostgreSQL, with packages that the stage installs.
 *
 * @throws an error if it is another image, or Debian's packages cannot be had
 */
export async function findBaseImage(name: string, installed: readonly string[]): Promise<BaseImage> {
  if (/^node:[\d.]+-slim$/.test(name)) return { account: 'node:1000', env: {} };
  const version = /^postgres:(\d+)$/.exec(name)?.[1];
  if (version === undefined) throw new Error(`The base image ${name} is not known here.`);
  const target = join(folder, [`postgres-${version}`, ...installed].join('+'));
  const packages = [`postgresql-client-${version}`, ...COMMON, ...installed];
  if (!(await unpackDebianPackages(RELEASE, packages, target, { hasDependencies: true })))
    throw new Error(`Debian's packages in place of ${name} cannot be had: ${packages.join(', ')}.`);
  return {
    account: 'postgres:999',
    programs: join(target, 'root/usr'),
    env: { PATH: `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/${version}/bin` },
  };
}
