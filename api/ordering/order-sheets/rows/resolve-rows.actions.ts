import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { adviseSizes } from '#api/sizing/advise-sizes.actions.ts';
import type { BodyOf } from '#contract/index.ts';
import { SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { listWearerGroups } from '../../cart/wearers.rules.ts';
import { listKeptSizes } from '../../kept-sizes/kept-sizes.queries.ts';
import {
  type CombinationChoice,
  checkNamedCombination,
  chooseCombination,
  type SheetProduct,
  type SizeKnowledge,
} from './choose-combination.rules.ts';
import { knowSize } from './known-size.rules.ts';
import type { ResolvedRow } from './resolved-row.ts';
import { type CellMessage, cleanCell, FORMULA, isFormula, problem, readPieces, type TypedCells } from './row-text.rules.ts';
import { type FoundGarments, findSheetGarments, keyOfPair, type WearerProduct } from './sheet-garments.queries.ts';
import { findSheetWearers, type SheetWearer } from './sheet-wearers.queries.ts';
import { isAbbreviated, readNames } from './wearer-text.rules.ts';

/** A row as it was sent. */
export type SentRow = BodyOf<'POST /api/ordersheets/check'>['rows'][number];

/** What resolving rows needs. */
export interface RowDependencies {
  db: Db;
  vault: Vault;
  clock: Clock;
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
 * one that the wearer has kept, otherwise the one advised; where these are far apart, or the kept one does not fit any more, it is asked. The number of statements does not depend on the number of rows.
 */
export async function resolveRows(dependencies: RowDependencies, scope: Scope, rows: readonly SentRow[]): Promise<ResolvedRow[]> {
  const { db } = dependencies;
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
  const choices = await chooseAll(dependencies, scope, named);
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

const choose = (row: NamedRow, known: SizeKnowledge): CombinationChoice | undefined => {
  if (row.isEmpty || !('product' in row.garment)) return undefined;
  const { product, combinationId } = row.garment;
  return combinationId === null
    ? chooseCombination(product, row.cells, known)
    : checkNamedCombination(product, combinationId, row.cells);
};

/** The combination of each row. Kept and advised sizes are read only for rows whose size is open without them. */
async function chooseAll(
  { db, vault, clock }: RowDependencies,
  scope: Scope,
  rows: readonly NamedRow[],
): Promise<(CombinationChoice | undefined)[]> {
  const pairOf = (row: NamedRow) =>
    !row.isEmpty && row.wearer && 'product' in row.garment
      ? { wearerId: row.wearer.id, productId: row.garment.product.id, wearer: row.wearer, product: row.garment.product }
      : undefined;
  const known = new Map<string, SizeKnowledge>();
  const chooseWith = () =>
    rows.map((row) => {
      const pair = pairOf(row);
      return choose(row, (pair && known.get(keyOfPair(pair))) ?? { proposals: [] });
    });
  const typed = chooseWith();
  const open = new Map(
    rows.flatMap((row, index) => {
      const pair = typed[index]?.isOpen ? pairOf(row) : undefined;
      return pair ? [[keyOfPair(pair), pair] as const] : [];
    }),
  );
  if (open.size === 0) return typed;
  const pairs = [...open.values()].map(({ wearerId, productId }): WearerProduct => ({ wearerId, productId }));
  const [keptSizes, advisedSizes] = await Promise.all([
    listKeptSizes(db, scope, {
      wearerIds: [...new Set(pairs.map(({ wearerId }) => wearerId))],
      productIds: [...new Set(pairs.map(({ productId }) => productId))],
      now: new Date(clock.now()),
    }),
    adviseSizes({ db, vault }, scope, pairs),
  ]);
  const kept = new Map(keptSizes.map((size) => [keyOfPair(size), size]));
  const advised = new Map(advisedSizes.map((size) => [keyOfPair(size), size]));
  for (const [key, { wearer, product }] of open) known.set(key, knowSize(wearer.name, product, kept.get(key), advised.get(key)));
  return chooseWith();
}

function toResolved(row: NamedRow, choice: CombinationChoice | undefined): ResolvedRow {
  const { number, cells } = row;
  const nothing = { product: undefined, combination: undefined, proposedFrom: null, quantity: null, designs: [] };
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
