import type { AllocationType, JobRole, KnownPerson, Resort } from './organisations/plan.ts';

/** A customer as the orders need to know them. */
export interface Person {
  id: number;
  organisationId: number;
  email: string;
  firstName: string;
  lastName: string;
  gender: 0 | 10 | 20;
  employeeNumber: string;
  roleId: number;
  resort: Resort | null;
  jobRole: JobRole | null;
  groupIds: number[];
  adminableGroupIds: number[];
  /** Child wardrobes; most people have one. */
  collectionIds: number[];
  /** How a wearer's uniform is allocated; null: not a wearer. */
  allocationTypeId: AllocationType | null;
  /** Days since the first day of work; orders are not older. Negative for those who start in the coming weeks. */
  employedDays: number;
  leftDays: number | null;
  /** Days since the person opted out of the uniform. */
  optedOutDays: number | null;
  active: boolean;
  canApprove: boolean;
  known: KnownPerson | null;
}
