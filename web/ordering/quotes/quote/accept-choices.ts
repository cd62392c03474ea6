import type { BodyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import type { QuoteItem } from '../quote-status.ts';

/** A line with those that stand for it: one of them can be accepted. */
export interface ItemGroup {
  /** The id of its first line. */
  id: number;
  options: readonly QuoteItem[];
}

/** The lines with their alternatives, in the order of the quote. */
export function groupItems(items: readonly QuoteItem[]): ItemGroup[] {
  const ids = new Set(items.map(({ id }) => id));
  const leading = items.filter(({ alternativeToId }) => alternativeToId === null || !ids.has(alternativeToId));
  return leading.map((item) => ({
    id: item.id,
    options: [item, ...items.filter(({ alternativeToId }) => alternativeToId === item.id)],
  }));
}

/** Pieces of a line that were not accepted yet. */
export const countLeft = ({ quantity, acceptedQuantity }: Pick<QuoteItem, 'acceptedQuantity' | 'quantity'>): number =>
  Math.max(0, quantity - acceptedQuantity);

/** Whether something of a line can be accepted now. */
export const isAcceptable = (item: QuoteItem): boolean => item.isOffered === true && item.refusal === null && countLeft(item) > 0;

/** Whether sizes are chosen when the line is accepted: of a product that has several. */
export const needsSizes = ({ combinations }: Pick<QuoteItem, 'combinations'>): boolean => combinations.length > 1;

/** Which line of a group is taken, by the id of the group; null for none of them. */
export type Chosen = ReadonlyMap<number, number | null>;

/** Everything that can be accepted, without alternatives unless there is nothing else. */
export const chooseAll = (groups: readonly ItemGroup[]): Chosen =>
  new Map(
    groups.map(({ id, options }) => {
      const possible = options.filter(isAcceptable);
      const usual = possible.find((item) => item.id === id || item.acceptedQuantity > 0);
      return [id, usual?.id ?? (possible.length === 1 ? (possible[0]?.id ?? null) : null)];
    }),
  );

/** Pieces of a line, of which sizes are chosen: by combination. */
export interface Taken {
  item: QuoteItem;
  quantity: number;
  /** Undefined for a line with a size. */
  sizes?: ReadonlyMap<number, number>;
}

const toPence = (amount: number) => Math.round(amount * 100);

/** What the chosen pieces cost, without tax: goods, and set-up once for each line. Null for people who see no prices. */
export function sumUp(taken: readonly Taken[]): { pieces: number; goods: number | null; setup: number | null } {
  const counted = taken.filter(({ quantity }) => quantity > 0);
  const pieces = counted.reduce((sum, { quantity }) => sum + quantity, 0);
  if (counted.some(({ item }) => item.unitPrice === null)) return { pieces, goods: null, setup: null };
  const goods = counted.reduce((sum, { item, quantity }) => sum + toPence(item.unitPrice ?? 0) * quantity, 0);
  const setup = counted.reduce((sum, { item }) => sum + toPence(item.setupPrice ?? 0), 0);
  return { pieces, goods: goods / 100, setup: setup / 100 };
}

/** Why the chosen pieces cannot be accepted, as a sentence; undefined where they can. */
export function findBlocker(taken: readonly Taken[]): string | undefined {
  if (taken.length === 0) return 'Choose at least one line.';
  for (const { item, quantity, sizes } of taken) {
    const left = countLeft(item);
    if (quantity > left) return `Only ${plural(left, 'piece')} of ${item.name} can be accepted. Please reduce the sizes.`;
    if (sizes && quantity === 0) return `Enter the sizes of ${item.name}, or leave the line out.`;
  }
  return undefined;
}

type AcceptedItems = NonNullable<BodyOf<'POST /api/quote/:id/accept'>['items']>;

/** The chosen pieces as they are sent. */
export const toAcceptedItems = (taken: readonly Taken[]): AcceptedItems =>
  taken.flatMap(({ item: { id, combinations }, quantity, sizes }) => {
    if (sizes) return [...sizes].map(([combinationId, pieces]) => ({ id, quantity: pieces, combinationId }));
    const [only] = combinations;
    return [{ id, quantity, ...(only && { combinationId: only.combinationId }) }];
  });

/** Why the server refused lines, by their id. */
export function listAcceptErrors(error: unknown, sent: AcceptedItems): Map<number, string> {
  const found = new Map<number, string>();
  if (!(error instanceof ApiError)) return found;
  for (const [path, texts] of Object.entries(error.errors)) {
    const item = sent[Number(/\bitems\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    if (item) found.set(item.id, texts.join(' '));
  }
  return found;
}

/** "20 of 50 accepted" once something was; otherwise the pieces. */
export const describePieces = ({ quantity, acceptedQuantity }: QuoteItem): string =>
  acceptedQuantity > 0 ? `${formatNumber(acceptedQuantity)} of ${plural(quantity, 'piece')} accepted` : plural(quantity, 'piece');
