/** The tree of docs/ARCHITECTURE.md: which folders and files it names. */

const TREE = /^## The tree\n+```\n([\s\S]*?)^```$/m;
/** A name in the tree: a folder, such as `cart/` or `import/shopify/`, or a file. Descriptions follow after two spaces, and are not names. */
const NAME = /^(?:[\w.-]+\/)*[\w.-]+(?:\/|\.\w+)$/;
/** A file in a description, such as `erase-person.ts`, or several, such as `erase-person.*` or `balance-*`. */
const MENTIONED = /(?<![\w./`-])[\w-]+(?:\.[\w-]+)*(?:\.(?:tsx?|sql)\b|[.-]\*)/g;

/** What the tree of the guide names. Paths are from the top of the repository, folders without the slash at their end. */
export interface NamedPaths {
  /** Folders and files that have their place in the tree. */
  paths: string[];
  /** Files in descriptions, with the folder that is described; a star at the end stands for the rest of the name. */
  mentioned: { folder: string; file: string }[];
}

/**
 * Reads the tree of the guide. Each level is indented by two spaces; a line may name several folders and files, two spaces apart, before its description.
 *
 * @param guide the text of docs/ARCHITECTURE.md
 * @throws Error when the guide has no tree, or a line of it has no name
 */
export function readTree(guide: string): NamedPaths {
  const tree = TREE.exec(guide)?.[1];
  if (tree === undefined) throw new Error('The guide has no block of code below the heading "The tree".');
  const found: NamedPaths = { paths: [], mentioned: [] };
  const parents: string[] = [];
  for (const line of tree.split('\n').filter((each) => each.trim() !== '')) {
    const level = (line.length - line.trimStart().length) / 2;
    const parts = line.trim().split(/ {2,}/);
    const end = parts.findIndex((part) => !NAME.test(part));
    const names = (end === -1 ? parts : parts.slice(0, end)).map((name) => name.replace(/\/$/, ''));
    const [first] = names;
    if (first === undefined) throw new Error(`No folder or file is named in the line "${line.trim()}".`);
    const parent = level === 0 ? '' : `${parents[level - 1]}/`;
    const folder = `${parent}${first}`;
    parents[level] = folder;
    found.paths.push(...names.map((name) => `${parent}${name}`));
    const description = end === -1 ? '' : parts.slice(end).join(' ');
    found.mentioned.push(...[...description.matchAll(MENTIONED)].map(([file]) => ({ folder, file })));
  }
  return found;
}

/**
 * Lists the folders of these files that the tree does not name, down to `depth` levels, sorted. A folder counts as named when one within it is.
 *
 * @param files paths from the top of the repository
 * @param named paths that {@link readTree} has found
 */
export function findUnnamedFolders(files: readonly string[], named: readonly string[], depth: number): string[] {
  const known = new Set(named.flatMap((path) => foldersUpTo(path, Number.POSITIVE_INFINITY)));
  const folders = new Set(files.flatMap((file) => foldersUpTo(file.split('/').slice(0, -1).join('/'), depth)));
  return [...folders].filter((folder) => folder !== '' && !known.has(folder)).sort();
}

/** A path and the folders that contain it: `a/b/c` gives `a`, `a/b` and `a/b/c`, as far as they are not deeper than `depth`. */
function foldersUpTo(path: string, depth: number): string[] {
  const parts = path.split('/').slice(0, depth);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/**
 * Lists files that descriptions of the tree mention and that are neither in the folder described, nor further down, nor beside it, as `folder: file`. SQL
 * may be anywhere.
 *
 * @param files paths from the top of the repository
 */
export function findMissingFiles(files: readonly string[], mentioned: NamedPaths['mentioned']): string[] {
  return mentioned
    .filter(({ folder, file }) => {
      const parent = folder.split('/').slice(0, -1).join('/');
      const isNear = (path: string) =>
        file.endsWith('.sql') || path.startsWith(`${folder}/`) || path.split('/').slice(0, -1).join('/') === parent;
      const isMeant = (name: string) => (file.endsWith('*') ? name.startsWith(file.slice(0, -1)) : name === file);
      return !files.some((path) => isNear(path) && isMeant(path.split('/').at(-1) ?? ''));
    })
    .map(({ folder, file }) => `${folder}: ${file}`);
}
