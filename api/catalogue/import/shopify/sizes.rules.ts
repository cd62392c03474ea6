/** Sort key of a size: by kind, then measure, then length. */
type Rank = readonly [kind: number, measure: number, second: number];

const letters = ['xs', 's', 'm', 'l', 'xl'];
const spelled: Record<string, string> = {
  'extra small': 'xs',
  xsmall: 'xs',
  'x-small': 'xs',
  small: 's',
  sm: 's',
  medium: 'm',
  med: 'm',
  md: 'm',
  large: 'l',
  lg: 'l',
  'extra large': 'xl',
  xlarge: 'xl',
  'x-large': 'xl',
  xlg: 'xl',
};
const lengths: Record<string, number> = {
  xs: 1,
  xshort: 1,
  s: 2,
  short: 2,
  petite: 2,
  r: 3,
  regular: 3,
  reg: 3,
  m: 3,
  l: 4,
  long: 4,
  tall: 4,
  xl: 5,
  xlong: 5,
};

/** In characters. A longer text is not a size, and some of the expressions would take long to find that out. */
const MAX_LENGTH = 60;

/** Rank of a letter size: XXS −10, XS 0, S 10, M 20, L 30, XL 40, 2XL 50, … Undefined for other words. */
function rankLetters(text: string): number | undefined {
  const word = spelled[text] ?? text.replace(/[\s-]*(?:extra|x)[\s-]*(large|small)$/, (_, end: string) => `x${end[0]}`);
  const plain = letters.indexOf(word);
  if (plain >= 0) return plain * 10;
  const many = /^(?:(\d{1,2})\s*-?\s*x|(x{1,6}))(?:-?\s*)(s|l)(?:mall|arge)?$/.exec(word);
  if (!many) return undefined;
  const count = many[1] ? Number(many[1]) : (many[2]?.length ?? 0);
  return many[3] === 'l' ? 30 + count * 10 : 10 - count * 10;
}

function rankSize(size: string): Rank {
  if (size.length > MAX_LENGTH) return [3, 0, 0];
  const text = size
    .toLowerCase()
    .trim()
    .replace(/^(?:size|gr(?:ö|oe)(?:ß|ss)e|taille|talla|uk|eu|us)\s*[:.]?\s+/, '');
  if (/^(?:one[\s-]?size|o\/?s|osfa|os|universal|einheitsgr.*|unique)/.test(text)) return [0, 0, 0];
  const [first = '', second = ''] = text.split(/\s*[/–]\s*|\s+-\s+/);
  const letter = rankLetters(text) ?? rankLetters(first);
  // "S/M" is between S and M.
  if (letter !== undefined) return [1, letter + (second && rankLetters(second) !== undefined ? 5 : 0), 0];
  const tall = /^(.+?)[\s-]*(short|regular|reg|long|tall|petite|s|r|l|t)$/.exec(text);
  const tallLetter = tall?.[1] ? rankLetters(tall[1].trim()) : undefined;
  if (tallLetter !== undefined) return [1, tallLetter, lengths[tall?.[2] ?? ''] ?? 4];
  const numeric = /^w?\s*(\d+(?:[.,]\d+)?)(½)?\s*(?:"|cm|mm|in|ml|l(?=\d))?\s*(?:[/x×l-]\s*(\d+(?:[.,]\d+)?))?\s*(.*)$/.exec(
    text,
  );
  if (!numeric?.[1]) return [3, 0, 0];
  const measure = Number(numeric[1].replace(',', '.')) + (numeric[2] ? 0.5 : 0);
  const rest = (numeric[4] ?? '').trim();
  // Children's ages in months or years come before adult sizes.
  if (/^(?:m|mths?|months?)\b/.test(rest)) return [2, measure / 12 - 1000, 0];
  if (/^(?:y|yrs?|years?|t)\b/.test(rest)) return [2, measure - 1000, 0];
  const inner = numeric[3] ? Number(numeric[3].replace(',', '.')) : (lengths[rest] ?? (rest ? 6 : 3));
  return [2, measure, inner];
}

/** Whether the text is a size: letters, a number with or without a length or unit, or "one size". */
export function isSize(text: string): boolean {
  return rankSize(text)[0] !== 3;
}

/**
 * Sorts sizes from small to large: XXS, XS … 5XL; 8 before 10; 30S, 30R, 32S; S, S/M, M. Text that is not a size comes
 * last, in its original order.
 */
export function sortSizes(sizes: readonly string[]): string[] {
  return sizes
    .map((size) => ({ size, rank: rankSize(size) }))
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2])
    .map(({ size }) => size);
}
