import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TEMPLATE =
  '<!doctype html><html><head><title>__COMPANY__</title><meta name="api-docs" content="__API_DOCS__"></head><body><div id="root">__DRAWING__</div></body></html>';
/** The content of `/assets/index-1.js`. */
export const SCRIPT = 'console.log("a script")';

/** A folder in the form of the built web app, with a page, a script and a picture. */
export async function createWebFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'livery-web-'));
  await mkdir(join(path, 'assets'));
  await mkdir(join(path, 'marks'));
  await writeFile(join(path, 'index.html'), TEMPLATE);
  await writeFile(join(path, 'prerender.json'), JSON.stringify({ fonts: {}, shells: {}, screens: [] }));
  await writeFile(join(path, 'assets/index-1.js'), SCRIPT);
  await writeFile(join(path, 'assets/index-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(path, 'marks/sundial.png'), 'a picture');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
