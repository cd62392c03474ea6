import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { listSettingsQuery } from '#web/app/lists/list-settings.ts';
import { toPrefetchQuery } from '#web/app/lists/prefetch-list.ts';
import { useList } from '#web/app/lists/use-list.ts';
import { queryClient } from '#web/app/query-client.ts';
import {
  getEffectiveProfile,
  hasAnyPermission,
  type Profile,
  productListPermissions,
  profileQuery,
  seesCharges,
  useCaller,
  useProfile,
} from '#web/app/session/profile.ts';
import { useCanApprove } from '#web/app/shell/approvals.ts';
import { OrderingButton } from '#web/app/shell/ordering-button.tsx';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ExportOrders } from './export-orders.tsx';
import { canSeeOthersOrders } from './order-access.ts';
import { OrderTotals } from './order-totals.tsx';
import { type OrderListViewer, ordersList } from './orders-list.tsx';

/** The roles whose call lists cost centres. */
const COST_CENTRE_ROLES: readonly string[] = ['OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales'];

const toViewer = (profile: Profile | undefined, canApprove: boolean): OrderListViewer => ({
  seesOthers: profile !== undefined && canSeeOthersOrders(profile),
  pricesVisible: profile?.pricesVisible ?? false,
  seesCharges: profile !== undefined && seesCharges(profile),
  seesProducts: profile !== undefined && hasAnyPermission(profile, productListPermissions),
  listsCostCentres: profile?.roles.some((role) => COST_CENTRE_ROLES.includes(role)) ?? false,
  canApprove,
  currency: profile?.currencyCode ?? '',
});

/** Starts loading the order list described by the URL, with the person's own columns. */
export function prefetchOrdersPage({ request }: LoaderFunctionArgs): void {
  void prefetchOrders(new URL(request.url).searchParams).catch(() => undefined);
}

async function prefetchOrders(params: URLSearchParams): Promise<void> {
  const [{ listSettings }, caller] = await Promise.all([
    queryClient.ensureQueryData(listSettingsQuery('orders')),
    queryClient.ensureQueryData(profileQuery),
  ]);
  const viewer = toViewer(getEffectiveProfile(caller), params.has('approval'));
  const query = toPrefetchQuery(ordersList, { params, settings: listSettings, context: viewer });
  await queryClient.prefetchQuery(apiQuery('GET /api/orders', { query }));
}

/** Every order that the person has access to, with filters, totals and export. */
export function OrdersPage() {
  const caller = useCaller();
  const profile = useProfile();
  const canApprove = useCanApprove();
  const viewer = useMemo(() => toViewer(profile, canApprove), [profile, canApprove]);
  const model = useList(ordersList, viewer);
  const { reply, filterQuery, shown, totalCount } = model;
  const { order: _, ...unsorted } = filterQuery;
  // The same on every page and in every order.
  const { data: totalled } = useQuery({
    ...apiQuery('GET /api/orders', { query: { ...unsorted, page: 0, limit: 1, fields: 'id' } }),
    enabled: viewer.pricesVisible && Boolean(reply?.orders.length),
  });
  return (
    <>
      <PageHeader title="Orders" above={<OrdersNav />} />
      <ListPage
        model={model}
        cardsBelow={1024}
        actions={
          // The server refuses exports while someone orders for another person.
          caller?.impersonatedCustomer === null && (
            <ExportOrders query={filterQuery} fields={shown.flatMap(({ fields = [] }) => fields)} total={totalCount} />
          )
        }
        totals={
          viewer.pricesVisible && (
            <OrderTotals count={totalCount} seesCharges={viewer.seesCharges} totals={totalled?.totals ?? undefined} />
          )
        }
        emptyAction={<OrderingButton />}
      />
    </>
  );
}
