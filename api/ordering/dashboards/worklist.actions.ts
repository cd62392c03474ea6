import { countOpenRequests } from '#api/people/entitlement-requests/entitlement-requests.queries.ts';
import { getMoment } from '#api/people/entitlement-requests/entitlement-requests.rules.ts';
import { countPeopleByStatus } from '#api/people/list/count-people.queries.ts';
import { countRegistrationRequests } from '#api/people/registration/requests.queries.ts';
import { countOpenTimeRequests } from '#api/people/time-requests/time-requests.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toVisibleAmount } from '../orders/orders.queries.ts';
import type { DashboardQuery } from './dashboard-scope.queries.ts';
import { readOwed } from './owed.queries.ts';
import { readLateOrders, readWaitingOrders } from './worklist.queries.ts';

/** What waits to be done in what the caller sees; each number is that of a list. Throws 400 as the list of orders does. */
export async function getWorklist(
  db: Db,
  { clock }: { clock: Clock },
  scope: Scope,
  query: DashboardQuery,
): Promise<ReplyOf<'GET /api/organisations/worklist'>> {
  const { createdAtMin, createdAtMax, organisationId, ...people } = query;
  const [late, waiting, registrationsWaiting, requestsForMore, requestsForMoreTime, { startedWithoutUniform }, owed] =
    await Promise.all([
      readLateOrders(db, scope, query),
      readWaitingOrders(db, scope, query),
      countRegistrationRequests(db, scope, { state: 'waiting' }),
      countOpenRequests(db, scope, getMoment(clock, scope).today),
      countOpenTimeRequests(db, scope, getMoment(clock, scope).today),
      countPeopleByStatus(db, scope, people),
      readOwed(db, scope, query),
    ]);
  return {
    currencyCode: scope.currencyCode,
    ...late,
    ...waiting,
    registrationsWaiting,
    requestsForMore,
    requestsForMoreTime,
    startersAtRisk: startedWithoutUniform ?? 0,
    owed: owed
      ? { pieces: owed.pieces, undecidedPieces: owed.undecidedPieces, value: toVisibleAmount(owed.valueMinor, scope) }
      : null,
  };
}
