import { toRecordColumns } from '#api/organisation/structure/records.rules.ts';
import { assertCanManageStructure, assertValidItem, ITEM_KINDS } from '#api/organisation/structure/structure.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { assertOutcomeAsSeen, createOutcomeFingerprint } from '#api/platform/http/fingerprint.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { readWearerSeasons } from './season-effect.queries.ts';
import { describeSeasonEffect, type SeasonChange, type SeasonRow } from './season-effect.rules.ts';
import { listSeasonRows } from './season-rows.queries.ts';

const COLUMNS = {
  startsOn: 'starts_on',
  endsOn: 'ends_on',
  orderingOpensOn: 'ordering_opens_on',
  orderingClosesOn: 'ordering_closes_on',
  isCurrent: 'is_current',
} as const satisfies Partial<Record<keyof SeasonRow, string>>;

/** A season before it is added. */
const NEW: SeasonRow = {
  id: 0,
  version: 0,
  name: '',
  startsOn: '',
  endsOn: '',
  orderingOpensOn: null,
  orderingClosesOn: null,
  isCurrent: false,
};

async function describeEffect(db: Db, scope: Scope, change: Omit<SeasonChange, 'today'>) {
  const { today, classes } = await readWearerSeasons(db, scope);
  return describeSeasonEffect({ ...change, today }, classes);
}

/** What saving a season would mean for people; 0 for a new one. Changes nothing. Throws 403, 404, and 422 as saving it does. */
export async function previewSeason(
  db: Db,
  caller: Scope,
  seasonId: number,
  input: BodyOf<'POST /api/organisationseasons/:id/preview'>,
): Promise<ReplyOf<'POST /api/organisationseasons/:id/preview'>> {
  assertCanManageStructure(caller);
  const before = await listSeasonRows(db, caller);
  const row = seasonId === 0 ? NEW : before.find(({ id }) => id === seasonId);
  if (!row) throw notFound('organisationSeason');
  const columns = toRecordColumns(ITEM_KINDS.season, { ...input });
  const present = Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [column, row[name as keyof SeasonRow]]));
  if (seasonId !== 0) assertValidItem('season', { name: row.name, ...present, ...columns }, present);
  const entered = Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([name, column]) => (columns[column] === undefined ? [] : [[name, columns[column]]])),
  );
  const saved: SeasonRow = { ...row, ...entered };
  // The first season is the current one.
  if (before.length === 0) saved.isCurrent = true;
  const others = before.filter(({ id }) => id !== seasonId);
  const after = [...others.map((other) => (saved.isCurrent ? { ...other, isCurrent: false } : other)), saved];
  const { people, outcome } = await describeEffect(db, caller, { before, after });
  return { preview: { people, outcome, outcomeFingerprint: createOutcomeFingerprint(outcome) } };
}

/** Throws 409 with what a change of seasons means now when that is not what its preview said. */
export async function assertSeasonEffectAsSeen(
  db: Db,
  caller: Scope,
  fingerprint: string | null | undefined,
  change: Omit<SeasonChange, 'today'>,
): Promise<void> {
  if (!fingerprint) return;
  const { outcome } = await describeEffect(db, caller, change);
  const shown = outcome.length > 0 ? outcome : ['It affects no one any more.'];
  if (fingerprint !== createOutcomeFingerprint(outcome))
    assertOutcomeAsSeen(fingerprint, [...shown, 'Nothing was saved. Please check it again.'], 'organisationSeason');
}
