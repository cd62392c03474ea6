import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/app/query-client.ts';
import { ordersOnlyOwnUniform } from '#web/app/session/ordering-link.ts';
import {
  cataloguePermissions,
  getEffectiveProfile,
  hasAnyPermission,
  isAdmin,
  type Profile,
  profileQuery,
  settingsQuery,
  useCaller,
  useHasPermission,
} from '#web/app/session/profile.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ClosableSlider } from './closable-slider.tsx';
import { FeaturedProducts, featuredQuery } from './featured-products.tsx';
import { greeting } from './greeting.ts';
import css from './home-page.module.css';
import { LatestOrders, latestOrdersQuery } from './latest-orders.tsx';
import { NextSteps } from './next-steps.tsx';
import { PersonalHome, prefetchPersonalHome } from './personal-home.tsx';
import { sliderQuery } from './slider.tsx';

/** Whether the home page is that of administrators: for those with the dashboard who do not order for someone else. */
const seesDashboard = (caller: Profile): boolean =>
  caller.impersonatedCustomer === null && isAdmin(caller) && hasAnyPermission(caller, ['AllowDashboard']);

/** Starts fetching the data of the home page; featured products only for people who may see products. */
export function prefetchHomePage(): void {
  // Errors are shown by the page, or the section is left out. Without a profile the guard does not show this page.
  void queryClient.ensureQueryData(profileQuery).then(
    (caller) => {
      // Their home page is the uniform builder.
      if (ordersOnlyOwnUniform(caller)) return;
      if (seesDashboard(caller)) void queryClient.prefetchQuery(latestOrdersQuery);
      else prefetchPersonalHome(caller);
      void queryClient.prefetchQuery(sliderQuery);
      if (hasAnyPermission(getEffectiveProfile(caller), cataloguePermissions)) void queryClient.prefetchQuery(featuredQuery);
    },
    () => {},
  );
}

/** The home page: that of administrators with the dashboard, or what everyone else came for. */
export function HomePage() {
  const caller = useCaller();
  if (!caller) return null;
  return seesDashboard(caller) ? (
    <AdministratorHome caller={caller} />
  ) : (
    <PersonalHome key={getEffectiveProfile(caller).id} caller={caller} />
  );
}

/** Next steps, latest orders and featured products. */
function AdministratorHome({ caller }: { caller: Profile }) {
  const canSeeProducts = useHasPermission(...cataloguePermissions);
  const { data: organisation } = useQuery(settingsQuery);
  return (
    <>
      <PageHeader title={`${greeting(new Date().getHours())}, ${caller.firstName}`} tab="Home">
        {organisation?.name ?? '\u00a0'}
      </PageHeader>
      <div className={css.grid}>
        <NextSteps caller={caller} />
        <LatestOrders />
        {canSeeProducts && <FeaturedProducts currencyCode={caller.currencyCode} />}
        <ClosableSlider personId={caller.id} />
      </div>
    </>
  );
}
