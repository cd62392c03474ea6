import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { adviseSizes } from '#api/sizing/advise-sizes.actions.ts';
import type { BodyOf } from '#contract/index.ts';
import { SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { listWearerGroups } from '../../cart/wearers.rules.ts';
import {
  type CombinationChoice,
  checkNamedCombination,
  chooseCombination,
  type SheetProduct,
  type SizeProposal,
} from './choose-combination.rules.ts';
import type { ResolvedRow } from './resolved-row.ts';
import { type CellMessage, cleanCell, FORMULA, isFormula, problem, readPieces, type TypedCells } from './row-text.rules.ts';
import { type FoundGarments, findSheetGarments, keyOfPair, listKeptSizes, type WearerProduct } from './sheet-garments.queries.ts';
import { findSheetWearers, type SheetWearer } from './sheet-wearers.queries.ts';
import { isAbbreviated, readNames } from './wearer-text.rules.ts';

/** A row as it was sent. */
export type SentRow = BodyOf<'POST /api/ordersheets/check'>['rows'][number];

/** What resolving rows needs. */
export interface RowDependencies {
  db: Db;
  vault: Vault;
}

/** The cells of a row, cleaned. */
export const readCells = (row: Omit<SentRow, 'number' | 'customerId'>): TypedCells =>
  Object.fromEntries(SHEET_CELLS.map((cell) => [cell, cleanCell(row[cell])])) as TypedCells;

/** The most people who are offered where a text can mean several. */
const MAX_CANDIDATES = 20;
const UNKNOWN_WEARER = 'You can’t order for anyone with this name, email or employee number.';
const UNKNOWN_GARMENT = 'You can’t order any product with this name, SKU or barcode.';

type Wearers = Awaited<ReturnType<typeof findSheetWearers>>;

/** The people whom the texts of cells can mean, of those for whom the person may order, by text. */
export const findWearersOfTexts = (db: Db, scope: Scope, texts: readonly string[]): Promise<Wearers> => {
  const distinct = [...new Set(texts)].filter((text) => text !== '' && !isFormula(text));
  return findSheetWearers(db, scope, distinct, distinct.flatMap(readNames), listWearerGroups(scope));
};

/** The person whom a text means, or why it is not clear. `chosenId` was chosen among several. */
export function identifyWearer(
  text: string,
  chosenId: number | null,
  wearers: Wearers,
): Pick<ResolvedRow, 'wearer' | 'candidates' | 'messages'> {
  const none = (message: CellMessage, candidates: SheetWearer[] = []) => ({ wearer: undefined, candidates, messages: [message] });
  if (text === '') return none(problem('wearer', 'Enter a name, email or employee number.'));
  if (isFormula(text)) return none(problem('wearer', FORMULA));
  const found = wearers.get(text) ?? [];
  const [first] = found;
  const wearer =
    found.find(({ id }) => id === chosenId) ??
    (found.length === 1 && !(isAbbreviated(text) && first?.email.toLowerCase() !== text.toLowerCase()) ? first : undefined);
  if (wearer) return { wearer, candidates: [], messages: [] };
  if (!first) return none(problem('wearer', UNKNOWN_WEARER));
  const candidates = found.slice(0, MAX_CANDIDATES);
  if (found.length > 1) return none(problem('wearer', `${found.length} people are called this. Choose one.`), candidates);
  return none(problem('wearer', `Is this ${first.name}? Choose them, or enter the full name.`), candidates);
}

/** The product that a row names, and the combination where a code does; or why it is not clear. */
function identifyGarment(
  text: string,
  { byText, products }: FoundGarments,
): { product: SheetProduct; combinationId: number | null } | CellMessage {
  if (text === '') return problem('garment', 'Enter a product or SKU.');
  if (isFormula(text)) return problem('garment', FORMULA);
  const named = byText.get(text.toLowerCase()) ?? [];
  const [first] = named;
  const product = first && products.get(first.productId);
  if (!product) return problem('garment', UNKNOWN_GARMENT);
  if (named.some(({ productId }) => productId !== product.id))
    return problem('garment', 'Several products are called this. Enter the SKU.');
  const combinations = named.flatMap(({ combinationId }) => combinationId ?? []);
  if (combinations.length > 1) return problem('garment', 'Several products have this code. Enter the name.');
  return { product, combinationId: combinations[0] ?? null };
}

/**
 * Finds out what rows mean: wearer, garment, size and quantity, with a message for each cell that is not clear. A size that was not typed is proposed: the
 * one that the wearer kept last, otherwise the one advised. The number of statements does not depend on the number of rows.
 */
export async function resolveRows(
  { db, vault }: RowDependencies,
  scope: Scope,
  rows: readonly SentRow[],
): Promise<ResolvedRow[]> {
  const typed = rows.map((row, index) => ({
    number: row.number ?? index + 1,
    chosenId: row.customerId ?? null,
    cells: readCells(row),
  }));
  const [wearers, garments] = await Promise.all([
    findWearersOfTexts(
      db,
      scope,
      typed.map(({ cells }) => cells.wearer),
    ),
    findSheetGarments(
      db,
      scope,
      typed.map(({ cells }) => cells.garment).filter((text) => text !== '' && !isFormula(text)),
    ),
  ]);
  const named = typed.map(({ number, chosenId, cells }): NamedRow => {
    if (SHEET_CELLS.every((cell) => cells[cell] === '')) return { number, cells, isEmpty: true };
    const quantity = readPieces(cells.quantity);
    const garment = identifyGarment(cells.garment, garments);
    const wearer = identifyWearer(cells.wearer, chosenId, wearers);
    return { number, cells, isEmpty: false, quantity, garment, ...wearer };
  });
  const choices = await chooseAll({ db, vault }, scope, named);
  return named.map((row, index) => toResolved(row, choices[index]));
}

/** A row of which wearer, product and quantity have been read. */
type NamedRow = Pick<ResolvedRow, 'number' | 'cells'> &
  (
    | { isEmpty: true }
    | ({
        isEmpty: false;
        quantity: number | CellMessage;
        garment: ReturnType<typeof identifyGarment>;
      } & Pick<ResolvedRow, 'wearer' | 'candidates' | 'messages'>)
  );

const choose = (row: NamedRow, proposals: readonly SizeProposal[]): CombinationChoice | undefined => {
  if (row.isEmpty || !('product' in row.garment)) return undefined;
  const { product, combinationId } = row.garment;
  return combinationId === null
    ? chooseCombination(product, row.cells, proposals)
    : checkNamedCombination(product, combinationId, row.cells);
};

/** The combination of each row. Kept sizes, and then advice, are read only for rows whose size is open without them. */
async function chooseAll(
  { db, vault }: RowDependencies,
  scope: Scope,
  rows: readonly NamedRow[],
): Promise<(CombinationChoice | undefined)[]> {
  const pairOf = (row: NamedRow): WearerProduct | undefined =>
    !row.isEmpty && row.wearer && 'product' in row.garment
      ? { wearerId: row.wearer.id, productId: row.garment.product.id }
      : undefined;
  const listOpen = (choices: readonly (CombinationChoice | undefined)[]) => {
    const pairs = rows.flatMap((row, index) => (choices[index]?.isOpen ? (pairOf(row) ?? []) : []));
    return [...new Map(pairs.map((pair) => [keyOfPair(pair), pair])).values()];
  };
  const proposals = new Map<string, SizeProposal[]>();
  const chooseWith = () =>
    rows.map((row) => {
      const pair = pairOf(row);
      return choose(row, (pair && proposals.get(keyOfPair(pair))) ?? []);
    });
  const typed = chooseWith();
  const open = listOpen(typed);
  if (open.length === 0) return typed;
  for (const [key, size] of await listKeptSizes(db, scope, open)) proposals.set(key, [{ ...size, from: 'kept' }]);
  const kept = chooseWith();
  const stillOpen = listOpen(kept);
  if (stillOpen.length === 0) return kept;
  for (const { size, leg, ...pair } of await adviseSizes({ db, vault }, scope, stillOpen)) {
    const key = keyOfPair(pair);
    proposals.set(key, [...(proposals.get(key) ?? []), { size, fit: leg, from: 'advice' }]);
  }
  return chooseWith();
}

function toResolved(row: NamedRow, choice: CombinationChoice | undefined): ResolvedRow {
  const { number, cells } = row;
  const nothing = { product: undefined, combination: undefined, proposedFrom: null, quantity: null };
  if (row.isEmpty) return { number, cells, isEmpty: true, wearer: undefined, candidates: [], ...nothing, messages: [] };
  const { wearer, candidates, garment, quantity, messages } = row;
  return {
    number,
    cells,
    isEmpty: false,
    wearer,
    candidates,
    ...nothing,
    ...('product' in garment ? { product: garment.product } : {}),
    ...(choice ? { combination: choice.combination, proposedFrom: choice.proposedFrom } : {}),
    quantity: typeof quantity === 'number' ? quantity : null,
    messages: [
      ...messages,
      ...('product' in garment ? [] : [garment]),
      ...(choice?.messages ?? []),
      ...(typeof quantity === 'number' ? [] : [quantity]),
    ],
  };
}
