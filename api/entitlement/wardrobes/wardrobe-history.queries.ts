import { sql } from 'kysely';
import { readReferenceNames } from '#api/organisation/structure/reference-names.queries.ts';
import { type History, listHistory } from '#api/platform/audit/history.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { WARDROBE_HISTORY } from './wardrobes.rules.ts';

/** The audit events about a wardrobe and its parts, newest first. The caller of this function checks that the scope may see the wardrobe. */
export const listWardrobeHistory = (
  db: Db,
  scope: Scope,
  wardrobeId: number,
  page: { offset: number; limit: number },
): Promise<History> =>
  listHistory(db, scope, {
    ...page,
    labels: WARDROBE_HISTORY,
    names: readReferenceNames(db, scope, ['organisation_group', 'season', 'collection', 'super_group_option']),
    isAbout: sql`e.subject_kind = 'wardrobe' and e.subject_id = ${String(wardrobeId)}`,
  });
