/** Part of the build: renders what each page shows before its scripts load, and lists the files that each address needs. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import type { PrerenderManifest } from '#api/platform/http/prerender.ts';

/** What web/prerender.tsx exports. */
interface PrerenderModule {
  fonts: PrerenderManifest['fonts'];
  render(nonce: string): Promise<PrerenderManifest['shells']>;
  screens(): { path: string; shell: string; load(): Promise<unknown> }[];
}

/** Placeholder for the nonce of a response. */
const NONCE = '__NONCE__';

/** Modules imported by the route map since the last check. */
const importedModules = new Set<string>();

/** Instruments the route map to record which modules it imports. */
const recordImports: Plugin = {
  name: 'record-imports',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/web/routes.tsx')) return undefined;
    return code.replace(/import\('\.\/([^']+)'\)/g, "(globalThis.recordImport('$1'), import('./$1'))");
  },
};

/** Writes `prerender.json` beside the web app in `webDir`. */
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
    const { fonts, render, screens } = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as PrerenderModule;
    const page = await readFile(join(webDir, 'index.html'), 'utf8');
    const painted: PrerenderManifest = { fonts, shells: await render(NONCE), screens: [] };
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

/** The addresses of the scripts and styles of modules and of everything that they import. */
function filesOf(manifest: Manifest, modules: Iterable<string>): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk for ${name}.`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(posix.join('/', file));
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const module of modules) add(module);
  return files;
}
