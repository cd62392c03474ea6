/** Part of the build: renders what each page shows before its scripts load, and lists the files that each address needs. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Rolldown } from 'vite';
import type { PrerenderManifest } from '#api/platform/http/prerender.ts';

/** What web/prerender.tsx exports. */
interface PrerenderModule {
  fonts: PrerenderManifest['fonts'];
  render(nonce: string, company: string): Promise<PrerenderManifest['shells']>;
  screens(): { path: string; shell: string; load(): Promise<unknown> }[];
}

/** Placeholder for the nonce of a response. */
const NONCE = '__NONCE__';
/** Placeholder for the name of a company that uses the design of another one. */
const COMPANY = '__COMPANY__';

/** Writes `prerender.json` beside the web app in `webDir`. */
export async function buildPrerender(root: string, webDir: string): Promise<void> {
  const manifestFile = join(webDir, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const outDir = `${webDir}.prerender`;
  const moduleOf = await buildForNode(root, outDir);
  try {
    const { fonts, render, screens } = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as PrerenderModule;
    const page = await readFile(join(webDir, 'index.html'), 'utf8');
    const painted: PrerenderManifest = { fonts, shells: await render(NONCE, COMPANY), screens: [] };
    for (const { path, shell, load } of screens()) {
      const modules = (await recordImports(load)).flatMap((url) => moduleOf.get(url) ?? []);
      if (modules.length === 0) throw new Error(`The build cannot tell which modules the screen ${path} loads.`);
      painted.screens.push({ path, shell, files: [...filesOf(manifest, modules)].filter((file) => !page.includes(file)) });
    }
    await writeFile(join(webDir, 'prerender.json'), JSON.stringify(painted));
  } finally {
    await rm(outDir, { recursive: true, force: true });
    await rm(join(webDir, '.vite'), { recursive: true, force: true });
  }
}

/**
 * Builds the web app for Node. Returns the module, named as in the manifest, of each file that a dynamic import loads. There are no shared
 * files as in the browser's build, so that each of these modules has a file of its own.
 */
async function buildForNode(root: string, outDir: string): Promise<Map<string, string>> {
  const { output } = (await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'prerender.tsx',
      outDir,
      copyPublicDir: false,
      manifest: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: true } },
    },
  })) as Rolldown.RolldownOutput;
  const files = output.filter((file) => file.type === 'chunk');
  return new Map(
    files.flatMap(({ isDynamicEntry, facadeModuleId, fileName }) =>
      isDynamicEntry && facadeModuleId
        ? [[pathToFileURL(join(outDir, fileName)).href, posix.relative(join(root, 'web'), facadeModuleId)]]
        : [],
    ),
  );
}

/** The addresses of everything that is imported while `load` runs, also of what was loaded before. */
async function recordImports(load: () => Promise<unknown>): Promise<string[]> {
  const urls = new Set<string>();
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      urls.add(resolved.url);
      return resolved;
    },
  });
  try {
    await load();
  } finally {
    hooks.deregister();
  }
  return [...urls];
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
