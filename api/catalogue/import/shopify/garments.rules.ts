import type { GarmentType } from '#garments/garments.ts';

/** Garment type of products that are not garments. */
const NEUTRAL_TYPE: GarmentType = 'bag';

interface Clue {
  words: RegExp;
  garment: GarmentType;
}

const clue = (garment: GarmentType, words: string): Clue => ({
  garment,
  words: new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu'),
});

/** The first match is used, so specific terms come before general ones. */
const clues: Clue[] = [
  clue(
    'hi-vis-vest',
    String.raw`hi[\s-]?vi[sz](?:ibility)?\s.*(?:vests?|waistcoats?|gilets?)|(?:safety|reflective)\s+vests?|warnweste`,
  ),
  clue('hi-vis-trousers', String.raw`(?:hi[\s-]?vi[sz]|high[\s-]vis)\w*\s.*(?:trousers?|pants|shorts|overtrousers|joggers)`),
  clue('hi-vis-jacket', String.raw`(?:hi[\s-]?vi[sz]|high[\s-]vis)\w*`),
  clue('chef-jacket', String.raw`chef['’]?s?\s+(?:jackets?|coats?|whites)|kochjacke`),
  clue('apron', 'aprons?|pinnies|pinny|bib apron|tabards?|schürzen?'),
  clue('scrubs', 'scrubs?|tunics?|lab coats?|nurses?'),
  clue(
    'coverall',
    String.raw`coveralls?|overalls?|boiler\s?suits?|jumpsuits?|dungarees?|bib and brace|onesies?|playsuits?|rompers?|wetsuits?|(?:snow|ski|race)\s?suits?`,
  ),
  clue(
    'bag',
    String.raw`(?:snow|skate|surf|long)boards?(?!\s+\p{L})|skis|bindings?|goggles?|sunglass(?:es)?|glasses|helmets?|wallets?|(?:ski|trekking)\s+poles?|watch(?:es)?|phone cases?|mugs?|bottles?|stickers?|posters?|towels?`,
  ),
  clue('gloves', 'gloves?|mitts?|mittens?|gauntlets?|handschuhe?|glove liners?'),
  clue(
    'beanie',
    String.raw`beanies?|toques?|tuques?|bobble hats?|knit(?:ted)? (?:hats?|caps?)|mützen?|balaclavas?|headbands?|ear\s?warmers?|winter hats?`,
  ),
  clue('cap', 'caps?|snapbacks?|truckers?|baseball hats?|bucket hats?|hats?|visors?|fedoras?|berets?|headwear|sun hats?'),
  clue('scarf', String.raw`scar(?:f|ves)|snoods?|neck\s?(?:warmers?|gaiters?|tubes?)|bandanas?|shawls?|schals?|neckerchief?s?`),
  clue('tie', 'ties?|neckties?|bow ?ties?|cravats?|krawatten?'),
  clue('belt', 'belts?|braces|suspenders|gürtel'),
  clue('socks', 'socks?|stockings?|tights|hosiery|socken'),
  clue('boot', 'boots?|wellingtons?|wellies|booties?|stiefel'),
  clue(
    'shoe',
    String.raw`shoes?|sneakers?|trainers?|high[\s-]?tops?|low[\s-]?tops?|loafers?|brogues?|sandals?|flip[\s-]?flops?|slippers?|clogs?|pumps|heels|espadrilles?|oxfords|footwear|schuhe?|slides|moccasins?`,
  ),
  clue(
    'bag',
    'bags?|backpacks?|rucksacks?|totes?|holdalls?|duffels?|purses?|satchels?|luggage|suitcases?|pouch(?:es)?|clutch(?:es)?|tasche',
  ),
  clue(
    'gilet',
    String.raw`gilets?|body\s?warmers?|puffer vests?|down vests?|(?:fleece|padded|quilted|ski|insulated)\s+vests?|vests?`,
  ),
  clue('waistcoat', 'waistcoats?|westen?'),
  clue('shorts', String.raw`shorts|boardshorts?|bermudas?|skorts?|swim\s?(?:trunks|shorts)`),
  clue('cargo-trousers', String.raw`cargos?(?:\s+\w+)?|work\s+(?:trousers?|pants)|combat\s+(?:trousers?|pants)`),
  clue('chinos', 'chinos?|khakis|slacks'),
  clue(
    'trousers',
    'trousers?|pants?|jeans?|joggers?|leggings?|tracksuit bottoms|sweatpants?|bottoms|jeggings|hosen?|pantalons?|bibs?',
  ),
  clue('hoodie', 'hood(?:ie|y|ies|ed sweat(?:shirt)?s?|ed jumpers?)|kapuzenpullover'),
  clue(
    'sweatshirt',
    String.raw`sweat\s?shirts?|sweats?|crew\s?necks?(?:\s+sweat\w*)?|quarter[\s-]zips?|1/4[\s-]zips?|rugby\s+(?:shirts?|tops?)`,
  ),
  clue('fleece', 'fleeces?|sherpas?|polar fleece'),
  clue('cardigan', 'cardigans?|cardis?|strickjacken?'),
  clue(
    'jumper',
    String.raw`jumpers?|sweaters?|pullovers?|knitwear|knits?|turtle\s?necks?|roll\s?necks?|v-necks?|vests? knitted|tank tops? knitted`,
  ),
  clue('long-sleeve-polo', String.raw`long[\s-]sleeved?\s.*polos?|polos?\s.*long[\s-]sleeved?`),
  clue('polo', String.raw`polos?(?:\s?shirts?)?|piqu[eé]s?|golf shirts?`),
  clue('skirt', 'skirts?|kilts?|sarongs?|röcke?|jupes?'),
  clue('dress', String.raw`dress(?:es)?(?!\s+shirts?)|gowns?|kaftans?|kleider?|robes?`),
  clue('blazer', String.raw`blazers?|suit jackets?|tuxedos?|suits?|dinner jackets?|sport\s?coats?|tailored jackets?`),
  clue(
    'parka',
    String.raw`parkas?|overcoats?|trench\s?coats?|raincoats?|ponchos?|coats?|anoraks?|puffers?|down jackets?|(?:winter|ski|snow|snowboard|padded|quilted|insulated|waterproof|rain|down)\s+(?:\w+\s+)?jackets?|mäntel|mantel`,
  ),
  clue(
    'softshell',
    String.raw`soft\s?shells?|jackets?|windbreakers?|windcheaters?|bombers?|hard\s?shells?|outerwear|jacken?|vestes?|varsity\s+jackets?`,
  ),
  clue(
    'tee',
    String.raw`t[\s-]?shirts?|tees?|tank(?:\s?tops?)?|singlets?|camis?(?:oles?)?|base\s?layers?|jerse?ys?|rash\s?guards?|crop tops?|thermals?`,
  ),
  clue('blouse', 'blouses?|blusen?|chemisiers?'),
  clue('short-sleeve-shirt', String.raw`short[\s-]sleeved?\s.*shirts?|(?:hawaiian|camp|bowling)\s+shirts?`),
  clue('shirt', String.raw`shirts?|flannels?|button[\s-](?:ups?|downs?)|oxford|hemden?|chemises?|tunics?`),
  clue('tee', 'tops?|oberteile?'),
];

