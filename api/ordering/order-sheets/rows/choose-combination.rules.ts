import {
  type CellMessage,
  FORMULA,
  isFormula,
  isSizeOfDate,
  noteTo,
  problem,
  readDate,
  type TypedCells,
  toChoiceKey,
} from './row-text.rules.ts';

/** A product as it is stored, with its choices. */
export interface StoredChoices {
  id: number;
  name: string;
  /** In the order of the product, with the values in theirs. */
  attributes: { role: ChoiceRole; values: { id: number; name: string }[] }[];
  /** Whether it has positions for logos and texts. */
  isDecorated: boolean;
  /** Wardrobes that list it. */
  collectionIds: number[];
  /** Those that are still sold. */
  combinations: { id: number; sku: string; valueIds: number[] }[];
}

/** What an attribute of a product is; null for one that sheets have no column for, such as a material. */
type ChoiceRole = 'colour' | 'size' | 'fit' | 'length' | null;

/** A product that a garment's text names, with its combinations by the columns of a sheet. */
export interface SheetProduct {
  id: number;
  name: string;
  /** Whether it has positions for logos and texts. */
  isDecorated: boolean;
  /** Wardrobes of the organisation that list it. */
  collectionIds: readonly number[];
  combinations: DescribedCombination[];
}

/** A size, and the fit or length where the product has one. */
export interface SizeChoice {
  size: string | null;
  fit: string | null;
}

/** A size that could be ordered where none was typed, and where it comes from. */
export interface SizeProposal extends SizeChoice {
  from: 'kept' | 'advice';
}

/** What is asked before a size is proposed, because a kept size may not fit any more. */
interface SizeQuestion {
  text: string;
  choices: string[];
}

/** What is known of the size of a product for a person. */
export interface SizeKnowledge {
  /** The first that decides is proposed. */
  proposals: readonly SizeProposal[];
  /** What a row without a size is told instead of a proposal. */
  question?: SizeQuestion | undefined;
}

/** The choice for a row: a combination, or messages that say why there is none. */
export interface CombinationChoice {
  combination: DescribedCombination | undefined;
  /** Null when the size was typed, or the product has one only. */
  proposedFrom: SizeProposal['from'] | null;
  messages: CellMessage[];
  /** Whether a proposal could still decide. */
  isOpen: boolean;
}

/** A combination by the columns of a sheet, fit and length being one, and with the keys by which typed texts are compared with it. */
export interface DescribedCombination extends SizeChoice {
  id: number;
  sku: string;
  colour: string | null;
  colourKey: string | null;
  sizeKey: string | null;
  fitKey: string | null;
  /** Of size and fit in one cell, in either order. */
  bothKeys: readonly string[];
}

/** At most this many choices are offered. */
const MAX_CHOICES = 60;

/** A product by the columns of a sheet, its combinations in the order of its values. */
export function describeProduct({ id, name, attributes, combinations, ...rest }: StoredChoices): SheetProduct {
  const values = new Map(
    attributes.flatMap(({ role, values: all }, attribute) =>
      all.map(({ id: valueId, name: value }, place): [number, Value] => [
        valueId,
        { role, name: value, key: toChoiceKey(value), rank: attribute * 10_000 + place },
      ]),
    ),
  );
  const described = combinations.map((combination) => {
    const own = combination.valueIds.flatMap((value) => values.get(value) ?? []);
    return { rank: own.map(({ rank }) => rank), combination: describeCombination(combination, own) };
  });
  const ordered = described.sort((a, b) => compareRanks(a.rank, b.rank)).map(({ combination }) => combination);
  return { id, name, ...rest, combinations: ordered };
}

interface Value {
  role: ChoiceRole;
  name: string;
  key: string;
  rank: number;
}

function describeCombination({ id, sku }: StoredChoices['combinations'][number], own: readonly Value[]): DescribedCombination {
  const join = (part: 'name' | 'key', separator: string, ...roles: ChoiceRole[]) => {
    const named = own.filter(({ role }) => roles.includes(role));
    return named.length === 0 ? null : named.map((value) => value[part]).join(separator);
  };
  const [sizeKey, fitKey] = [join('key', '', 'size'), join('key', '', 'fit', 'length')];
  return {
    id,
    sku,
    colour: join('name', ' ', 'colour'),
    size: join('name', ' ', 'size'),
    fit: join('name', ' ', 'fit', 'length'),
    colourKey: join('key', '', 'colour'),
    sizeKey,
    fitKey,
    bothKeys: sizeKey === null || fitKey === null ? [] : [`${sizeKey}${fitKey}`, `${fitKey}${sizeKey}`],
  };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((rank, place) => rank !== b[place]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}

const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];

