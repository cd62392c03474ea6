import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Db } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { bulkEditPeople, type PeopleEditKind } from '../bulk-edit/people-bulk-edit.actions.ts';
import { type ComparedSeasons, findComparedSeasons, listPeopleToAdd, previewMembers } from './season-members.queries.ts';

/** Throws 403 for Admins of groups, who see a part of the people alone, and 404. */
async function getComparedSeasons(db: Db, caller: Scope, seasonId: number, fromSeasonId = 0): Promise<ComparedSeasons> {
  assertCanManageStructure(caller);
  const seasons = await findComparedSeasons(db, caller, seasonId, fromSeasonId);
  if (!seasons) throw notFound('organisationSeason');
  return seasons;
}

/** What becomes of people when a season becomes current. Throws 403 and 404. */
export async function previewSeasonMembers(
  db: Db,
  caller: Scope,
  seasonId: number,
  fromSeasonId: number | undefined,
): Promise<ReplyOf<'GET /api/organisationseasons/:id/members/preview'>> {
  return { preview: await previewMembers(db, caller, await getComparedSeasons(db, caller, seasonId, fromSeasonId)) };
}

/** Starts to add the people of another season. Throws 403, 404, 409 when they are not as many as expected, and 422 when there are none. */
export async function addPeopleToSeason(
  bulkEdits: BulkEdits,
  kind: PeopleEditKind,
  context: BulkEditContext,
  seasonId: number,
  { fromSeasonId, expected }: BodyOf<'POST /api/organisationseasons/:id/members'>,
): Promise<BulkEdit> {
  const {
    tx,
    context: { caller },
  } = context;
  const ids = await listPeopleToAdd(tx, caller, await getComparedSeasons(tx, caller, seasonId, fromSeasonId));
  if (expected !== undefined && expected !== ids.length)
    throw conflict(
      'organisationSeason',
      `There are ${ids.length} people to add now, not ${expected}. No one was added; please check the numbers again.`,
    );
  if (ids.length === 0) throw invalid('fromSeasonId', 'Everyone in the other season is in this one, or leaves before it begins.');
  return bulkEditPeople(bulkEdits, kind, context, {
    filters: {},
    input: { action: 'seasons', way: 'add', organisationSeasonIds: [seasonId], customerIds: ids },
  });
}
