/** Whether the web pages have been built, and from the current sources. Without packages that only the build needs. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const project = join(import.meta.dirname, '..');
const sources = [
  'web',
  'contract',
  'brands',
  'garments',
  'lettering',
  'body',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tools/browser-support/targets.ts',
  'tools/build.ts',
  'tools/fonts.ts',
  'tools/prerender.ts',
];

/** A hash that changes with the name or content of any source file. Tests are not sources. */
export async function hashSources(root: string, paths = sources): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await listFiles(join(root, path))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(`${relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** All files in a folder and its sub-folders, in a fixed order; the path itself if it is a file, nothing if there is none. */
export async function listFiles(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}

/** Whether dist/web was built from the current sources. */
export async function isBuilt(root = project): Promise<boolean> {
  const noted = await readFile(noteOf(root), 'utf8').catch(() => '');
  return noted === (await hashSources(root));
}

/** The file that notes from which sources the pages were built. */
export function noteOf(root: string): string {
  return join(root, 'dist/web.sources');
}

/**
 * Checks that a server can send the pages in `webDir`. Where the sources of the pages are, they must be those that the pages were built from; a deployed
 * tree need not contain them.
 *
 * @throws an error that says what to do
 */
export async function checkBuiltPages(webDir: string, root = project): Promise<void> {
  if (!existsSync(join(webDir, 'index.html')))
    throw new Error(
      `The web pages are not in ${webDir}. Run \`npm run build\` first, or set WEB_DIR to their folder, or to off for the API alone.`,
    );
  const isOwn = webDir === join(root, 'dist/web');
  if (isOwn && existsSync(join(root, 'vite.config.ts')) && !(await isBuilt(root)))
    throw new Error(`The web pages in ${webDir} are not those of the current sources. Run \`npm run build\` first.`);
}
