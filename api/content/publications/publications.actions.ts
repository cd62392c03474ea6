import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isOrganisationAdmin } from '#api/platform/http/scope.ts';
import { countAudience } from './count-audience.queries.ts';
import type { Keeper } from './keeper.ts';
import {
  areBoth,
  concernsBrandsOf,
  findForeignAudience,
  findUnknownAudience,
  insertPublication,
  isOneOf,
  isOwnOf,
  isSeenBy,
  isSharedWithOthers,
  listPublications,
  type PublicationKind,
  unmarkDeleted,
  updatePublication,
} from './publications.queries.ts';
import {
  assertPublicationNotStale,
  EMPTY_PUBLICATION,
  explainDays,
  isForAnyone,
  mergePublication,
  type Publication,
  type PublicationAudience,
  type PublicationChange,
  type PublicationValues,
} from './publications.rules.ts';

export type { Keeper };

/** Condition on `p` for what the keeper sees in the list of what they keep. */
export const isInListOf = (keeper: Keeper) => (keeper.operator ? isSeenBy(keeper.operator) : isOwnOf(keeper.admin));

/** The publications of a kind that a keeper sees; of audiences, an operator is told only the part that is of their brands. */
export const listKept = (
  db: Db | Tx,
  kind: PublicationKind,
  keeper: Keeper,
  options: { lock?: boolean } = {},
): Promise<Publication[]> => listPublications(db, kind, isInListOf(keeper), { brandIds: keeper.operator?.brandIds, ...options });

/**
 * Locks a publication to change it. Throws 404 for one that the keeper does not see, 403 for one that is also for brands that are not the operator's, and
 * 409 if it is not the version that was seen.
 */
export async function lockKept(
  tx: Tx,
  kind: PublicationKind,
  keeper: Keeper,
  publicationId: number,
  seenVersion?: number | null,
): Promise<Publication> {
  const [publication] = await lockAllKept(tx, kind, keeper, [publicationId]);
  if (!publication) throw notFound(kind);
  assertPublicationNotStale(kind, seenVersion, { ...publication }, {});
  return publication;
}

/** Locks publications to change them, in one order. Throws 404 and 403 as `lockKept` does, if it is so with one of them. */
export async function lockAllKept(tx: Tx, kind: PublicationKind, keeper: Keeper, ids: readonly number[]): Promise<Publication[]> {
  const areThey = isOneOf(ids);
  const publications = await listPublications(tx, kind, areBoth(areThey, isInListOf(keeper)), {
    brandIds: keeper.operator?.brandIds,
    lock: true,
  });
  if (publications.length < new Set(ids).size) throw notFound(kind);
  if (keeper.operator) await refuseShared(tx, kind, keeper.operator, areThey);
  return publications;
}

async function refuseShared(tx: Tx, kind: PublicationKind, operator: OperatorScope, areThey: RawBuilder<unknown>) {
  const shared = await listPublications(tx, kind, areBoth(areThey, isSharedWithOthers(operator)));
  if (shared.length > 0)
    throw forbidden('This is also shown to clients of brands that are not yours. Copy it to change it for your clients.');
}

/**
 * Puts a deleted publication back and answers it; undefined, and nothing changes, for one that is not deleted. Throws 404 for one that the keeper
 * would not see, and 403 as `lockKept` does.
 */
export async function restoreKept(
  tx: Tx,
  kind: PublicationKind,
  keeper: Keeper,
  publicationId: number,
): Promise<Publication | undefined> {
  const isIt = isOneOf([publicationId]);
  const isOwn = keeper.operator ? concernsBrandsOf(keeper.operator) : isOwnOf(keeper.admin, { withDeleted: true });
  const [publication] = await listPublications(tx, kind, areBoth(isIt, isOwn), {
    brandIds: keeper.operator?.brandIds,
    lock: true,
  });
  if (!publication) throw notFound(kind);
  if (keeper.operator) await refuseShared(tx, kind, keeper.operator, isIt);
  return (await unmarkDeleted(tx, publicationId)) ? publication : undefined;
}

/** Adds a publication as the keeper's, and answers it. Throws 403 and 422 as `checkAudience`. */
export async function addPublication(
  tx: Tx,
  kind: PublicationKind,
  keeper: Keeper,
  change: PublicationChange,
): Promise<Publication> {
  const values = await checkValues(tx, keeper, mergePublication(EMPTY_PUBLICATION, change));
  const publicationId = await insertPublication(tx, kind, values);
  return { ...values, id: publicationId, version: 1 };
}

/** Changes a publication that `lockKept` answered, and answers it as it is now. Throws 403 and 422. */
export async function changePublication(
  tx: Tx,
  keeper: Keeper,
  publication: Publication,
  change: PublicationChange,
): Promise<Publication> {
  const checked = await checkValues(tx, keeper, mergePublication(publication, change));
  const values = { ...checked, organisationId: publication.organisationId };
  return { ...values, id: publication.id, version: await updatePublication(tx, publication.id, values) };
}

/**
 * An operator's audience is of their brands and has someone in it; an administrator's is their organisation, and of it groups that they administer. Throws
 * 403 `groupIds` for a group that they do not administer, 422 under the field for what does not exist.
 */
async function checkValues(
  tx: Tx,
  keeper: Keeper,
  values: Omit<PublicationValues, 'organisationId'>,
): Promise<PublicationValues> {
  const days = explainDays(values);
  if (days) throw invalid('untilDate', days);
  if (keeper.operator) {
    if (!isForAnyone(values)) throw invalid('organisationIds', 'Choose at least one brand or client.');
    refuseUnknown(await findUnknownAudience(tx, keeper.operator, values));
    return { ...values, organisationId: null };
  }
  const { admin } = keeper;
  if (!isOrganisationAdmin(admin)) {
    if (values.groupIds.length === 0) throw invalid('groupIds', 'Choose at least one of your groups.');
    if (values.groupIds.some((group) => !admin.adminableGroupIds.includes(group)))
      throw new HttpError(403, { groupIds: ['You do not administer one of these groups.'] });
  }
  refuseUnknown(await findForeignAudience(tx, admin, values));
  return { ...values, organisationId: admin.organisationId, brandIds: [], organisationIds: [admin.organisationId] };
}

/** How many people, and of how many organisations, would read what an operator publishes for an audience. Throws 422 for what is not of their brands. */
export async function countReaders(
  db: Db,
  operator: OperatorScope,
  audience: PublicationAudience,
): Promise<{ organisations: number; people: number }> {
  refuseUnknown(await findUnknownAudience(db, operator, audience));
  return countAudience(db, operator, audience);
}

const MISSING: Record<string, string> = {
  brandIds: 'One of these brands was not found.',
  organisationIds: 'One of these clients was not found.',
  roleIds: 'One of these roles was not found.',
  groupIds: 'One of these groups was not found, or is of a client that is not chosen.',
};

function refuseUnknown(unknown: Partial<PublicationAudience>): void {
  for (const [field, ids] of Object.entries(unknown)) if (ids.length > 0) throw invalid(field, MISSING[field] ?? '');
}
