import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toVisibleAmount } from '../orders/orders.queries.ts';
import { type DashboardQuery, dashboardOrders } from './dashboard-scope.queries.ts';
import { figuresOf, isAwaitingApproval, isCounted, type OrderFigures, orderFigures, sumIf } from './order-figures.queries.ts';
import { type DashboardBudgets, readBudgets } from './owed.queries.ts';

type Overview = ReplyOf<'GET /api/organisations/financialOverview'>;

interface GroupFigures extends OrderFigures {
  /** 0 for none. */
  groupId: number;
  groupName: string | null;
  chargedCount: number;
  awaitingCount: number;
  awaitingMinor: number;
}

/** The financial overview of the orders in the caller's list that match. Throws 400 as the list does. */
export async function readFinancialOverview(db: Db, scope: Scope, query: DashboardQuery): Promise<Overview> {
  const [groups, creditedMinor, budgets] = await Promise.all([
    readGroupFigures(db, scope, query),
    readCredited(db, scope, query),
    readBudgets(db, scope, query),
  ]);
  return toOverview(scope, query, groups, creditedMinor, budgets);
}

/** The figures by group as placed, in the order of the groups; orders without one come last. */
async function readGroupFigures(db: Db, scope: Scope, query: DashboardQuery): Promise<GroupFigures[]> {
  const { rows } = await sql<GroupFigures>`
    select counted.*, g.name as "groupName"
    from (
      select f.organisation_group_id as "groupId", ${orderFigures}, ${sumIf('orders', sql`${isCounted} and not f.is_exchange`)} as "chargedCount",
        ${sumIf('orders', isAwaitingApproval)} as "awaitingCount", ${sumIf('goods_minor', isAwaitingApproval)} as "awaitingMinor"
      from ${figuresOf(scope, query)} group by 1 having sum(f.orders) > 0) counted
    left join organisation_group g on g.organisation_id = ${scope.organisationId} and g.id = counted."groupId"
    order by g.display_order nulls last, g.name, g.id`.execute(db);
  return rows;
}

/** What credit notes have credited for the orders, in minor units without tax. */
async function readCredited(db: Db, scope: Scope, query: DashboardQuery): Promise<number> {
  // From the credit notes to their orders: there are few.
  const { rows } = await sql<{ credited: number }>`
    select coalesce(sum(l.net_minor), 0)::bigint as credited
    from invoice i
    join invoice_line l on l.organisation_id = i.organisation_id and l.invoice_id = i.id
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    where i.organisation_id = ${scope.organisationId} and i.credited_invoice_id is not null and ${dashboardOrders(scope, query)}`.execute(
    db,
  );
  return rows[0]?.credited ?? 0;
}

function toOverview(
  scope: Scope,
  { seasonId = 0 }: DashboardQuery,
  groups: readonly GroupFigures[],
  creditedMinor: number,
  budgets: DashboardBudgets | undefined,
): Overview {
  const toAmount = (minor: number) => toVisibleAmount(minor, scope);
  const sum = (field: Exclude<keyof GroupFigures, 'groupId' | 'groupName'>) =>
    groups.reduce((total, group) => total + Number(group[field]), 0);
  const toFigures = (figures: OrderFigures) => ({
    orderCount: figures.orderCount,
    totalValue: toAmount(figures.totalMinor),
    shippedValue: toAmount(figures.shippedMinor),
    pendingValue: toAmount(figures.pendingMinor),
    cancelledValue: toAmount(figures.cancelledMinor),
  });
  const totalMinor = sum('totalMinor');
  const chargedCount = sum('chargedCount');
  return {
    organisationId: scope.organisationId,
    seasonId,
    currencyCode: scope.currencyCode,
    ...toFigures({
      orderCount: sum('orderCount'),
      totalMinor,
      shippedMinor: sum('shippedMinor'),
      pendingMinor: sum('pendingMinor'),
      cancelledMinor: sum('cancelledMinor'),
    }),
    averageOrderValue: toAmount(chargedCount === 0 ? 0 : Math.round(totalMinor / chargedCount)),
    awaitingApprovalCount: sum('awaitingCount'),
    awaitingApprovalValue: toAmount(sum('awaitingMinor')),
    creditedValue: toAmount(creditedMinor),
    budgetValue: budgets ? toAmount(budgets.budgetMinor) : null,
    remainingBudgetValue: budgets ? toAmount(budgets.remainingMinor) : null,
    organisationGroups: groups.map((group) => ({ id: group.groupId, name: group.groupName ?? '', ...toFigures(group) })),
  };
}
