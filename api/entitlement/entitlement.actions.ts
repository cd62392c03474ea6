import type { Tx } from '#api/platform/db/database.ts';
import {
  type CorrectionPreview,
  type CutCorrection,
  listAnswersThatMove,
  matchCuts,
  previewCorrections,
} from './cut-correction.rules.ts';
import {
  addChosenOptions,
  followVersions,
  listAllWearers,
  listCountedLines,
  listWardrobeFacts,
  lockWardrobes,
  moveLines,
  readAccounts,
  readSeasons,
  readWearers,
  refreshUniformStatus,
  type Tenant,
  writeAccountChanges,
  writeExpiries,
} from './entitlement.queries.ts';
import {
  type AccountChange,
  type AccountPlan,
  type LineMove,
  listReplacedAccounts,
  planAccounts,
  planChanges,
  planMoves,
  type StoredAccount,
  type WardrobeFacts,
  type WearerFacts,
} from './entitlement.rules.ts';
import { type PlannedWearer, previewWearer, type WardrobePreview } from './entitlement-preview.rules.ts';
import { listDayChanges, withSeasonDays } from './season-days.rules.ts';

/** People who are planned together. Under fixed allocation each can have more than a hundred accounts. */
const BATCH_SIZE = 500;
/** Accounts or lines that one statement writes: few enough to stay well within its time limit. */
const WRITE_SIZE = 5000;

const split = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

const toBatches = (customerIds: Iterable<number>) =>
  split(
    [...new Set(customerIds)].sort((a, b) => a - b),
    BATCH_SIZE,
  );

/** What is to be written for a person, and what it follows from. */
interface WearerPlan {
  customerId: number;
  planned: AccountPlan[];
  accounts: StoredAccount[];
  moves: LineMove[];
  changes: AccountChange[];
  /** Options that are chosen from now on, because pieces of theirs move to them. */
  answers: number[];
  corrections: CorrectionPreview[];
}

/** Corrections of cuts by person, and whether what was ordered counts in the other cut from now on. */
export interface Corrections {
  of: ReadonlyMap<number, readonly CutCorrection[]>;
  moveOrdered: boolean;
}

const NO_CORRECTIONS: Corrections = { of: new Map(), moveOrdered: false };

/**
 * Plans the accounts of people. `change` gives what decides them in place of what is stored; `lock` locks people and accounts until the
 * transaction ends. `day` is today in the organisation's time zone unless given.
 */
async function planWearers(
  tx: Tx,
  tenant: Tenant,
  customerIds: readonly number[],
  {
    day,
    lock,
    change = (wearer) => wearer,
    corrections = NO_CORRECTIONS,
    wardrobe,
  }: {
    day?: string | undefined;
    lock: boolean;
    change?: (wearer: WearerFacts) => WearerFacts;
    corrections?: Corrections | undefined;
    /** In place of what is stored of it, and the only one that is looked at. */
    wardrobe?: WardrobeFacts;
  },
): Promise<{ plans: WearerPlan[]; today: string }> {
  const wearers = (await readWearers(tx, tenant, customerIds, { lock })).map(change);
  const earlierCuts = wearers.flatMap(({ customerId }) => (corrections.of.get(customerId) ?? []).map(({ fromId }) => fromId));
  const [{ seasons, today: localDay }, wardrobes, stored] = await Promise.all([
    readSeasons(tx, tenant),
    wardrobe
      ? [wardrobe]
      : listWardrobeFacts(tx, tenant, [...new Set([...wearers.flatMap(({ collectionIds }) => collectionIds), ...earlierCuts])]),
    readAccounts(tx, tenant, customerIds, { lock, collectionId: wardrobe?.id }),
  ]);
  const today = day ?? localDay;
  const accountsOf = Map.groupBy(stored, ({ customerId }) => customerId);
  const drafts = wearers.map((wearer) => {
    const storedAccounts = accountsOf.get(wearer.customerId) ?? [];
    const accounts = withSeasonDays(storedAccounts, seasons);
    const own = corrections.of.get(wearer.customerId) ?? [];
    const matched = matchCuts(own, wardrobes);
    const corrected = corrections.moveOrdered ? matched : matchCuts([], []);
    const answers = listAnswersThatMove(corrected, accounts, today).filter((id) => !wearer.chosenOptionIds.includes(id));
    const chosenOptionIds = [...wearer.chosenOptionIds, ...answers];
    const planned = planAccounts({ ...wearer, chosenOptionIds }, wardrobes, seasons, today);
    return {
      customerId: wearer.customerId,
      storedAccounts,
      accounts,
      planned,
      answers,
      corrected,
      corrections: previewCorrections(own, matched, accounts, today),
      replaced: listReplacedAccounts(planned, accounts, today, corrected),
    };
  });
  const replacedIds = drafts.flatMap(({ replaced }) => replaced.map(({ id }) => id));
  const lines = replacedIds.length > 0 ? await listCountedLines(tx, tenant, customerIds, replacedIds) : [];
  const linesOf = Map.groupBy(lines, ({ accountId }) => accountId);
  const plans = drafts.map(({ replaced, corrected, storedAccounts, ...draft }) => {
    const moves = planMoves(
      draft.planned,
      replaced,
      replaced.flatMap(({ id }) => linesOf.get(id) ?? []),
      corrected,
    );
    const changes = planChanges(draft.planned, draft.accounts, today, moves);
    return { ...draft, moves, changes: [...changes, ...listDayChanges(storedAccounts, draft.accounts, changes)] };
  });
  return { plans, today };
}

