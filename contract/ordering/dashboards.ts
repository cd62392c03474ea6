import Type from 'typebox';
import { dashboardReaders, endpoint } from '../endpoint.ts';
import { claims, currencyCode, dateTime, described, entity, imageSrc, int, listOf, nullable, sku, text } from '../values.ts';
import { orderPeriod, orderPlaces } from './order-filters.ts';
import { orderAmount } from './order-lines.ts';

/** Figures of the orders that the caller sees in their list, for the same filters. */

const tags = ['Dashboards'] as const;

const dashboardQuery = Type.Object({ organisationId: claims.organisationId, ...orderPlaces, ...orderPeriod });

/** What every call says about its figures. */
const SCOPE =
  'An Admin of single groups gets the figures of the orders in their list. 403 for a group that the caller does not administer, and for another organisation. During impersonation the figures are the caller’s.';

const orderCount = described(int, 'Orders that are pending, processing or complete.');
const totalValue = orderAmount('Goods excluding tax of these orders.');
const shippedValue = orderAmount('Shipped goods excluding tax of these orders; returns do not reduce it.');
const pendingValue = orderAmount('Goods of these orders still to be shipped, excluding tax.');
const cancelledValue = orderAmount('Cancelled goods excluding tax of all orders, cancelled and rejected ones included.');
const quantity = described(int, 'Pieces as ordered, cancelled ones included.');

const financialOverview = entity('FinancialOverview', {
  organisationId: int,
  seasonId: described(int, 'Season of the query; 0 for all.'),
  currencyCode,
  orderCount,
  totalValue,
  shippedValue,
  pendingValue,
  cancelledValue,
  averageOrderValue: orderAmount('`totalValue` by order, exchanges left out of the number of orders; 0 without orders.'),
  awaitingApprovalCount: described(int, 'Orders that wait for approval.'),
  awaitingApprovalValue: orderAmount('Goods excluding tax of the orders that wait for approval.'),
  creditedValue: orderAmount('Credit notes for the orders of the query, in whatever state, excluding tax.'),
  budgetValue: orderAmount('Sum of the budgets in money of the people of the query; also null where there are none.'),
  remainingBudgetValue: orderAmount('What is left of these budgets; also null where there are none.'),
  organisationGroups: described(
    Type.Array(
      entity({
        id: described(int, 'Group in which the orders were placed; 0 for orders that were placed in none.'),
        name: described(text, 'Name of the group, for example `North`; empty for none.'),
        orderCount,
        totalValue,
        shippedValue,
        pendingValue,
        cancelledValue,
      }),
    ),
    'The same figures by group, in the order of the groups; groups without orders are left out.',
  ),
});

const topProduct = entity('TopProduct', {
  productId: int,
  name: described(text, 'Name of the product now, for example `Ashdown tailored shirt`.'),
  sku,
  imageSrc,
  quantity,
  totalValue: orderAmount('Value of the lines excluding tax, as ordered.'),
});

const monthPurchases = entity('MonthPurchases', {
  year: described(int, 'Year, for example 2026.'),
  month: described(int, 'Month from 1 to 12, in the organisation’s time zone.'),
  orderCount,
  quantity,
  totalValue,
});

const seasonShippedStatus = entity('SeasonShippedStatus', {
  seasonId: described(int, 'Season in which the orders were placed; 0 for orders without one.'),
  seasonName: described(text, 'Name of the season, for example `2026`; empty for none.'),
  orderCount,
  shippedCount: described(int, 'Of these: shipped or delivered, or nothing has to be shipped.'),
  partiallyShippedCount: described(int, 'Of these: partially shipped.'),
  notShippedCount: described(int, 'Of these: not yet shipped.'),
  cancelledCount: described(int, 'Orders that were cancelled or rejected; not in `orderCount`.'),
  shippedValue,
  pendingValue,
  cancelledValue,
});

