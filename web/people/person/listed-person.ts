import type { ReplyOf } from '#contract/index.ts';

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
  | 'organisationGroupIds'
  | 'adminableOrganisationGroupIds'
  | 'wardrobeOptOut'
  | 'organisationResortId'
  | 'organisationCollections'
  | 'startDateUtc'
  | 'endDateUtc'
  | 'lastLoginDateUtc'
  | 'orderingStatusId'
  | 'orderingBodiMeStatusId'
  | 'orderingProgress'
  | 'impersonationBlocker'
>;

const roleNames: Record<string, string> = {
  OrganisationAdmin: 'Administrator',
  OrganisationBuyer: 'Buyer',
  OrganisationSales: 'Sales',
  OrganisationStaff: 'Staff',
};

/** The labels of a person's roles, comma-separated. */
export const formatRoles = ({ roles }: Pick<ListedPerson, 'roles'>) => roles.map((role) => roleNames[role] ?? role).join(', ');