/**
 * Writes what people are owed after something that decides it has changed: their wardrobes, seasons, allocation type, options or opt-out. Call it
 * in the transaction of that change. What is right already is not written again. `today` is the day in the organisation's time zone unless given; `corrections` are
 * those of cuts that the change consists of. It brings people to the versions of their wardrobes that are in use, so call `keepWardrobes` before. Answers whose accounts it
 * has changed.
 */
export async function syncEntitlement(
  tx: Tx,
  tenant: Tenant,
  customerIds: readonly number[],
  { today: day, corrections }: { today?: string; corrections?: Corrections | undefined } = {},
): Promise<Set<number>> {
  const changedIds = new Set<number>();
  for (const batch of toBatches(customerIds)) {
    const { plans } = await planWearers(tx, tenant, batch, { day, lock: true, corrections });
    const withCustomer = <T>(select: (plan: WearerPlan) => readonly T[]) =>
      plans.flatMap((plan) => select(plan).map((item) => ({ ...item, customerId: plan.customerId })));
    const changes = withCustomer((plan) => plan.changes);
    for (const { customerId } of changes) changedIds.add(customerId);
    // Before the accounts, whose triggers compute the status by the either/ors of the person's version.
    const refreshed = await followVersions(tx, tenant, batch);
    const moves = withCustomer((plan) => plan.moves);
    const expiring = changes.filter(({ grantedDelta }) => grantedDelta < 0);
    await addChosenOptions(
      tx,
      tenant,
      plans.flatMap(({ customerId, answers }) => answers.map((optionId) => ({ customerId, optionId }))),
    );
    for (const part of split(changes, WRITE_SIZE)) await writeAccountChanges(tx, tenant, part);
    for (const part of split(moves, WRITE_SIZE)) await moveLines(tx, tenant, part);
    for (const part of split(expiring, WRITE_SIZE)) await writeExpiries(tx, tenant, part);
    await refreshUniformStatus(tx, tenant, refreshed);
  }
  return changedIds;
}

/** What decides what a person is owed, as far as it would change. */
export type WearerChange = Partial<Omit<WearerFacts, 'customerId'>>;

/**
 * What people would be owed after changes, by their ids: wardrobe by wardrobe as far as it differs, and what corrections of cuts are about. Writes nothing.
 */
export async function previewEntitlement(
  tx: Tx,
  tenant: Tenant,
  changes: ReadonlyMap<number, WearerChange>,
  corrections: Corrections,
): Promise<{ previews: WardrobePreview[]; corrections: CorrectionPreview[] }> {
  const previews: WardrobePreview[] = [];
  const corrected: CorrectionPreview[] = [];
  for (const batch of toBatches(changes.keys())) {
    const change = (wearer: WearerFacts) => ({ ...wearer, ...changes.get(wearer.customerId) });
    const { plans, today } = await planWearers(tx, tenant, batch, { lock: false, change, corrections });
    previews.push(...plans.flatMap((plan) => previewWearer(plan, today)));
    corrected.push(...plans.flatMap((plan) => plan.corrections));
  }
  return { previews, corrections: corrected };
}

/** What would be written for these people if the wardrobe contained this, and today. Writes nothing, and looks at no other wardrobe of theirs. */
export async function planWardrobe(
  tx: Tx,
  tenant: Tenant,
  customerIds: readonly number[],
  wardrobe: WardrobeFacts,
): Promise<{ plans: PlannedWearer[]; today: string }> {
  const plans: PlannedWearer[] = [];
  let today = '';
  for (const batch of toBatches(customerIds)) {
    const planned = await planWearers(tx, tenant, batch, { lock: false, wardrobe });
    plans.push(...planned.plans);
    today = planned.today;
  }
  return { plans, today };
}

/** `syncEntitlement` for everyone, at once: for seeds and tests. Changes of seasons are followed by a bulk edit. */
export async function syncOrganisationEntitlement(tx: Tx, tenant: Tenant, options: { today?: string } = {}): Promise<void> {
  await lockWardrobes(tx, tenant);
  await syncEntitlement(tx, tenant, await listAllWearers(tx, tenant), options);
}
