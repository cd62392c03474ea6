import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/app/query-client.ts';
import {
  cataloguePermissions,
  getEffectiveProfile,
  hasAnyPermission,
  type Profile,
  profileQuery,
  settingsQuery,
  useHasPermission,
  useProfile,
} from '#web/app/session/profile.ts';
import { preloadImages } from '#web/ui/browser/preload-images.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { FeaturedProducts, featuredQuery } from './featured-products.tsx';
import css from './home-page.module.css';
import { LatestOrders, latestOrdersQuery } from './latest-orders.tsx';
import { NextSteps } from './next-steps.tsx';
import { Slider, sliderQuery } from './slider.tsx';

/** What everybody sees here; the products are for those only who may see some. */
export function prefetchHomePage(): void {
  // What cannot be loaded is left out, or said by the page.
  void queryClient.fetchQuery(sliderQuery).then(
    ({ sliderImages: [first] }) => preloadImages([first?.src]),
    () => {},
  );
  void queryClient.prefetchQuery(latestOrdersQuery);
  const seesProducts = (profile: Profile) => hasAnyPermission(getEffectiveProfile(profile), cataloguePermissions);
  const offer = (profile: Profile) => (seesProducts(profile) ? queryClient.prefetchQuery(featuredQuery) : undefined);
  // Whoever has no profile is not shown this page.
  void queryClient.ensureQueryData(profileQuery).then(offer, () => {});
}

/** Where a person starts: news of the organisation, what waits for them, what they ordered, what is offered. */
export function HomePage() {
  const profile = useProfile();
  const seesProducts = useHasPermission(...cataloguePermissions);
  const { data: organisation } = useQuery(settingsQuery);
  if (!profile) return null;
  return (
    <>
      <PageHeader title={`${greeting(new Date().getHours())}, ${profile.firstName}`} tab="Home">
        {organisation?.name ?? '\u00a0'}
      </PageHeader>
      <div className={css.grid}>
        <Slider />
        <NextSteps profile={profile} />
        <LatestOrders />
        {seesProducts && <FeaturedProducts currencyCode={profile.currencyCode} />}
      </div>
    </>
  );
}

function greeting(hour: number): string {
  if (hour < 5) return 'Good evening';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
