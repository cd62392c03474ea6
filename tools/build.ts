/** `npm run build`: builds the web pages into dist/web, unless they are up to date. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { formatError, runStep } from './console.ts';
import { buildFonts } from './fonts.ts';
import { buildPrerender } from './prerender.ts';

const project = join(import.meta.dirname, '..');
const sources = [
  'web',
  'contract',
  'brands',
  'garments',
  'body',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tools/fonts.ts',
  'tools/prerender.ts',
];
const compressible = /\.(?:js|mjs|css|svg|json|webmanifest|txt|xml|map|wasm)$/;

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

async function listFiles(path: string): Promise<string[]> {
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

function noteOf(root: string): string {
  return join(root, 'dist/web.sources');
}

/** Builds beside the current pages and swaps them at the end, so that a failed or killed build leaves them intact. */
export async function buildWeb(root = project): Promise<{ files: number }> {
  const hash = await hashSources(root);
  const unfinished = join(root, 'dist/web.new');
  const { build } = await import('vite');
  await rm(unfinished, { recursive: true, force: true });
  await buildFonts(root);
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: unfinished, manifest: true } });
  await buildPrerender(root, unfinished);
  const files = await listFiles(unfinished);
  await Promise.all(files.filter((file) => compressible.test(file)).map(writeCompressed));
  await rm(noteOf(root), { force: true });
  await rm(join(root, 'dist/web'), { recursive: true, force: true });
  await rename(unfinished, join(root, 'dist/web'));
  await writeFile(noteOf(root), hash);
  return { files: files.length };
}

/** Writes the compressed versions that the server sends: .br at the best quality, .gz for old clients. */
async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < 1024) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

if (import.meta.main) {
  try {
    if (await isBuilt()) console.log('dist/web is up to date');
    else
      await runStep(
        'web pages',
        () => buildWeb(),
        ({ files }) => `web pages: ${files} files in dist/web`,
      );
  } catch (error) {
    console.error(`The web pages could not be built: ${formatError(error)}`);
    process.exitCode = 1;
  }
}
