import { lazy, Suspense } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { queryClient } from '#web/app/query-client.ts';
import { hasAnyPermission, type Profile, seesAdministration } from '#web/app/session/profile.ts';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from './administrator-home.module.css';
import { ClosableSlider } from './closable-slider.tsx';
import { NewsAndTopics } from './news-and-topics.tsx';

const loadDashboard = () => import('#web/ordering/dashboards/dashboard-page.tsx');
const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }));

/** Whether someone's home page has the figures of their organisation: administrators with the permission, while they do not order for someone else. */
export const seesDashboard = (caller: Profile): boolean =>
  seesAdministration(caller) && hasAnyPermission(caller, ['AllowDashboard']);

/** Loads the page of figures, with its charts, which no one else needs, and what tells it which figures are meant. */
export function preloadDashboard(): void {
  loadDashboard().catch(() => {});
  void queryClient.prefetchQuery(apiQuery('GET /api/organisationseasons'));
}

/** The home page of administrators. */
export const AdministratorHome = ({ title, personId }: { title: string; personId: number }) => (
  <Suspense
    fallback={
      <>
        <PageHeader title={title} tab="Home" isBriefOnPhone>
          {'\u00a0'}
        </PageHeader>
        <div className={css.loading}>
          <Loading label="Loading figures">
            <SkeletonBlock height={560} />
          </Loading>
        </div>
      </>
    }
  >
    <DashboardPage title={title}>
      <BelowDashboard personId={personId} />
    </DashboardPage>
  </Suspense>
);

/** What is below the figures: news, topics and the slider, which is last. */
const BelowDashboard = ({ personId }: { personId: number }) => (
  <div className={css.below}>
    <NewsAndTopics />
    <ClosableSlider personId={personId} />
  </div>
);
