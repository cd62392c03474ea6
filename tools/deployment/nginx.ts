/** Debian's nginx with the module that removes headers, unpacked without being installed. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { unpackDebianPackages } from '../debian.ts';

const folder = join(import.meta.dirname, '../../.cache/nginx');
const PACKAGES = ['nginx', 'libnginx-mod-http-headers-more-filter'];

/** Makes sure that nginx is there. False where Debian's packages cannot be had. */
export const fetchNginx = (): Promise<boolean> => unpackDebianPackages('trixie', PACKAGES, folder, { hasDependencies: true });

/** How nginx is started with its own libraries, and the folder of its modules. */
export function findNginx(): { loader: string; words: string[]; modules: string } {
  const root = join(folder, 'root');
  const loader = globSync(join(root, '**/ld-linux*.so.*'))[0];
  if (loader === undefined) throw new Error(`There is no C library in ${root}.`);
  const libraries = globSync(join(root, 'usr/lib/*-linux-gnu')).join(':');
  const words = ['--library-path', libraries, join(root, 'usr/sbin/nginx')];
  return { loader, words, modules: join(root, 'usr/lib/nginx/modules') };
}
