import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';

/** The words at the end of a file name that say what a picture shows. */
const SIDES: Readonly<Record<string, PictureSide>> = {
  front: 'front',
  back: 'back',
  rear: 'back',
  detail: 'detail',
  closeup: 'detail',
};

/** A way to read a file name: a SKU, and what follows it. */
export interface PictureNameReading {
  /** In lower case. */
  sku: string;
  /** Words after the SKU that are neither a side nor a number, in lower case, such as `navy`. */
  rest: string[];
  shows: PictureSide | null;
  /** The number after the SKU; null without one. */
  number: number | null;
}

/** The signs between the parts of a file name. */
const SEPARATORS = new Set(['_', '-', ' ', '.', '(', ')', '+', ',']);
const MAX_WORDS = 24;
const SUFFIX = /\.(?:jpe?g|png|webp|gif|heic|tiff?|bmp|avif)$/i;

/**
 * The ways to read a file name, from the longest possible SKU to the shortest: `FSD-FLC-W-TEAL-M_front.jpg` may be the front of a garment with the SKU
 * `FSD-FLC-W-TEAL-M`, or of one with `FSD-FLC-W`, followed by words that have to be explained.
 */
export function readPictureName(fileName: string): PictureNameReading[] {
  const stem = cleanFileName(fileName).replace(SUFFIX, '').toLowerCase().trim();
  const ends = [stem.length];
  for (let at = stem.length - 1; at > 0 && ends.length < MAX_WORDS; at -= 1)
    if (SEPARATORS.has(stem[at] as string) && !SEPARATORS.has(stem[at - 1] as string)) ends.push(at);
  return ends.map((end) => {
    const words = toWords(stem.slice(end));
    const shows = words.map((word) => SIDES[word]).find((side) => side !== undefined) ?? null;
    const number = words.find((word) => /^[0-9]{1,3}$/.test(word));
    return {
      sku: stem.slice(0, end),
      rest: words.filter((word) => !(word in SIDES) && !/^[0-9]{1,3}$/.test(word)),
      shows,
      number: number === undefined ? null : Number(number),
    };
  });
}

/** The words of a text in lower case, for comparing names of colours with those of files. */
export function toWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const sign of text.toLowerCase()) {
    if (SEPARATORS.has(sign) || sign === '/' || sign === '&') {
      if (word) words.push(word);
      word = '';
    } else word += sign;
  }
  return word ? [...words, word] : words;
}

/** A product or combination with a SKU that a file name may begin with. */
export interface SkuOwner {
  /** In lower case. */
  sku: string;
  productId: number;
  productName: string;
  /** The SKU of a combination, or the style number of a product. */
  isCombination: boolean;
  /** The colour of a combination; null without one. */
  valueId: number | null;
  /** Clients of brands that the operator does not work for buy the product too. */
  isShared: boolean;
  /** The colours of the product. */
  colours: { id: number; name: string }[];
}

/** What a file name says. */
export interface NameMatch {
  product: { id: number; name: string } | null;
  value: { id: number; name: string } | null;
  shows: PictureSide | null;
  number: number | null;
  /** The operator cannot change the product. */
  isShared: boolean;
  /** Why no product was found, as a sentence; null when one was. */
  problem: string | null;
}

const NOTHING = { product: null, value: null, shows: null, number: null, isShared: false };

/** Finds the product, the colour and the side that a file name says, among the owners of the SKUs that it may begin with. */
export function matchPictureName(fileName: string, owners: readonly SkuOwner[]): NameMatch {
  let unexplained: { sku: string; rest: string } | undefined;
  for (const { sku, rest, shows, number } of readPictureName(fileName)) {
    const found = owners.filter((owner) => owner.sku === sku);
    const combination = found.find(({ isCombination }) => isCombination);
    const [owner, other] = combination ? [combination] : found;
    if (!owner) continue;
    if (other && other.productId !== owner.productId)
      return { ...NOTHING, problem: `Several products have the SKU ${sku.toUpperCase()}. Please choose one.` };
    const named = rest.length === 0 ? undefined : findColour(owner.colours, rest);
    if (rest.length > 0 && !named) {
      unexplained ??= { sku, rest: rest.join(' ') };
      continue;
    }
    const valueId = named?.id ?? owner.valueId;
    return {
      product: { id: owner.productId, name: owner.productName },
      value: owner.colours.find(({ id }) => id === valueId) ?? null,
      shows,
      number,
      isShared: owner.isShared,
      problem: null,
    };
  }
  return {
    ...NOTHING,
    problem: unexplained
      ? `After the SKU ${unexplained.sku.toUpperCase()} comes “${unexplained.rest}”, which is none of its colours.`
      : 'The name does not begin with a SKU of the catalogue.',
  };
}

/** The colour whose name consists of these words. */
export const findColour = <T extends { name: string }>(colours: readonly T[], words: readonly string[]): T | undefined =>
  colours.find(({ name }) => toWords(name).join(' ') === words.join(' '));

/**
 * The colour and side that a file name says of a product that is known: by the SKU of a combination or by the name of a colour anywhere in it. What
 * it does not say is null.
 */
export function matchWithinProduct(
  fileName: string,
  owners: readonly SkuOwner[],
  productId: number,
  colours: readonly { id: number; name: string }[],
): Pick<NameMatch, 'value' | 'shows' | 'number'> {
  const match = matchPictureName(
    fileName,
    owners.filter((owner) => owner.productId === productId),
  );
  if (match.product) return match;
  const [whole] = readPictureName(`x_${fileName}`).filter(({ sku }) => sku === 'x');
  const words = toWords(cleanFileName(fileName).replace(SUFFIX, ''));
  const inName = ` ${words.join(' ')} `;
  const named = colours
    .filter(({ name }) => toWords(name).length > 0 && inName.includes(` ${toWords(name).join(' ')} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  return { value: named ?? null, shows: whole?.shows ?? null, number: whole?.number ?? null };
}

/** The order in which pictures of one product and colour follow each other: by number, the front before the back. */
export function comparePictures(a: Pick<NameMatch, 'shows' | 'number'>, b: Pick<NameMatch, 'shows' | 'number'>): number {
  const rank = { front: 0, back: 2, detail: 3 };
  const rankOf = ({ shows }: Pick<NameMatch, 'shows'>) => (shows === null ? 1 : rank[shows]);
  return rankOf(a) - rankOf(b) || (a.number ?? 0) - (b.number ?? 0);
}
