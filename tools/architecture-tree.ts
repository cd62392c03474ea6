/** The tree of docs/ARCHITECTURE.md: which folders and files it names. */

const TREE = /^## The tree\n+```\n([\s\S]*?)^```$/m;
/** A name in the tree: a folder, such as `cart/` or `import/shopify/`, or a file. Descriptions follow after two spaces, and are not names. */
const NAME = /^(?:[\w.-]+\/)*[\w.-]+(?:\/|\.\w+)$/;

/**
 * Lists the paths that the tree of the guide names, from the top of the repository, folders without the slash at their end. Each level is indented by two
 * spaces; a line may name several folders and files, two spaces apart, before its description.
 *
 * @param guide the text of docs/ARCHITECTURE.md
 * @throws Error when the guide has no tree, or a line of it has no name
 */
export function readTree(guide: string): string[] {
  const tree = TREE.exec(guide)?.[1];
  if (tree === undefined) throw new Error('The guide has no block of code below the heading "The tree".');
  const parents: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const level = (line.length - line.trimStart().length) / 2;
      const parts = line.trim().split(/ {2,}/);
      const end = parts.findIndex((part) => !NAME.test(part));
      const names = (end === -1 ? parts : parts.slice(0, end)).map((name) => name.replace(/\/$/, ''));
      const parent = level === 0 ? '' : `${parents[level - 1]}/`;
      if (names[0] === undefined) throw new Error(`No folder or file is named in the line "${line.trim()}".`);
      parents[level] = `${parent}${names[0]}`;
      return names.map((name) => `${parent}${name}`);
    });
}

/**
 * Lists the folders of these files that the tree does not name, down to `depth` levels, sorted. A folder counts as named when one within it is.
 *
 * @param files paths from the top of the repository
 * @param named what {@link readTree} has found
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