/** What is chosen so far: the combinations that are still possible, or the message that ends it. */
type Narrowed = { possible: DescribedCombination[]; messages?: CellMessage[] } | { refused: CellMessage };

function narrowColour(all: readonly DescribedCombination[], typed: string, productName: string): Narrowed {
  const colours = distinct(all.map(({ colour }) => colour));
  if (typed === '')
    return colours.length > 1
      ? { refused: problem('colour', 'Enter a colour.', colours.slice(0, MAX_CHOICES)) }
      : { possible: [...all] };
  if (isFormula(typed)) return { refused: problem('colour', FORMULA) };
  if (colours.length === 0)
    return { refused: problem('colour', `${productName} comes without a choice of colour. Empty this cell.`) };
  const key = toChoiceKey(typed);
  const possible = all.filter(({ colourKey }) => colourKey === key);
  if (possible.length > 0) return { possible };
  return { refused: problem('colour', `${productName} is not made in ${typed}.`, colours.slice(0, MAX_CHOICES)) };
}

/** The sizes as they can be typed into one cell. */
const sizeLabels = (all: readonly DescribedCombination[], withFit: boolean) =>
  distinct(all.map(({ size, fit }) => (withFit && fit !== null && size !== null ? `${size} ${fit}` : size))).slice(
    0,
    MAX_CHOICES,
  );

function narrowSize(all: readonly DescribedCombination[], cells: TypedCells, productName: string): Narrowed {
  const { size: typed, colour, fit } = cells;
  if (typed === '') return { possible: [...all] };
  if (isFormula(typed)) return { refused: problem('size', FORMULA) };
  const sizes = distinct(all.map(({ size }) => size));
  if (sizes.length === 0) {
    // Garments of one size are often listed with the words for it.
    if (/^(?:one size|os|n\/?a|none|-)$/i.test(typed)) return { possible: [...all] };
    return { refused: problem('size', `${productName} comes without a choice of size. Empty this cell.`) };
  }
  const key = toChoiceKey(typed);
  const exact = all.filter(({ sizeKey }) => sizeKey === key);
  if (exact.length > 0) return { possible: exact };
  const withFit = all.filter(({ bothKeys }) => bothKeys.includes(key));
  if (withFit.length > 0) return { possible: withFit };
  const date = readDate(typed);
  const dated = date ? sizes.filter((size) => isSizeOfDate(size, date)) : [];
  if (dated.length === 1)
    return {
      possible: all.filter(({ size }) => size === dated[0]),
      messages: [noteTo('size', `Read as ${dated[0]}: spreadsheets turn this size into a date.`)],
    };
  const choices = dated.length > 0 ? dated : sizeLabels(all, fit === '');
  const made = `${productName}${colour === '' ? '' : ` in ${colour}`}`;
  return {
    refused: problem(
      'size',
      date ? 'A spreadsheet has turned this size into a date. Enter the size again.' : `${made} is not made in ${typed}.`,
      choices,
    ),
  };
}

function narrowFit(all: readonly DescribedCombination[], typed: string, productName: string): Narrowed {
  if (typed === '') return { possible: [...all] };
  if (isFormula(typed)) return { refused: problem('fit', FORMULA) };
  const fits = distinct(all.map(({ fit }) => fit));
  if (fits.length === 0) return { refused: problem('fit', `${productName} comes without a choice of fit. Empty this cell.`) };
  const key = toChoiceKey(typed);
  const possible = all.filter(({ fitKey }) => fitKey === key);
  if (possible.length > 0) return { possible };
  return { refused: problem('fit', `${productName} in this size is not made in ${typed}.`, fits.slice(0, MAX_CHOICES)) };
}

