import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { PublicationAudience } from './publications.rules.ts';

/** Names that are listed one by one; more are counted. */
const MAX_NAMES = 3;

/** Whom something is for, in words: `Sundial, Meridian Hotels; only OrganisationAdmin; groups: Front Desk`. */
export function describeAudience(audience: PublicationAudience, names: ReferenceNames): string {
  const list = (kind: string, ids: readonly number[], many: string) => {
    const known = ids.flatMap((id) => names[kind]?.get(id) ?? []);
    return ids.length > MAX_NAMES ? [`${ids.length} ${many}`] : known;
  };
  const readers = [
    ...list('brand', audience.brandIds, 'brands'),
    ...list('organisation', audience.organisationIds, 'clients'),
  ].join(', ');
  const roles = list('role', audience.roleIds, 'roles').join(', ');
  const groups = list('group', audience.groupIds, 'groups').join(', ');
  return [readers, roles && `only ${roles}`, groups && `of groups only ${groups}`].filter(Boolean).join('; ');
}

/** Under which organisation or brand a change is recorded: the only one that it is for. */
export function toAuditSubject({ brandIds, organisationIds }: PublicationAudience): {
  organisationId: number | null;
  brandId: number | null;
} {
  const [organisationId = null, ...otherOrganisations] = organisationIds;
  const [brandId = null, ...otherBrands] = brandIds;
  return {
    organisationId: brandIds.length === 0 && otherOrganisations.length === 0 ? organisationId : null,
    brandId: organisationIds.length === 0 && otherBrands.length === 0 ? brandId : null,
  };
}
