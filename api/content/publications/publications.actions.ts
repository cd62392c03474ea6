import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import {
  findForeignAudience,
  findUnknownAudience,
  insertPublication,
  isOwnOf,
  isSeenBy,
  isSharedWithOthers,
  listPublications,
  type PublicationKind,
  updatePublication,
} from './publications.queries.ts';
import {
  type Audience,
  EMPTY_PUBLICATION,
  explainDays,
  isForAnyone,
  mergePublication,
  type Publication,
  type PublicationChange,
  type PublicationValues,
} from './publications.rules.ts';

/** Who keeps publications: an operator of the supplier or an API key, or an administrator of an organisation. */
export type Keeper = { operator: OperatorScope; admin?: never } | { admin: Scope; operator?: never };

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
  const isIt = sql`p.id = ${publicationId}::bigint and ${isInListOf(keeper)}`;
  const [publication] = await listPublications(tx, kind, isIt, { brandIds: keeper.operator?.brandIds, lock: true });
  if (!publication) throw notFound(kind);
  if (keeper.operator) {
    const [shared] = await listPublications(
      tx,
      kind,
      sql`p.id = ${publicationId}::bigint and ${isSharedWithOthers(keeper.operator)}`,
    );
    if (shared)
      throw forbidden('This is also shown to clients of brands that are not yours. Copy it to change it for your clients.');
  }
  if (seenVersion != null && seenVersion !== publication.version)
    throw new HttpError(409, {
      [kind]: ['Someone else has changed this in the meantime. Nothing was saved. Please check it and save again.'],
    });
  return publication;
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

const MISSING: Record<string, string> = {
  brandIds: 'One of these brands was not found.',
  organisationIds: 'One of these clients was not found.',
  roleIds: 'One of these roles was not found.',
  groupIds: 'One of these groups was not found, or is of a client that is not chosen.',
};

function refuseUnknown(unknown: Partial<Audience>): void {
  for (const [field, ids] of Object.entries(unknown)) if (ids.length > 0) throw invalid(field, MISSING[field] ?? '');
}
