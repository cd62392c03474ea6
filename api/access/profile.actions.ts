import type { ReplyOf } from '#contract/index.ts';
import type { Db } from '../db/database.ts';
import { isActing } from '../http/acting.ts';
import type { Visit } from '../http/endpoint.ts';
import { getProfile } from './profile.queries.ts';

export type CustomerProfile = ReplyOf<'GET /api/customerprofile'>;

/** The profile of the person acted for: their own data with the rights that both people have, without body data. */
export async function readProfileActedFor(db: Db, { scope }: Pick<Visit, 'scope'>) {
  return {
    ...(await getProfile(db, scope)),
    bodiMeCustomerId: null,
    bodiMeUsedBodyBlocks: [],
    impersonatedCustomer: null,
    impersonationEndsOnUtc: null,
  };
}

/** The caller's profile, with the one of the person acted for inside. */
export async function readProfile(db: Db, visit: Visit): Promise<CustomerProfile> {
  const own = await getProfile(db, visit.caller);
  if (!isActing(visit)) return { ...own, impersonatedCustomer: null, impersonationEndsOnUtc: null };
  return {
    ...own,
    impersonatedCustomer: await readProfileActedFor(db, visit),
    impersonationEndsOnUtc: visit.actingUntil?.toISOString() ?? null,
  };
}