/**
 * Determines the garment type of a product from its type, otherwise its title, tags or category. `isGarment` is false if
 * none of them names a garment and the neutral type is used.
 */
export function classifyGarment(product: { type: string; title: string; tags: readonly string[]; category: string }): {
  garment: GarmentType;
  isGarment: boolean;
} {
  for (const text of [product.type, product.title, product.tags.join(' | '), product.category]) {
    const found = text && clues.find(({ words }) => words.test(text));
    if (!found) continue;
    // A title such as "Down Parka" is more specific than the type "Jackets", provided the title also names a jacket.
    const specific = text === product.type && looseJackets.has(found.garment) ? findJacket(product.title) : undefined;
    return { garment: specific ?? found.garment, isGarment: found.garment !== NEUTRAL_TYPE || /\bbags?|packs?\b/i.test(text) };
  }
  return { garment: NEUTRAL_TYPE, isGarment: false };
}

const looseJackets = new Set<GarmentType>(['softshell']);
const jackets = new Set<GarmentType>(['softshell', 'parka', 'fleece', 'gilet', 'blazer']);

function findJacket(title: string): GarmentType | undefined {
  const garment = clues.find(({ words }) => words.test(title))?.garment;
  return garment && jackets.has(garment) ? garment : undefined;
}

/** Category names by garment type, the most specific first: for products without a category, and as parents of new ones. */
// biome-ignore format: a table
const categories: Record<GarmentType, string[]> = {
  polo: ['Polo shirts'], 'long-sleeve-polo': ['Polo shirts'], tee: ['T-shirts'], shirt: ['Shirts'], 'short-sleeve-shirt': ['Shirts'], blouse: ['Blouses'],
  sweatshirt: ['Sweatshirts and hoodies'], hoodie: ['Sweatshirts and hoodies'], jumper: ['Knitwear'], cardigan: ['Knitwear'], fleece: ['Fleeces', 'Outerwear'],
  softshell: ['Jackets', 'Outerwear'], gilet: ['Gilets', 'Outerwear'], parka: ['Coats', 'Outerwear'], blazer: ['Jackets and blazers'], waistcoat: ['Waistcoats'],
  trousers: ['Trousers'], chinos: ['Trousers'], 'cargo-trousers': ['Work trousers', 'Workwear'], shorts: ['Shorts'], skirt: ['Skirts'], dress: ['Dresses'],
  apron: ['Aprons'], 'chef-jacket': ['Chef jackets'], scrubs: ['Tunics'], coverall: ['Coveralls', 'Workwear'],
  'hi-vis-vest': ['Hi-vis waistcoats', 'Hi-vis'], 'hi-vis-jacket': ['Hi-vis jackets', 'Hi-vis'], 'hi-vis-trousers': ['Hi-vis trousers', 'Hi-vis'],
  cap: ['Headwear'], beanie: ['Headwear'], shoe: ['Shoes', 'Footwear'], boot: ['Boots', 'Footwear'],
  tie: ['Ties'], scarf: ['Scarves'], gloves: ['Gloves', 'Accessories'], belt: ['Belts', 'Accessories'], socks: ['Socks', 'Accessories'], bag: ['Bags', 'Accessories'],
};

/** The names of categories for a garment, the most specific first. */
export function getGarmentCategories(garment: GarmentType): readonly string[] {
  return categories[garment];
}
