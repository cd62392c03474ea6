import { Link } from 'react-router';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { FiguresTable } from '../charts/figures-table.tsx';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import { useOverview } from './figures.tsx';
import { QueryCard } from './query-card.tsx';

/** The figures of each group, with a link to its orders. */
export function GroupsCard({ view }: { view: DashboardView }) {
  const overview = useOverview(view);
  const { currency, filters, pricesVisible } = view;
  const money = (amount: number | null) => formatMoney(amount ?? 0, currency);
  return (
    <QueryCard title="By group" query={overview} failure="The figures by group could not be loaded." height={220} width="wide">
      {({ organisationGroups }) =>
        organisationGroups.length === 0 ? (
          <EmptyState title="No orders of groups yet">Orders and shipments of each group will appear here.</EmptyState>
        ) : (
          <FiguresTable
            caption="Figures by group"
            columns={['Group', 'Orders', ...(pricesVisible ? ['Ordered', 'Shipped', 'Not shipped yet', 'Cancelled'] : [])]}
            rows={organisationGroups.map((group) => ({
              key: group.id,
              cells: [
                group.id === 0 ? (
                  'No group'
                ) : (
                  <Link key="name" to={ordersLink({ ...filters, groupIds: [group.id] }, { are: 'counted' })}>
                    {group.name}
                  </Link>
                ),
                formatNumber(group.orderCount),
                ...(pricesVisible
                  ? [group.totalValue, group.shippedValue, group.pendingValue, group.cancelledValue].map(money)
                  : []),
              ],
            }))}
          />
        )
      }
    </QueryCard>
  );
}
