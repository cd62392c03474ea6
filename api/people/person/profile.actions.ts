import type { Db } from '#api/platform/db/database.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ReplyOf } from '#contract/index.ts';
import { getProfile } from './profile.queries.ts';

export type CustomerProfile = ReplyOf<'GET /api/customerprofile'>;

/** The profile of the impersonated person: their own data with the rights that both people have, without body data. */
export async function getImpersonatedProfile(db: Db, { caller, effective }: Pick<RequestContext, 'caller' | 'effective'>) {
  return {
    ...(await getProfile(db, effective, caller)),
    bodiMeCustomerId: null,
    bodiMeUsedBodyBlocks: [],
    impersonatedCustomer: null,
    impersonationEndsOnUtc: null,
  };
}

/** The caller's profile, which contains the profile of the impersonated person. */
export async function getCallerProfile(db: Db, context: RequestContext): Promise<CustomerProfile> {
  const own = await getProfile(db, context.caller);
  if (!isImpersonating(context)) return { ...own, impersonatedCustomer: null, impersonationEndsOnUtc: null };
  return {
    ...own,
    impersonatedCustomer: await getImpersonatedProfile(db, context),
    impersonationEndsOnUtc: context.impersonationEndsAt?.toISOString() ?? null,
  };
}
