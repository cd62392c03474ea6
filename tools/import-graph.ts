/** Who imports whom among the files of this repository, and what follows from it: the order of areas, cycles, names used twice. */
import { posix } from 'node:path';

/** One file imports another one, for its values or for its types alone. Both are paths from the top of the repository. */
export interface FileImport {
  from: string;
  to: string;
}

/** Folders that import each other, directly or through others, with the imports that close the cycle. */
export interface FolderCycle {
  folders: string[];
  imports: FileImport[];
}

const STATIC_IMPORT = /^(?:import|export)\s[^'";=()]*?\sfrom\s+['"]([^'"]+)['"]/gm;
const SIDE_EFFECT_IMPORT = /^import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const WORKER_URL = /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g;
const EXPORTED_NAME = /^export (?:default )?(?:async )?(?:function\*?|class|const|interface|type|enum) (\w+)/gm;

/**
 * Lists every import between the given files: static, dynamic, for side effects, by worker URL and, unless that is switched off, of types. Packages and
 * files that are not given are left out, and each pair of files appears once.
 *
 * @param sources the text of each file by its path
 */
export function readImports(sources: ReadonlyMap<string, string>, { withTypes = true } = {}): FileImport[] {
  return [...sources].flatMap(([from, text]) => {
    const targets = readSpecifiers(text, { withTypes }).map((specifier) => resolveSpecifier(from, specifier));
    return [...new Set(targets)].filter((to) => to !== undefined && sources.has(to)).map((to) => ({ from, to: to as string }));
  });
}

function readSpecifiers(text: string, { withTypes }: { withTypes: boolean }): string[] {
  return [STATIC_IMPORT, SIDE_EFFECT_IMPORT, DYNAMIC_IMPORT, WORKER_URL].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(([statement]) => withTypes || !/^(?:import|export) type\s/.test(statement))
      .map(([, specifier = '']) => specifier),
  );
}

/** The packages that each file loads when it runs, by its path: types alone load nothing, and modules of Node are no packages. */
export function readPackages(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  return new Map(
    [...sources].map(([file, text]) => {
      const specifiers = readSpecifiers(text, { withTypes: false }).filter((specifier) => !/^(?:[#.]|node:)/.test(specifier));
      const names = specifiers.map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
      return [file, [...new Set(names)]];
    }),
  );
}

/** The files that these ones load when they run, directly or through others, themselves included. */
export function findLoadedFiles(sources: ReadonlyMap<string, string>, entries: readonly string[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of readImports(sources, { withTypes: false }))
    targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const edges = new Map([...targets].map(([from, all]) => [from, new Map([...all].map((to) => [to, true]))]));
  return [...new Set(entries.flatMap((entry) => [entry, ...reachableFrom(entry, edges)]))];
}

/** `#api/x.ts` starts at the top of the repository, `./x.ts` at the importing file; anything else is a package. */
function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

/**
 * Finds imports that break the order of the areas in one top folder: an area that imports a higher one, or a file directly in the top folder, which
 * is where the areas are joined. Files directly in the top folder may import everything.
 *
 * @param order the areas from high to low; each may import only those after it. An area that is not named may neither import nor be imported.
 */
export function findUpwardImports(imports: readonly FileImport[], top: string, order: readonly string[]): FileImport[] {
  const areaOf = (file: string) => {
    const [folder, area, ...rest] = file.split('/');
    return folder === top && rest.length > 0 ? area : undefined;
  };
  return imports.filter(({ from, to }) => {
    const importer = areaOf(from);
    if (importer === undefined || !to.startsWith(`${top}/`)) return false;
    const imported = areaOf(to);
    if (imported === importer) return false;
    return imported === undefined || !order.includes(importer) || order.indexOf(imported) < order.indexOf(importer);
  });
}

/**
 * Finds folders that import each other, at every depth. Folders are compared with their siblings: an import from `a/b/x.ts` to `a/c/d/y.ts` leads from
 * `a/b` to `a/c`. A cycle between any two folders of which neither contains the other is one between siblings further up, so none is missed;
 * a folder and its own sub-folders may import each other.
 */
export function findFolderCycles(imports: readonly FileImport[]): FolderCycle[] {
  const edges = new Map<string, Map<string, FileImport[]>>();
  for (const one of imports) {
    const [from, to] = siblingFolders(one) ?? [];
    if (from === undefined || to === undefined) continue;
    const targets = edges.get(from) ?? new Map<string, FileImport[]>();
    edges.set(from, targets.set(to, [...(targets.get(to) ?? []), one]));
  }
  const reachable = new Map([...edges.keys()].map((folder) => [folder, reachableFrom(folder, edges)]));
  const isInCycleWith = (a: string, b: string) => Boolean(reachable.get(a)?.has(b) && reachable.get(b)?.has(a));
  const cycles: FolderCycle[] = [];
  for (const folder of [...edges.keys()].sort()) {
    if (!isInCycleWith(folder, folder) || cycles.some(({ folders }) => folders.includes(folder))) continue;
    const folders = [...edges.keys()].filter((other) => isInCycleWith(folder, other)).sort();
    const within = folders.flatMap((from) => folders.flatMap((to) => edges.get(from)?.get(to) ?? []));
    cycles.push({ folders, imports: within });
  }
  return cycles;
}

/** The two folders at which the paths of an import part, or undefined when one file's folder contains the other's. */
function siblingFolders({ from, to }: FileImport): [from: string, to: string] | undefined {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  const depth = a.findIndex((part, i) => part !== b[i]);
  if (depth === -1 || depth >= b.length || a[0] === '.' || b[0] === '.') return undefined;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlyMap<string, unknown>>): Set<string> {
  const found = new Set<string>();
  const pending = [start];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop())
    for (const next of edges.get(folder)?.keys() ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(next);
    }
  return found;
}

/** Lists names that two files of one top folder export, as `name: file, file`. Names in `allowed` may be exported by many. */
export function findDuplicateExports(sources: ReadonlyMap<string, string>, allowed: readonly string[]): string[] {
  const holders = new Map<string, Set<string>>();
  for (const [file, text] of sources)
    for (const [, name = ''] of text.matchAll(EXPORTED_NAME)) {
      if (allowed.includes(name)) continue;
      const key = `${file.split('/')[0]} ${name}`;
      holders.set(key, (holders.get(key) ?? new Set()).add(file));
    }
  return [...holders]
    .filter(([, files]) => files.size > 1)
    .map(([key, files]) => `${key.split(' ')[1]}: ${[...files].sort().join(', ')}`)
    .sort();
}

/** One line for an import, for the message of a test that fails. */
export function describeImport({ from, to }: FileImport): string {
  return `${from} → ${to}`;
}

/** The folders of a cycle, and below them at most three imports for each pair of files' folders that are part of it. */
export function describeCycle({ folders, imports }: FolderCycle): string {
  const groups = new Map<string, FileImport[]>();
  for (const one of imports) {
    const key = siblingFolders(one)?.join(' → ') ?? '';
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const lines = [...groups].flatMap(([key, list]) => [
    `  ${key} (${list.length})`,
    ...list.slice(0, 3).map((one) => `    ${describeImport(one)}`),
  ]);
  return [`cycle of ${folders.join(', ')}`, ...lines].join('\n');
}