const worklist = entity('Worklist', {
  currencyCode,
  lateOrderCount: described(
    int,
    'Orders with pieces that were promised for a day before today: those of the list of orders with `lateOnly`.',
  ),
  latePieces: described(int, 'Pieces of these orders that were promised for a day before today and are not shipped.'),
  waitingOrderCount: described(int, 'Orders that wait for approval: those of the list of orders with that status.'),
  oldestWaitingOnUtc: described(nullable(dateTime), 'When the first of these was placed; null without one.'),
  proofsToApprove: described(
    int,
    'Proofs of designs that wait for the caller: those of `GET /api/proofs` with the status `waiting`; the query has no effect on them.',
  ),
  oldestProofOnUtc: described(nullable(dateTime), 'Since when the first of these waits; null without one.'),
  quotesToAccept: described(
    int,
    'The caller’s own quotes that were answered, can still be accepted, and of which nothing was accepted yet; the query has no effect on them.',
  ),
  quotesWithoutOwner: described(
    int,
    'Open quotes of people who have left, to which the caller can give another owner; the query has no effect on them.',
  ),
  registrationsWaiting: described(
    int,
    'Registrations that wait for a decision and that the caller can see; the query has no effect on them.',
  ),
  requestsForMoreTime: described(
    int,
    'Open requests for more time to order that the caller can see; the query has no effect on them.',
  ),
  requestsForMore: described(int, 'Open requests for more that the caller can see; the query has no effect on them.'),
  startersAtRisk: described(
    int,
    'People who have started work and have ordered nothing: those of the list of people with both ordering statuses 10. Period apart, the query is that of the list of people.',
  ),
  owed: described(
    nullable(
      entity({
        pieces: described(int, 'Pieces that they have not ordered yet of those that they are owed by number.'),
        undecidedPieces: described(int, 'Of these, pieces of choices that were not made yet; they are not in `value`.'),
        value: orderAmount(
          'What the other pieces cost at today’s prices, excluding tax: the cheapest product of each group, before prices by quantity.',
        ),
      }),
    ),
    'What the people of the query are still owed; the current season unless it names one. Null where no one is owed pieces by number.',
  ),
});

/** Figures for Admins who may see the dashboard. */
export const dashboardEndpoints = {
  'GET /api/organisations/financialOverview': endpoint({
    name: 'getFinancialOverview',
    summary: 'Get the financial overview',
    description: `Every figure of orders equals \`totals\` of the list of orders with the same filters and statuses. ${SCOPE}`,
    tags,
    access: dashboardReaders,
    query: dashboardQuery,
    reply: financialOverview,
  }),

  'GET /api/organisations/worklist': endpoint({
    name: 'getWorklist',
    summary: 'Count what waits to be done',
    description: `Late orders, orders, proofs and people that wait for a decision, people without a uniform, and what is still owed. ${SCOPE}`,
    tags,
    access: dashboardReaders,
    query: dashboardQuery,
    reply: worklist,
  }),

  'GET /api/orders/topproducts': endpoint({
    name: 'listTopProducts',
    summary: 'List the products that are ordered most',
    description: `At most ten, by pieces, of orders that are pending, processing or complete. ${SCOPE}`,
    tags,
    access: dashboardReaders,
    query: dashboardQuery,
    reply: listOf('topProducts', topProduct),
  }),

  'GET /api/orders/purchasesbymonth': endpoint({
    name: 'listPurchasesByMonth',
    summary: 'List purchases by month',
    description: `Oldest first, months without orders included: the months of the period; else those of the season, and others in which its orders were placed; else the latest 12. ${SCOPE}`,
    tags,
    access: dashboardReaders,
    query: dashboardQuery,
    reply: listOf('purchasesByMonth', monthPurchases),
  }),

  'GET /api/orders/getOrderShippedStatusBySeason': endpoint({
    name: 'listShippedStatusBySeason',
    summary: 'List what has been shipped by season',
    description: `The latest season first, as the list of seasons; a season without orders is in it when the query names it. ${SCOPE}`,
    tags,
    access: dashboardReaders,
    query: dashboardQuery,
    reply: listOf('orderShippedStatusBySeason', seasonShippedStatus),
  }),
};
