import { OVERALL_STATUSES } from '#contract/ordering/order-states.ts';
import { paths, queryString } from '#web/app/paths.ts';
import type { DashboardFilters } from './dashboard-filters.ts';

// `dashboard-links.test.ts` checks that the lists read what these links say.

/** The statuses of the orders that figures count: all but those that wait for approval, are cancelled or rejected. */
const COUNTED_STATUSES = OVERALL_STATUSES.filter(({ id }) => ![40, 50, 60].includes(id))
  .map(({ id }) => id)
  .join();
const WAITING_STATUS = '50';
/** Of those that are neither cancelled nor rejected. */
const COMMITTED_STATUSES = `${COUNTED_STATUSES},${WAITING_STATUS}`;

/** What of the orders a list shows, beside the filters of the page. */
interface OrdersPart {
  /** Orders that figures count, orders that wait for approval, both of these, or orders in any state. */
  are: 'counted' | 'waiting' | 'committed' | 'any';
  hasPending?: boolean;
  isLate?: boolean;
  productId?: number;
  costCentreId?: number;
  /** Days as 2026-03-12. */
  period?: { from: string; to: string };
}

const STATUSES = { counted: COUNTED_STATUSES, waiting: WAITING_STATUS, committed: COMMITTED_STATUSES, any: undefined };

/** The list of orders with the filters of the page. */
export const ordersLink = (
  filters: DashboardFilters,
  { are, hasPending, isLate, productId, costCentreId, period }: OrdersPart,
): string =>
  paths.orders() +
  queryString({
    outstanding: hasPending ? 1 : undefined,
    late: isLate ? 1 : undefined,
    status: STATUSES[are],
    group: filters.groupIds.join(),
    resort: filters.resortId || undefined,
    area: filters.businessAreaId || undefined,
    season: filters.seasonId || undefined,
    product: productId,
    costcentre: costCentreId,
    period: period && `${period.from}..${period.to}`,
  });

/** A tab of the list of people: everyone, one uniform status, or who has started without a uniform. */
type PeopleTab = 'all' | 'notStarted' | 'partlyOrdered' | 'complete' | 'optedOut' | 'startedWithoutUniform';

const UNIFORM_STATUSES: Partial<Record<PeopleTab, number>> = { notStarted: 10, partlyOrdered: 20, complete: 30, optedOut: 40 };

/** The list of people with the filters of the page. */
export const peopleLink = (filters: DashboardFilters, tab: PeopleTab): string =>
  paths.people() +
  queryString({
    group: filters.groupIds.join(),
    destination: filters.resortId || undefined,
    area: filters.businessAreaId || undefined,
    uniform: UNIFORM_STATUSES[tab],
    season: filters.seasonId || undefined,
    started: tab === 'startedWithoutUniform' ? 1 : undefined,
  });
