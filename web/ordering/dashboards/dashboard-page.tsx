import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { settingsQuery, useCaller } from '#web/app/session/profile.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { createThemeVariables } from '#web/themes/variables.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Figures } from './cards/figures.tsx';
import { GroupsCard } from './cards/groups-card.tsx';
import { MoneyCard } from './cards/money-card.tsx';
import { PurchasesCard } from './cards/purchases-card.tsx';
import { SeasonsCard } from './cards/seasons-card.tsx';
import { TopProductsCard } from './cards/top-products-card.tsx';
import { UniformCard } from './cards/uniform-card.tsx';
import { WaitingCard } from './cards/waiting-card.tsx';
import { createChartColours } from './charts/chart-colours.ts';
import css from './dashboard-page.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { describeDashboardFilters } from './view/dashboard-filters.ts';
import { FilterBar } from './view/filter-bar.tsx';
import { useDashboardView } from './view/use-dashboard-view.ts';

// Only of administrators, and below everything else.
const CostCentresCard = lazy(async () => ({ default: (await import('./cards/cost-centres-card.tsx')).CostCentresCard }));

/** Width of the window in pixels from which the filters fit beside the title. */
const BESIDE_TITLE_FROM = 1024;

interface Props {
  /** "Good afternoon, Helen" */
  title: string;
  /** What is below the figures. */
  children?: ReactNode;
}

/** The home page of administrators: figures of orders, people and budgets for the filters in the address, each with a link to what it counts. */
export function DashboardPage({ title, children }: Props) {
  const { choices, view, error, retry, setFilters } = useDashboardView();
  const colours = useChartColours();
  const isAdmin = useCaller()?.roles.includes('OrganisationAdmin') ?? false;
  const isNarrow = useIsNarrow(BESIDE_TITLE_FROM);
  // Its place is kept until it is known what can be chosen.
  const filterBar = <FilterBar filters={view?.filters} choices={choices} onChange={setFilters} />;
  return (
    <div style={colours}>
      <PageHeader title={title} tab="Home" isBriefOnPhone actions={!isNarrow && filterBar}>
        {view ? describeDashboardFilters(view.filters, choices) : '\u00a0'}
      </PageHeader>
      {isNarrow && filterBar}
      {view ? (
        <div className={css.page}>
          <Figures view={view} />
          <div className={css.grid}>
            <MoneyCard view={view} />
            <PurchasesCard view={view} />
            <UniformCard view={view} />
            <WaitingCard view={view} />
            <SeasonsCard view={view} />
            <TopProductsCard view={view} />
            <GroupsCard view={view} />
            {isAdmin && (
              <Suspense>
                <CostCentresCard view={view} />
              </Suspense>
            )}
          </div>
        </div>
      ) : error ? (
        <Card>
          <ErrorState title="The figures could not be loaded." error={error} onRetry={retry} />
        </Card>
      ) : (
        <DashboardSkeleton />
      )}
      {children}
    </div>
  );
}

function useChartColours() {
  const brand = useBrand();
  const { data: settings } = useQuery(settingsQuery);
  const variables = createThemeVariables(brand, settings);
  return createChartColours(variables['--brand'] ?? '', variables['--secondary'] ?? '');
}
