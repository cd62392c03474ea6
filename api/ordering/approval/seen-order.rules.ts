import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { namePieces } from '../order-states/line-names.rules.ts';

/** A line of an order as someone saw it. `unitMinor` excludes tax. */
export interface SeenLine {
  id: number;
  name: string;
  pending: number;
  unitMinor: number;
}

/** An order as someone saw it. Money in minor units; `pendingMinor` is that of the goods, excluding tax. */
export interface SeenOrder {
  totalMinor: number;
  pendingMinor: number;
  lines: readonly SeenLine[];
}

/** What an order that waits was before a change: its fingerprint and totals, and of the lines those that the change touches. */
export type SeenBefore = SeenOrder & { fingerprint: string };

const isSame = (one: SeenLine, other: SeenLine) =>
  one.name === other.name && one.pending === other.pending && one.unitMinor === other.unitMinor;

/** What of an order a change has left behind. A line that the change adds had no pieces before. */
export function keepSeen(before: SeenOrder & { fingerprint: string }, after: SeenOrder): SeenBefore {
  const { fingerprint, totalMinor, pendingMinor } = before;
  const lines = after.lines.flatMap((line) => {
    const seen = before.lines.find(({ id }) => id === line.id) ?? { ...line, pending: 0 };
    return isSame(seen, line) ? [] : [{ id: seen.id, name: seen.name, pending: seen.pending, unitMinor: seen.unitMinor }];
  });
  return { fingerprint, totalMinor, pendingMinor, lines };
}

/** An order as it was before the first of several changes: of each line what the earliest of them has left behind. */
export function joinSeen(changes: readonly SeenOrder[]): SeenOrder | undefined {
  const [first] = changes;
  if (!first) return undefined;
  const lines = new Map<number, SeenLine>();
  for (const line of changes.flatMap((change) => change.lines)) if (!lines.has(line.id)) lines.set(line.id, line);
  return { ...first, lines: [...lines.values()] };
}

function describeLine(seen: SeenLine, now: SeenLine, money: ((minor: number) => string) | undefined): string[] {
  const [before, after] = [seen, now].map(({ pending: quantity, name }) => namePieces({ quantity, name }));
  if (seen.pending === 0 && now.pending === 0) return [];
  if (seen.pending === 0) return [`Added: ${after}.`];
  if (now.pending === 0) return [`Removed: ${before}.`];
  const isRepriced = seen.unitMinor !== now.unitMinor;
  return [
    ...(seen.name !== now.name
      ? [`${after} instead of ${before}.`]
      : seen.pending === now.pending
        ? []
        : [`${now.name}: ${now.pending} instead of ${seen.pending}.`]),
    ...(isRepriced && money
      ? [`Price of ${now.name}: ${money(now.unitMinor)} instead of ${money(seen.unitMinor)} each, excluding tax.`]
      : []),
    ...(isRepriced && !money && seen.name === now.name ? [`The price of ${now.name} has changed.`] : []),
  ];
}

/**
 * What has changed of an order since someone saw it, in sentences; without amounts for people who see no prices. Lines that `seen` does not name are as
 * they were.
 */
export function describeSeenChanges(
  seen: SeenOrder,
  now: SeenOrder,
  { currencyCode, pricesVisible }: { currencyCode: string; pricesVisible: boolean },
): string[] {
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const before = new Map(seen.lines.map((line) => [line.id, line]));
  const changes = now.lines.flatMap((line) => describeLine(before.get(line.id) ?? line, line, pricesVisible ? money : undefined));
  if (!pricesVisible) return changes;
  // The total contains what was cancelled, so where pieces have left it says little about what is to be approved.
  if (seen.pendingMinor !== now.pendingMinor)
    changes.push(`Goods to approve ${money(now.pendingMinor)} instead of ${money(seen.pendingMinor)}, excluding tax.`);
  else if (seen.totalMinor !== now.totalMinor)
    changes.push(`Total ${money(now.totalMinor)} instead of ${money(seen.totalMinor)}.`);
  return changes;
}
