import type { ReplyOf } from '#contract/index.ts';
import type { Profile } from '#web/app/session/profile.ts';

export type ListedPerson = Pick<
  ReplyOf<'GET /api/customers'>['customers'][number],
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'employeeNumber'
  | 'roles'
  | 'active'
  | 'organisationGroups'
  | 'adminableOrganisationGroupIds'
  | 'organisationResortId'
  | 'organisationCollections'
  | 'startDateUtc'
  | 'endDateUtc'
  | 'lastLoginDateUtc'
  | 'orderingStatusId'
  | 'orderingBodiMeStatusId'
  | 'orderingProgress'
>;

const isAdmin = ({ roles }: Pick<ListedPerson, 'roles'>) => roles.includes('OrganisationAdmin');

/** Why the caller cannot order for a person, to show instead of the button; undefined if they can. The server has the final say. */
export function getImpersonationDisabledReason(caller: Profile, person: ListedPerson): string | undefined {
  if (person.id === caller.id) return 'This is you';
  if (!person.active) return 'Account closed';
  if (!isAdmin(person)) return undefined;
  if (!isAdmin(caller)) return 'Administrators only';
  const [own, theirs] = [caller.adminableOrganisationGroupIds, person.adminableOrganisationGroupIds];
  const hasWiderAccess = own.length > 0 && (theirs.length === 0 || theirs.some((group) => !own.includes(group)));
  return hasWiderAccess ? 'Has wider access than you' : undefined;
}

const roleNames: Record<string, string> = {
  OrganisationAdmin: 'Administrator',
  OrganisationBuyer: 'Buyer',
  OrganisationSales: 'Sales',
  OrganisationStaff: 'Staff',
};

/** The labels of a person's roles, comma-separated. */
export const formatRoles = ({ roles }: Pick<ListedPerson, 'roles'>) => roles.map((role) => roleNames[role] ?? role).join(', ');
