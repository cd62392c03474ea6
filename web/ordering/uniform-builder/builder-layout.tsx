import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { GarmentIcon } from '#web/ui/content/icons.tsx';
import { SkeletonBlock, SkeletonRows, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { AllOrderedPage } from './all-ordered-page.tsx';
import { BalanceCard } from './balance-card.tsx';
import type { BuilderContext, PendingChoice, UniformNews } from './builder-context.ts';
import { useBuilderTitle, WardrobeName } from './builder-heading.tsx';
import css from './builder-layout.module.css';
import { isAllOrdered } from './builder-model.ts';
import { ChosenCard } from './chosen-card.tsx';
import { Notices } from './notices.tsx';
import { PreviewBanner } from './preview-banner.tsx';
import { SizeCard } from './size-card.tsx';
import { StepList } from './step-list.tsx';
import { useBuilder } from './use-builder.ts';

/**
 * The pages of the uniform builder. On a wide screen the wardrobe stays on the left and the balance on the right; on a narrow one,
 * the overview contains both. On the overview, `news` follows the wardrobe, and leads once everything is ordered.
 */
export function BuilderLayout({ news }: { news: UniformNews }) {
  const { state, preview, error, reload } = useBuilder();
  const title = useBuilderTitle(preview !== undefined);
  const isWide = !useIsNarrow(1024);
  const [pending, showPending] = useState<PendingChoice>();
  const { pathname } = useLocation();

  if (!state) {
    if (error instanceof ApiError && error.status === 404) return preview ? <NoPreview /> : <NoWardrobe title={title} />;
    if (error) {
      return (
        <>
          <PageHeader title={title} above={preview && <BackLink to={paths.wardrobe(preview.collectionId)}>Wardrobe</BackLink>} />
          <Card>
            <ErrorState
              title={preview ? 'The preview could not be loaded.' : 'Your uniform could not be loaded.'}
              error={error}
              onRetry={reload}
            />
          </Card>
        </>
      );
    }
    return <BuilderSkeleton />;
  }
  const isOverview = pathname === paths.uniformBuilder() && !preview;
  if (isOverview && isAllOrdered(state.totals))
    return news.isReady ? <AllOrderedPage state={state} news={news} /> : <BuilderSkeleton />;
  const below = isOverview && (news.isReady ? <Below news={news} /> : <SkeletonBlock height={240} />);
  const outlet = <Outlet context={{ state, isWide, below, showPending } satisfies BuilderContext} />;
  const isOrder = pathname === paths.builderOrder();
  if (preview && isOrder) return <Navigate to={state.links.overview} replace />;
  // On a phone there is room for it on the overview only.
  const banner = preview && <PreviewBanner state={state} hasTypes={isWide || pathname === paths.uniformBuilder()} />;
  if (!isWide || isOrder) {
    return (
      <>
        {banner}
        {outlet}
      </>
    );
  }
  return (
    <>
      {banner}
      <div className={css.head}>
        <div>
          <Link to={state.links.overview} className={css.title}>
            {title}
          </Link>
          <WardrobeName state={state} />
        </div>
        {!preview && state.canChoose && <Text c="dimmed">Saved. Carry on later, on any device.</Text>}
      </div>
      <Notices state={state} />
      <div className={css.columns} data-followed={below ? true : undefined}>
        <nav className={css.side} aria-label="Your uniform">
          <StepList state={state} showsNext={pathname === paths.uniformBuilder()} />
        </nav>
        <div className={css.middle}>{outlet}</div>
        <aside className={css.side} aria-label="Balance">
          <BalanceCard state={state} />
          {!preview && (
            <>
              <ChosenCard state={state} pending={pending} />
              <SizeCard />
            </>
          )}
        </aside>
      </div>
      {below && <div className={css.below}>{below}</div>}
    </>
  );
}

/** What is on its way, and what follows it, below the wardrobe. */
const Below = ({ news: { underWay, more, end } }: { news: UniformNews }) => (
  <>
    <div className={css.news}>
      {underWay(false)}
      {more}
    </div>
    {end}
  </>
);

/** For a link to the preview of a wardrobe that someone does not manage. */
const NoPreview = () => (
  <>
    <PageHeader title="Preview" />
    <Card>
      <EmptyState title="Wardrobe not found">
        It may have been deleted, or the link may be wrong. Only administrators who manage a wardrobe can preview it.
      </EmptyState>
    </Card>
  </>
);

function NoWardrobe({ title }: { title: string }) {
  const person = useImpersonatedName();
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          title={person ? `${person} has no wardrobe yet` : 'You have no wardrobe yet'}
          picture={<GarmentIcon size={120} strokeWidth={0.4} />}
          action={
            <Button component={Link} to={paths.orders()} variant="default">
              {person ? 'View orders' : 'View your orders'}
            </Button>
          }
        >
          {person
            ? 'A wardrobe lists the garments someone can choose. An administrator can add one on the person’s page.'
            : 'Your garments will appear here. An administrator of your organisation can give you a wardrobe.'}
        </EmptyState>
      </Card>
    </>
  );
}

const BuilderSkeleton = () => (
  <PageLoading label="Loading your uniform">
    <Stack className={css.loading}>
      <Card>
        <SkeletonBlock width="45%" height={28} />
        <SkeletonText lines={2} />
      </Card>
      <Card flush>
        <SkeletonRows rows={5} height={80} />
      </Card>
    </Stack>
  </PageLoading>
);
