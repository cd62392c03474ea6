/** `npm run build`: builds the web pages into dist/web, unless they are up to date, and copies the typefaces of documents to dist/print-fonts. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashSources, isBuilt, listFiles, noteOf } from './built-pages.ts';
import { formatError, runStep } from './console.ts';
import { buildFonts, copyPrintFonts } from './fonts.ts';
import { buildPrerender } from './prerender.ts';

const project = join(import.meta.dirname, '..');
const compressible = /\.(?:js|mjs|css|svg|json|webmanifest|txt|xml|map|wasm)$/;

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

/** Smaller files gain nothing by being compressed: the headers of an answer alone are longer. */
const MIN_BYTES = 256;

/** Writes the compressed versions that the server sends: .br at the best quality, .gz for old clients. */
async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

if (import.meta.main) {
  try {
    await copyPrintFonts(project);
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
