/** Part of the build: what each page shows before its scripts have come, and the files that its address will ask for. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import type { PrerenderManifest } from '#api/platform/http/prerender.ts';

/** What web/prerender.tsx exports. */
interface PrerenderModule {
  render(nonce: string): Promise<PrerenderManifest['shells']>;
  screens(): { path: string; shell: string; load(): Promise<unknown> }[];
}

/** Where the server puts the nonce of an answer. */
const NONCE = '__NONCE__';

/** Modules that the route map has asked for, since it was last looked. */
const importedModules = new Set<string>();

/** Lets the route map tell which modules it asks for. */
const recordImports: Plugin = {
  name: 'record-imports',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/web/routes.tsx')) return undefined;
    return code.replace(/import\('\.\/([^']+)'\)/g, "(globalThis.recordImport('$1'), import('./$1'))");
  },
};

/** Writes `prerender.json` beside the web app that has just been built into `webDir`. */
export async function buildPrerender(root: string, webDir: string): Promise<void> {
  const manifestFile = join(webDir, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const outDir = `${webDir}.prerender`;
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [recordImports],
    build: { ssr: 'prerender.tsx', outDir, copyPublicDir: false, manifest: false, minify: false },
  });
  try {
    Object.assign(globalThis, { recordImport: (module: string) => importedModules.add(module) });
    const { render, screens } = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as PrerenderModule;
    const page = await readFile(join(webDir, 'index.html'), 'utf8');
    const painted: PrerenderManifest = { shells: await render(NONCE), screens: [] };
    for (const { path, shell, load } of screens()) {
      importedModules.clear();
      await load();
      painted.screens.push({
        path,
        shell,
        files: [...filesOf(manifest, importedModules)].filter((file) => !page.includes(file)),
      });
    }
    await writeFile(join(webDir, 'prerender.json'), JSON.stringify(painted));
  } finally {
    await rm(outDir, { recursive: true, force: true });
    await rm(join(webDir, '.vite'), { recursive: true, force: true });
  }
}

/** The addresses of the scripts and styles that modules need, those of what they import with them. */
function filesOf(manifest: Manifest, modules: Iterable<string>): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build knows no ${name}.`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(posix.join('/', file));
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const module of modules) add(module);
  return files;
}
