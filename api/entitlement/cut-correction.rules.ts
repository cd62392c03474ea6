import { type CorrectedCuts, hasEnded, type StoredAccount, type WardrobeFacts } from './entitlement.rules.ts';

/** A wardrobe that was exchanged for another cut of the same one. */
export interface CutCorrection {
  fromId: number;
  toId: number;
}

/** A wardrobe and the one of which it is a cut; null for one that is none. */
export interface CutFacts {
  id: number;
  parentId: number | null;
}

/**
 * The corrections that a change of someone's wardrobes consists of: one cut of a wardrobe goes, and another cut of the same one comes. Where several go or
 * come, none replaces another.
 */
export function findCutCorrections(
  before: readonly number[],
  after: readonly number[],
  cuts: readonly CutFacts[],
): CutCorrection[] {
  const parentOf = new Map(cuts.map(({ id, parentId }) => [id, parentId]));
  const byParent = (ids: readonly number[]) => Map.groupBy(ids, (id) => parentOf.get(id) ?? null);
  const gone = byParent(before.filter((id) => !after.includes(id)));
  const come = byParent(after.filter((id) => !before.includes(id)));
  return [...gone].flatMap(([parentId, [fromId, ...otherFrom]]) => {
    const [toId, ...otherTo] = come.get(parentId) ?? [];
    const isOne = parentId !== null && fromId !== undefined && toId !== undefined && otherFrom.length + otherTo.length === 0;
    return isOne ? [{ fromId, toId }] : [];
  });
}

/** The group in which what was ordered in another cut's group counts. */
export interface SameGroup {
  collectionId: number;
  groupId: number;
  superGroupOptionId: number | null;
}

/** The groups and budgets of the other cut. */
export interface MatchedCuts extends CorrectedCuts {
  groups: ReadonlyMap<number, SameGroup>;
}

const toName = ({ name }: { name: string }) => name.trim().toLowerCase();

/** The groups of the same name in the other cut, by the group of the earlier one. Of several of one name the first counts. */
export function matchCuts(corrections: readonly CutCorrection[], wardrobes: readonly WardrobeFacts[]): MatchedCuts {
  const groupsOf = (id: number) => wardrobes.find((wardrobe) => wardrobe.id === id)?.groups ?? [];
  const groups = corrections.flatMap(({ fromId, toId }) =>
    groupsOf(fromId).flatMap((from): [number, SameGroup][] => {
      const same = groupsOf(toId).find((to) => toName(to) === toName(from));
      return same ? [[from.id, { collectionId: toId, groupId: same.id, superGroupOptionId: same.superGroupOptionId }]] : [];
    }),
  );
  return { groups: new Map(groups), budgets: new Map(corrections.map(({ fromId, toId }) => [fromId, toId])) };
}

const isTaken = ({ unit, reserved, used }: StoredAccount) => unit === 'pieces' && reserved + used > 0;

/** The options that someone has chosen in effect, because pieces that move were ordered in them. */
export const listAnswersThatMove = ({ groups }: MatchedCuts, accounts: readonly StoredAccount[], today: string): number[] => [
  ...new Set(
    accounts
      .filter((account) => isTaken(account) && !hasEnded(account, today))
      .flatMap(({ groupId }) => (groupId === null ? [] : (groups.get(groupId)?.superGroupOptionId ?? []))),
  ),
];

/** What a correction can let count in the other cut, and what stays behind because the other cut has no group of its name. Pieces. */
export interface CorrectionPreview extends CutCorrection {
  movable: number;
  staying: number;
  /** The names of the groups in which `staying` pieces were ordered. */
  stayingLabels: string[];
}

/** What corrections of cuts are about; those of which nothing was ordered are left out. */
export function previewCorrections(
  corrections: readonly CutCorrection[],
  { groups }: CorrectedCuts,
  accounts: readonly StoredAccount[],
  today: string,
): CorrectionPreview[] {
  return corrections.flatMap((correction) => {
    const taken = accounts.filter(
      (account) => isTaken(account) && !hasEnded(account, today) && account.collectionId === correction.fromId,
    );
    const [moving, staying] = [true, false].map((moves) =>
      taken.filter(({ groupId }) => (groupId !== null && groups.has(groupId)) === moves),
    ) as [StoredAccount[], StoredAccount[]];
    const count = (some: readonly StoredAccount[]) => some.reduce((sum, { reserved, used }) => sum + reserved + used, 0);
    if (taken.length === 0) return [];
    return [
      {
        ...correction,
        movable: count(moving),
        staying: count(staying),
        stayingLabels: [...new Set(staying.map(({ label }) => label))],
      },
    ];
  });
}

/** Corrections of the same cuts in sum, those of most people first. */
export function sumCorrections(corrections: readonly CorrectionPreview[]): (CorrectionPreview & { people: number })[] {
  const sums = new Map<string, CorrectionPreview & { people: number }>();
  for (const { fromId, toId, movable, staying, stayingLabels } of corrections) {
    const key = `${fromId}/${toId}`;
    const sum = sums.get(key) ?? { fromId, toId, people: 0, movable: 0, staying: 0, stayingLabels: [] };
    sums.set(key, {
      ...sum,
      people: sum.people + 1,
      movable: sum.movable + movable,
      staying: sum.staying + staying,
      stayingLabels: [...new Set([...sum.stayingLabels, ...stayingLabels])],
    });
  }
  return [...sums.values()].sort((one, other) => other.people - one.people || one.fromId - other.fromId);
}
