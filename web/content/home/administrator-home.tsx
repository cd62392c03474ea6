import { lazy, Suspense } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { queryClient } from '#web/app/query-client.ts';
import { hasAnyPermission, type Profile, seesAdministration } from '#web/app/session/profile.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import css from './administrator-home.module.css';
import { Slider } from './slider.tsx';

const loadDashboard = () => import('#web/ordering/dashboards/dashboard-page.tsx');
const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }));

/** Whether someone's home page has the figures of their organisation: administrators with the permission, while they do not order for someone else. */
export const seesDashboard = (caller: Profile): boolean =>
  seesAdministration(caller) && hasAnyPermission(caller, ['AllowDashboard']);

/** Loads the page of figures, with its charts, which no one else needs, and what tells it which figures are meant. */
export function preloadDashboard(caller: Profile): void {
  if (!seesDashboard(caller)) return;
  loadDashboard().catch(() => {});
  void queryClient.prefetchQuery(apiQuery('GET /api/organisationseasons'));
}

/** The home page of administrators. */
export const AdministratorHome = ({ title }: { title: string }) => (
  <Suspense
    fallback={
      <>
        <PageHeader title={title} tab="Home" isBriefOnPhone>
          {'\u00a0'}
        </PageHeader>
        <PageLoading label="Loading figures">
          <SkeletonBlock height={560} />
        </PageLoading>
      </>
    }
  >
    <DashboardPage title={title}>
      <BelowDashboard />
    </DashboardPage>
  </Suspense>
);

/** What is below the figures: news, topics and the slider, which is last. */
const BelowDashboard = () => (
  <div className={css.below}>
    <Slider />
  </div>
);
