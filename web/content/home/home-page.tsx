import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/app/query-client.ts';
import {
  cataloguePermissions,
  getEffectiveProfile,
  hasAnyPermission,
  type Profile,
  profileQuery,
  settingsQuery,
  useCaller,
  useHasPermission,
} from '#web/app/session/profile.ts';
import { preloadImages } from '#web/ui/browser/preload-images.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AdministratorHome, preloadDashboard, seesDashboard } from './administrator-home.tsx';
import { FeaturedProducts, featuredQuery } from './featured-products.tsx';
import css from './home-page.module.css';
import { LatestOrders, latestOrdersQuery } from './latest-orders.tsx';
import { NextSteps } from './next-steps.tsx';
import { Slider, sliderQuery } from './slider.tsx';

/** Starts fetching the data of the home page; featured products only for people who may see products. */
export function prefetchHomePage(): void {
  // Errors are shown by the page, or the section is left out.
  void queryClient.fetchQuery(sliderQuery).then(
    ({ sliderImages: [first] }) => preloadImages([first?.src]),
    () => {},
  );
  void queryClient.prefetchQuery(latestOrdersQuery);
  const canSeeProducts = (profile: Profile) => hasAnyPermission(getEffectiveProfile(profile), cataloguePermissions);
  const prefetchFeatured = (profile: Profile) => (canSeeProducts(profile) ? queryClient.prefetchQuery(featuredQuery) : undefined);
  void queryClient.ensureQueryData(profileQuery).then(preloadDashboard, () => {});
  // Without a profile the guard does not show this page.
  void queryClient.ensureQueryData(profileQuery).then(prefetchFeatured, () => {});
}

/** The home page: slider, next steps, latest orders and featured products. */
export function HomePage() {
  const caller = useCaller();
  const canSeeProducts = useHasPermission(...cataloguePermissions);
  const { data: organisation } = useQuery(settingsQuery);
  if (!caller) return null;
  if (seesDashboard(caller)) return <AdministratorHome title={`${greeting(new Date().getHours())}, ${caller.firstName}`} />;
  const profile = getEffectiveProfile(caller);
  return (
    <>
      <PageHeader title={`${greeting(new Date().getHours())}, ${profile.firstName}`} tab="Home">
        {organisation?.name ?? '\u00a0'}
      </PageHeader>
      <div className={css.grid}>
        <Slider />
        <NextSteps caller={caller} />
        <LatestOrders />
        {canSeeProducts && <FeaturedProducts currencyCode={profile.currencyCode} />}
      </div>
    </>
  );
}

function greeting(hour: number): string {
  if (hour < 5) return 'Good evening';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
