import type { JobRole, KnownPerson, Resort } from './organisations/plan.ts';

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
  collectionId: number | null;
  /** Days since the first day of work; orders are not older. */
  employedDays: number;
  leftDays: number | null;
  active: boolean;
  canApprove: boolean;
  known: KnownPerson | null;
}
