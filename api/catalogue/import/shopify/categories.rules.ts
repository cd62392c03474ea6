import { truncate } from './truncate.rules.ts';
export interface ExistingCategory {
  id: number;
  parentId: number | null;
  name: string;
}

/** Where a product belongs: in a category that there is, or in a new one below another or at the top. */
export type CategoryPlace = { existing: number } | { name: string; below: number | null };

/**
 * Finds the place for a product type such as "Ski Boots" or a path such as "Apparel > Shirts": the category of that name,
 * else a new one of that name below the one that it is a kind of ("Boots", or "Jackets and blazers" for "Jackets"),
 * else below the nearest category of the path that there is, else below one that holds such garments (`rails`), else at
 * the top. A product without a path hangs on its rail. Number and case of the words do not count.
 */
export function placeCategory(
  path: readonly string[],
  rails: readonly string[],
  categories: readonly ExistingCategory[],
): CategoryPlace | undefined {
  const name = path.at(-1) ?? rails[0];
  if (!name) return undefined;
  const depthOf = (category: ExistingCategory): number => {
    const parent = categories.find(({ id }) => id === category.parentId);
    return parent ? depthOf(parent) + 1 : 0;
  };
  const find = (fits: (words: string[]) => boolean): number | undefined =>
    categories.filter((category) => fits(plainWords(category.name))).sort((a, b) => depthOf(a) - depthOf(b) || a.id - b.id)[0]
      ?.id;

  const words = plainWords(name);
  const same = find((other) => other.join(' ') === words.join(' '));
  if (same !== undefined) return { existing: same };
  const isListed = find((other) => listed(other).some((item) => item.join(' ') === words.join(' ')));
  if (isListed !== undefined && path.length === 0) return { existing: isListed };
  const kindOf = isListed ?? find((other) => listed(other).some((item) => endsIn(words, item)));
  if (kindOf !== undefined) return { name, below: kindOf };
  for (const ancestor of path.slice(0, -1).reverse()) {
    const above = find((other) => other.join(' ') === plainWords(ancestor).join(' '));
    if (above !== undefined) return { name, below: above };
  }
  for (const rail of rails) {
    const wanted = plainWords(rail).join(' ');
    const above =
      find((other) => other.join(' ') === wanted) ?? find((other) => listed(other).some((item) => item.join(' ') === wanted));
    if (above !== undefined) return { name, below: above };
  }
  return { name, below: null };
}

/** The path of a cell: Shopify's taxonomy writes `Apparel & Accessories > Clothing > Shirts & Tops`. */
export function readCategoryPath(text: string): string[] {
  const parts = text.split(/\s*>\s*|\s+\/\s+/).map((part) => truncate(part.replaceAll(/\s+/g, ' ').trim(), 80));
  // Google's and Shopify's taxonomies are also given as a bare number.
  return parts.filter((part) => part && !/^\d+$/.test(part));
}

function plainWords(name: string): string[] {
  return name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || /ss$/.test(word)) return word;
  if (/ies$/.test(word)) return word.length > 6 ? word.replace(/ies$/, 'y') : word.replace(/s$/, '');
  if (/(?:sh|ch|ss|x)es$/.test(word)) return word.replace(/es$/, '');
  if (/rves$/.test(word)) return word.replace(/ves$/, 'f');
  return word.replace(/s$/, '');
}

/** "Jackets and blazers" lists jackets and blazers; "Polos, tees and knitwear" three things. */
function listed(words: string[]): string[][] {
  return words
    .join(' ')
    .split(/ and /)
    .map((item) => item.split(' '));
}

function endsIn(words: string[], item: string[]): boolean {
  return item.length <= words.length && item.every((word, place) => words[words.length - item.length + place] === word);
}
