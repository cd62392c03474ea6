import { truncate } from '../files/truncate.rules.ts';
import { parseColour } from './colours.rules.ts';
import { isSize, sortSizes } from './sizes.rules.ts';

export type AttributeRole = 'colour' | 'size' | 'fit' | 'length';

/** A Shopify option, as an attribute of the portal. */
interface ParsedOption {
  name: string;
  role: AttributeRole | null;
  values: ParsedOptionValue[];
}

interface ParsedOptionValue {
  name: string;
  rgb: string | null;
  accent: string | null;
}

// biome-ignore format: option names in the languages of shops
const names: Record<AttributeRole, RegExp> = {
  colour: /^(?:colou?rs?|colou?r ?way|farbe|farben|couleurs?|colou?r name|kleur|color(?:es|e|i)|cor|cores|farg|färg|farve|väri|kolor|barva|renk|цвет|颜色|顏色|色|カラー)$/iu,
  size: /^(?:sizes?|sizing|(?:shoe|boot|glove|hat|waist|chest|collar|neck|clothing|apparel|kids|youth|adult|mens?|womens?) sizes?|waist|chest|gr(?:ö|oe?)(?:ß|ss?)en?|taille|pointure|talla|tallas|maat|taglia|tamanho|storlek|størrelse|koko|rozmiar|velikost|beden|размер|尺寸|尺码|サイズ)$/iu,
  fit: /^(?:fits?|cut|passform|schnitt|coupe|pasvorm|corte|vestibilità)$/iu,
  length: /^(?:lengths?|leg|legs?(?: length)?|inseams?|inside leg|sleeve length|trouser length|länge|laenge|schrittlänge|longueur|largo|lengte|lunghezza|comprimento)$/iu,
};

const standardPatterns: Partial<Record<AttributeRole, RegExp>> = { colour: /^colou?rs?$/i, size: /^sizes?$/i, fit: /^fits?$/i };
const standardNames: Record<AttributeRole, string> = { colour: 'Colour', size: 'Size', fit: 'Fit', length: 'Length' };

/**
 * Determines the name and role of an option. English names get the portal's spelling ("Color" becomes "Colour"); others
 * keep theirs. An option called "Title", or without a name, is named after the kind of its values.
 */
export function readOptionName(input: string, values: readonly string[]): { name: string; role: AttributeRole | null } {
  const text = input.replaceAll(/[\s_-]+/g, ' ').trim();
  if (text === '' || /^(?:title|option ?\d*|variant|default)$/i.test(text)) {
    const role = values.every(isSize) ? 'size' : values.every((value) => parseColour(value)) ? 'colour' : null;
    return { name: role ? standardNames[role] : 'Option', role };
  }
  const role = (Object.keys(names) as AttributeRole[]).find((one) => names[one].test(text)) ?? null;
  if (role && standardPatterns[role]?.test(text)) return { name: standardNames[role], role };
  return { name: truncate(text, 60), role };
}

/** Whether this is Shopify's placeholder for a product without options. */
export function isPlaceholderOption(name: string, value: string): boolean {
  return /^(?:title)?$/i.test(name) && /^default(?: title)?$/i.test(value);
}

/** Parses an option: values without duplicates, sizes and lengths sorted, others in file order, colours with their RGB. */
export function parseOption(input: string, values: readonly string[]): ParsedOption {
  const distinct = [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
  const { name, role } = readOptionName(input, distinct);
  const sorted = role === 'size' || role === 'length' || distinct.every(isSize) ? sortSizes(distinct) : distinct;
  return {
    name,
    role,
    values: sorted.map((value) => {
      const colour = role === 'colour' ? parseColour(value) : undefined;
      return { name: value, rgb: colour?.rgb ?? null, accent: colour?.accent ?? null };
    }),
  };
}
