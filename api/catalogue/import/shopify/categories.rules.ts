import { truncate } from '../files/truncate.rules.ts';
export interface ExistingCategory {
  id: number;
  parentId: number | null;
  name: string;
}

/** The category for a product: an existing one, or a new one below another (`null`: at the top level). */
export type CategoryPlace = { existing: number } | { name: string; below: number | null };

/**
 * Chooses the category for a product type such as "Ski Boots" or a path such as "Apparel > Shirts". In this order:
 * 1. the existing category of that name;
 * 2. a new category of that name below the one it is a kind of ("Boots", or "Jackets and blazers" for "Jackets");
 * 3. a new one below the nearest existing category of the path;
 * 4. a new one below a category for such garments (`garmentCategories`, most specific first);
 * 5. a new one at the top level.
 *
 * A product without a path goes to a category for such garments. Names are compared without case, and singular equals
 * plural.
 */
export function placeCategory(
  path: readonly string[],
  garmentCategories: readonly string[],
  categories: readonly ExistingCategory[],
): CategoryPlace | undefined {
  const name = path.at(-1) ?? garmentCategories[0];
  if (!name) return undefined;
  const depthOf = (category: ExistingCategory): number => {
    const parent = categories.find(({ id }) => id === category.parentId);
    return parent ? depthOf(parent) + 1 : 0;
  };
  const find = (matches: (words: string[]) => boolean): number | undefined =>
    categories.filter((category) => matches(plainWords(category.name))).sort((a, b) => depthOf(a) - depthOf(b) || a.id - b.id)[0]
      ?.id;

  const words = plainWords(name);
  const same = find((other) => other.join(' ') === words.join(' '));
  if (same !== undefined) return { existing: same };
  const listing = find((other) => listedKinds(other).some((item) => item.join(' ') === words.join(' ')));
  if (listing !== undefined && path.length === 0) return { existing: listing };
  const kindOf = listing ?? find((other) => listedKinds(other).some((item) => endsIn(words, item)));
  if (kindOf !== undefined) return { name, below: kindOf };
  for (const ancestor of path.slice(0, -1).reverse()) {
    const above = find((other) => other.join(' ') === plainWords(ancestor).join(' '));
    if (above !== undefined) return { name, below: above };
  }
  for (const category of garmentCategories) {
    const target = plainWords(category).join(' ');
    const above =
      find((other) => other.join(' ') === target) ??
      find((other) => listedKinds(other).some((item) => item.join(' ') === target));
    if (above !== undefined) return { name, below: above };
  }
  return { name, below: null };
}

/** Splits a category path such as Shopify's `Apparel & Accessories > Clothing > Shirts & Tops`. */
export function readCategoryPath(text: string): string[] {
  const parts = text.split(/>|\s\/\s/).map((part) => truncate(part.replaceAll(/\s+/g, ' ').trim(), 80));
  // Google's and Shopify's taxonomies can also be given as a bare number, which names no category.
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

/** The kinds that a category name lists: "Jackets and blazers" lists jackets and blazers. */
function listedKinds(words: string[]): string[][] {
  return words
    .join(' ')
    .split(/ and /)
    .map((item) => item.split(' '));
}

function endsIn(words: string[], item: string[]): boolean {
  return item.length <= words.length && item.every((word, index) => words[words.length - item.length + index] === word);
}
