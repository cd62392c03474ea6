import { truncate } from '../files/truncate.rules.ts';
/** A specification (facet of the catalogue's filters) and the option that applies to a product. */
export interface Specification {
  specification: string;
  option: string;
}

const word = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu');

const cuts: [option: string, words: RegExp][] = [
  ['Women’s', word(`women'?s?|women’s|woman|ladies|lad(?:y|ies)['’]?s?|female|damen|femmes?|mujer(?:es)?|donna`)],
  ['Men’s', word(`men'?s?|men’s|man|gents?|gentlemen|male|herren|hommes?|hombres?|uomo`)],
  ['Unisex', word('unisex|gender neutral|all genders')],
  ['Kids', word(`kids?|kid'?s|child(?:ren)?(?:'s)?|youth|juniors?|boys?|girls?|toddlers?|infants?|bab(?:y|ies)|kinder|enfants?`)],
];

const seasons: [option: string, words: RegExp][] = [
  ['Winter', word('winter|fall|autumn|aw\\d{2}|fw\\d{2}|herbst|hiver|invierno')],
  ['Summer', word('summer|spring|ss\\d{2}|sommer|frühling|été|verano')],
  ['All year', word('all[\\s-](?:year|season)s?|year[\\s-]round')],
];

const fabrics: [option: string, words: RegExp][] = [
  ['Polycotton', word('poly[\\s/-]?cotton')],
  ['Organic cotton', word('organic cotton')],
  ['Cotton', word('cotton|baumwolle|coton|algod[oó]n')],
  ['Merino wool', word('merino(?: wool)?')],
  ['Wool', word('wool|wolle|laine|lana')],
  ['Polyester', word('polyester|recycled polyester')],
  ['Linen', word('linen|leinen|lin')],
  ['Leather', word('leather|leder|cuir|cuero|suede')],
  ['Denim', word('denim')],
  ['Fleece', word('fleece|sherpa')],
  ['Softshell', word('soft\\s?shell')],
  ['Silk', word('silk|seide|soie|seda')],
  ['Cashmere', word('cashmere')],
  ['Nylon', word('nylon|polyamide')],
  ['Acrylic', word('acrylic')],
  ['Viscose', word('viscose|rayon|modal|lyocell|tencel')],
  ['Bamboo', word('bamboo')],
  ['Gore-Tex', word('gore[\\s-]?tex')],
  ['Down', word('down(?: fill(?:ed)?)?|goose down')],
];

/**
 * Reads brand, cut, season and fabric from a product's vendor, tags, title and specification columns. Only tags of one or
 * two words are used, so that "best deals for men this week" is not read as a cut. The title is used only for cut and
 * fabric.
 */
export function readSpecifications(product: {
  title: string;
  vendor: string;
  tags: readonly string[];
  gender: string;
  ageGroup: string;
  metafields: readonly { name: string; value: string }[];
}): Specification[] {
  const specifications: Specification[] = [];
  const add = (specification: string, option: string | undefined) => {
    if (option && !specifications.some((found) => found.specification === specification && found.option === option))
      specifications.push({ specification, option });
  };
  const about = (pattern: RegExp) => product.metafields.filter(({ name }) => pattern.test(name)).map(({ value }) => value);
  if (product.vendor) add('Brand', truncate(product.vendor, 80));

  const stated = [product.gender, product.ageGroup, ...about(/gender|age group/i)].filter(Boolean);
  const tagged = product.tags.flatMap((tag) => tag.split(/[:_=>]/).at(-1) ?? []);
  const cutTexts = stated.length > 0 ? stated : [...tagged.filter(isShort), product.title];
  const found = cuts.filter(([, words]) => cutTexts.some((text) => words.test(text))).map(([option]) => option);
  if (found.includes('Kids')) add('Cut', 'Kids');
  else if (found.includes('Unisex') || (found.includes('Men’s') && found.includes('Women’s'))) add('Cut', 'Unisex');
  else add('Cut', found[0]);

  for (const text of [...about(/season/i), ...tagged.filter(isShort)])
    add('Season', seasons.find(([, words]) => words.test(text))?.[0]);
  for (const text of [
    ...about(/fabric|material/i).flatMap((value) => value.split(/[;,]/)),
    ...tagged.filter(isShort),
    product.title,
  ]) {
    add('Fabric', fabrics.find(([, words]) => words.test(text))?.[0]);
  }
  return specifications;
}

function isShort(tag: string): boolean {
  return tag.trim().split(/\s+/).length <= 2;
}

/** Splits tags, without duplicates and empty ones, in the order of the file. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,;|]/).map((tag) => truncate(tag.replaceAll(/\s+/g, ' ').trim(), 100));
  return [...new Map(tags.filter(Boolean).map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, 250);
}