/** What a proposal says about size and fit, where they were not typed; undefined when it does not decide. */
function propose(
  possible: readonly DescribedCombination[],
  proposals: readonly SizeProposal[],
): { chosen: DescribedCombination; from: SizeProposal['from'] } | undefined {
  for (const { size, fit, from } of proposals) {
    const [sizeKey, fitKey] = [size, fit].map((part) => (part === null ? null : toChoiceKey(part)));
    const ofSize = sizeKey === null ? possible : possible.filter((each) => each.sizeKey === sizeKey);
    const fitting = ofSize.length > 1 && fitKey !== null ? ofSize.filter((each) => each.fitKey === fitKey) : ofSize;
    const [only] = fitting;
    if (only && fitting.length === 1) return { chosen: only, from };
  }
  return undefined;
}

const none = (...messages: CellMessage[]): CombinationChoice => ({
  combination: undefined,
  proposedFrom: null,
  messages,
  isOpen: false,
});
const chosen = (
  combination: DescribedCombination,
  messages: CellMessage[],
  proposedFrom: SizeProposal['from'] | null = null,
): CombinationChoice => ({ combination, proposedFrom, messages, isOpen: false });

/**
 * The combination of a product that the cells of a row mean. Size and fit that were not typed come from the first of `proposals` that decides; what is still
 * open is asked, never guessed.
 */
export function chooseCombination(
  product: SheetProduct,
  cells: TypedCells,
  { proposals, question }: SizeKnowledge,
): CombinationChoice {
  const messages: CellMessage[] = [];
  let possible = product.combinations;
  if (possible.length === 0) return none(problem('garment', 'This product is no longer available.'));
  for (const narrow of [
    () => narrowColour(possible, cells.colour, product.name),
    () => narrowSize(possible, cells, product.name),
    () => narrowFit(possible, cells.fit, product.name),
  ]) {
    const narrowed = narrow();
    if ('refused' in narrowed) return none(narrowed.refused);
    possible = narrowed.possible;
    messages.push(...(narrowed.messages ?? []));
  }
  const [only] = possible;
  if (only && possible.length === 1) return chosen(only, messages);
  if (question && cells.size === '') return { ...none(problem('size', question.text, question.choices)), isOpen: true };
  // Of a size that was typed, a proposal only says the fit.
  const proposed = propose(possible, cells.size === '' ? proposals : proposals.map((each) => ({ ...each, size: null })));
  if (proposed) return chosen(proposed.chosen, messages, proposed.from);
  return { ...none(askFor(possible)), isOpen: true };
}

/** What is asked when several combinations are possible. */
function askFor(possible: readonly DescribedCombination[]): CellMessage {
  const hasSeveral = (read: (each: DescribedCombination) => string | null) => distinct(possible.map(read)).length > 1;
  if (hasSeveral(({ size }) => size))
    return problem(
      'size',
      'Enter a size.',
      sizeLabels(
        possible,
        hasSeveral(({ fit }) => fit),
      ),
    );
  if (hasSeveral(({ fit }) => fit))
    return problem('fit', 'Enter a fit.', distinct(possible.map(({ fit }) => fit)).slice(0, MAX_CHOICES));
  return problem('garment', 'This product has choices without a column of their own. Enter the SKU instead.');
}

/** The combination that a SKU or GTIN names, unless other cells of the row say something else. */
export function checkNamedCombination(product: SheetProduct, combinationId: number, cells: TypedCells): CombinationChoice {
  const combination = product.combinations.find(({ id }) => id === combinationId);
  if (!combination) return none(problem('garment', 'This product is no longer available.'));
  const { colour, size, fit, colourKey, sizeKey, fitKey, bothKeys } = combination;
  const label = [colour, size, fit].filter((part) => part !== null).join(', ');
  const contradict = (cell: 'colour' | 'size' | 'fit', ...own: (string | null)[]) =>
    cells[cell] === '' || own.includes(toChoiceKey(cells[cell]))
      ? []
      : [problem(cell, `${cells.garment} is ${label || product.name}. Empty this cell, or enter the name of the product.`)];
  const messages = [
    ...contradict('colour', colourKey),
    ...contradict('size', sizeKey, ...bothKeys),
    ...contradict('fit', fitKey),
  ];
  return messages.length > 0 ? none(...messages) : chosen(combination, messages);
}
