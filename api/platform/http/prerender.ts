import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the build leaves beside the web app: what pages show before their scripts have come, and which files they will ask for. */
export interface PrerenderManifest {
  /** HTML by name of the drawing and of the brand. */
  shells: Record<string, Record<string, string>>;
  /** By address; the first whose path matches counts, and the last matches all. */
  screens: { path: string; shell: string; files: string[] }[];
}

interface ShellHtml {
  /** Tags that let the browser fetch, at once, what it would find out about one after another. */
  head: string;
  /** What is seen until the scripts have come. */
  body: string;
}

/** Reads what the build has left. Answers what belongs into the page at a path, in a brand. */
export async function readPrerenderedShells(webDir: string): Promise<(path: string, brand: string) => ShellHtml> {
  const { shells, screens } = JSON.parse(await readFile(join(webDir, 'prerender.json'), 'utf8')) as PrerenderManifest;
  const known = screens.map(({ path, shell, files }) => ({
    matches: new RegExp(path, 'i'),
    shell,
    head: files.map(tagOf).join(''),
  }));
  return (path, brand) => {
    const screen = known.find(({ matches }) => matches.test(path));
    return { head: screen?.head ?? '', body: shells[screen?.shell ?? '']?.[brand] ?? '' };
  };
}

const tagOf = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;
