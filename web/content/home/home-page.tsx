import { queryClient } from '#web/app/query-client.ts';
import { ordersOnlyOwnUniform } from '#web/app/session/ordering-link.ts';
import {
  cataloguePermissions,
  getEffectiveProfile,
  hasAnyPermission,
  profileQuery,
  useCaller,
} from '#web/app/session/profile.ts';
import { topicsQuery } from '#web/app/topics/topics.ts';
import { newsQuery } from '../announcements/news.ts';
import { AdministratorHome, preloadDashboard, seesDashboard } from './administrator-home.tsx';
import { featuredQuery } from './featured-products.tsx';
import { greeting } from './greeting.ts';
import { PersonalHome, prefetchPersonalHome } from './personal-home.tsx';
import { sliderQuery } from './slider.tsx';

/** Starts fetching the data of the home page; featured products only for people who may see products. */
export function prefetchHomePage(): void {
  // Errors are shown by the page, or the section is left out. Without a profile the guard does not show this page.
  void queryClient.ensureQueryData(profileQuery).then(
    (caller) => {
      // Their home page is the uniform builder.
      if (ordersOnlyOwnUniform(caller)) return;
      if (seesDashboard(caller)) preloadDashboard();
      else {
        prefetchPersonalHome(caller);
        if (hasAnyPermission(getEffectiveProfile(caller), cataloguePermissions)) void queryClient.prefetchQuery(featuredQuery);
      }
      void queryClient.prefetchQuery(newsQuery);
      void queryClient.prefetchQuery(topicsQuery('home'));
      void queryClient.prefetchQuery(sliderQuery);
    },
    () => {},
  );
}

/** The home page: that of administrators with the dashboard, or what everyone else came for. */
export function HomePage() {
  const caller = useCaller();
  if (!caller) return null;
  return seesDashboard(caller) ? (
    <AdministratorHome title={`${greeting(new Date().getHours())}, ${caller.firstName}`} personId={caller.id} />
  ) : (
    <PersonalHome key={getEffectiveProfile(caller).id} caller={caller} />
  );
}
