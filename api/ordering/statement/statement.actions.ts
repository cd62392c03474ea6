import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { findColleague } from '#api/people/person/colleagues.queries.ts';
import { canAdjustEntitlement, canSee } from '#api/people/person/person-fields.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { type Actor, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { type StatementPeriod, toStatementPeriods } from './statement.mapper.ts';
import { listStatementAccounts, listStatementSeasons } from './statement.queries.ts';

const MAX_MOVEMENTS = 200;

/** The person that a request is about: the person in effect, or someone within reach of an Admin or Sales. Throws 404 otherwise. */
export async function getReachablePerson(
  db: Db,
  { caller, effective }: RequestContext,
  customerId: number | undefined,
): Promise<Actor> {
  if (!customerId || customerId === effective.customerId) return effective;
  const person = await findColleague(db, caller, customerId);
  if (!person || person.isDeleted || !canSee(caller, person.actor)) throw notFound('customer');
  return person.actor;
}

/** The statement of a person, in at most three statements. Throws 404 for someone out of reach. */
export async function getStatement(
  db: Db,
  { clock }: { clock: Clock },
  context: RequestContext,
  { customerId, seasonId }: QueryOf<'GET /api/entitlement/statement'>,
): Promise<ReplyOf<'GET /api/entitlement/statement'>['statement']> {
  const { caller, effective } = context;
  const person = await getReachablePerson(db, context, customerId);
  const canAdjust = isAdmin(caller) && !isImpersonating(context) && canAdjustEntitlement(caller, person);
  const isOwn = person.customerId === caller.customerId;
  const ownReach = isOwn ? getOrderingReach(person) : null;
  const today = getLocalDay(clock.now(), effective.timeZone);
  const periods = seasonId ? { seasonId } : { runningOn: today };
  const [seasons, accounts] = await Promise.all([
    listStatementSeasons(db, effective, person.customerId),
    listStatementAccounts(db, effective, { customerId: person.customerId, periods, limit: MAX_MOVEMENTS }),
  ]);
  return {
    customer: { id: person.customerId, firstName: person.firstName, lastName: person.lastName },
    currencyCode: effective.currencyCode,
    canAdjust,
    seasons,
    periods: toStatementPeriods(accounts, { today, canAdjust, ownReach }),
  };
}

/** Every period of a person's own statement with all movements, for the export of their data. */
export async function listOwnStatementPeriods(db: Db, { clock }: { clock: Clock }, person: Scope): Promise<StatementPeriod[]> {
  const accounts = await listStatementAccounts(db, person, { customerId: person.customerId, periods: 'all', limit: null });
  return toStatementPeriods(accounts, { today: getLocalDay(clock.now(), person.timeZone), canAdjust: false, ownReach: null });
}
