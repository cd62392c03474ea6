import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/app/query-client.ts';
import { hasUniform } from '#web/app/session/ordering-link.ts';
import {
  canListPeople,
  canOrderForMany,
  cataloguePermissions,
  decidesOnOrders,
  getEffectiveProfile,
  hasAnyPermission,
  isWearer,
  type Profile,
  settingsQuery,
} from '#web/app/session/profile.ts';
import { useCanApprove } from '#web/app/shell/approvals.ts';
import { topicsQuery } from '#web/app/topics/topics.ts';
import { useSettled } from '#web/app/use-settled.ts';
import { OpenRequests } from '#web/entitlement/entitlement-requests/open-requests.tsx';
import { ownRequestsQuery } from '#web/entitlement/entitlement-requests/use-own-requests.ts';
import { heldGarmentsQuery } from '#web/entitlement/issued-garments/issued-garment-list.tsx';
import { ReplacementsCard } from '#web/entitlement/issued-garments/replacements-card.tsx';
import { ApprovalsCard, oldestApprovalsQuery } from '#web/ordering/approval/approvals-card.tsx';
import { DraftsCard, savedSheetsQuery } from '#web/ordering/order-sheets/drafts-card.tsx';
import { NoOpenMatters, OpenMatters } from '#web/ordering/underway/open-matters.tsx';
import { UnderWay } from '#web/ordering/underway/under-way.tsx';
import { openMattersQuery, ownReturnsQuery, underWayQuery } from '#web/ordering/underway/underway-queries.ts';
import { UniformSummary } from '#web/ordering/uniform-builder/uniform-summary.tsx';
import { prefetchOwnBuilder } from '#web/ordering/uniform-builder/use-builder.ts';
import { PeopleCard, peopleCountsQuery } from '#web/people/list/people-card.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { newsQuery } from '../announcements/news.ts';
import { ClosableSlider } from './closable-slider.tsx';
import { FeaturedProducts } from './featured-products.tsx';
import { greeting } from './greeting.ts';
import { LatestOrders, latestOrdersQuery, PlacedOrders, placedOrdersQuery } from './latest-orders.tsx';
import { NewsAndTopics } from './news-and-topics.tsx';
import { NextSteps } from './next-steps.tsx';
import css from './personal-home.module.css';

/** Which parts the home page of a person has. */
export function listHomeParts(caller: Profile) {
  const profile = getEffectiveProfile(caller);
  const isOneself = caller.impersonatedCustomer === null;
  const hasWardrobe = hasUniform(profile) && profile.organisationCollections.length > 0;
  return {
    approvals: isOneself && decidesOnOrders(caller),
    matters: canListPeople(caller) && !caller.punchoutSessionGuid,
    // Buyers have approvals and returns of their people in the list of orders; Sales look after the whole organisation.
    allMatters: !caller.roles.includes('OrganisationBuyer'),
    placed: isOneself && caller.roles.includes('OrganisationSales'),
    uniform: hasWardrobe,
    requests: isOneself && hasWardrobe,
    replacements: hasWardrobe,
    people: canListPeople(caller) && !caller.punchoutSessionGuid,
    drafts: canOrderForMany(caller),
    isWearer: isWearer(profile),
    products: hasAnyPermission(profile, cataloguePermissions),
  };
}

const listQueries = (parts: ReturnType<typeof listHomeParts>) => [
  underWayQuery,
  ownReturnsQuery,
  ...(parts.approvals ? [oldestApprovalsQuery] : []),
  ...(parts.matters ? [openMattersQuery] : []),
  ...(parts.requests ? [ownRequestsQuery] : []),
  ...(parts.replacements ? [heldGarmentsQuery] : []),
  ...(parts.people ? [peopleCountsQuery] : []),
  ...(parts.drafts ? [savedSheetsQuery] : []),
  ...(parts.placed ? [placedOrdersQuery] : []),
  newsQuery,
  topicsQuery('home'),
];

/** Starts fetching what the page shows first. */
export function prefetchPersonalHome(caller: Profile): void {
  const parts = listHomeParts(caller);
  for (const query of listQueries(parts)) void queryClient.prefetchQuery(query as typeof underWayQuery);
  void queryClient.prefetchQuery(latestOrdersQuery);
  if (parts.uniform) prefetchOwnBuilder();
}

const NOTHING_UNDER_WAY = {
  title: 'Nothing is on its way',
  text: 'Your parcels, returns and exchanges appear here, with tracking.',
};

/**
 * The home page of everyone without the dashboard: what waits for them and what they wait for, the most urgent first, then what they can do, news and
 * topics, their orders and, at the end, pictures.
 */
export function PersonalHome({ caller }: { caller: Profile }) {
  const profile = getEffectiveProfile(caller);
  const parts = listHomeParts(caller);
  const { data: organisation } = useQuery(settingsQuery);
  const isReady = useSettled(listQueries(parts));
  // Administrators can have some without being approvers themselves.
  const canApprove = useCanApprove();
  return (
    <>
      <PageHeader title={`${greeting(new Date().getHours())}, ${profile.firstName}`} tab="Home">
        {organisation?.name ?? '\u00a0'}
      </PageHeader>
      {isReady ? (
        <>
          <div className={css.columns}>
            <Stack>
              {(parts.approvals || canApprove) && <ApprovalsCard />}
              {parts.matters && <OpenMatters hasAll={parts.allMatters} />}
              {parts.uniform && <UniformSummary />}
              {parts.people && <PeopleCard />}
              {parts.placed && <PlacedOrders />}
              <UnderWay
                isWithoutProofs={parts.matters && parts.allMatters}
                {...(parts.isWearer && { empty: NOTHING_UNDER_WAY })}
              />
              {parts.requests && <OpenRequests currencyCode={profile.currencyCode} />}
              {parts.replacements && <ReplacementsCard />}
              {parts.matters && <NoOpenMatters hasAll={parts.allMatters} />}
            </Stack>
            <Stack>
              {parts.drafts && <DraftsCard />}
              <NextSteps caller={caller} isBrief={parts.drafts} />
            </Stack>
          </div>
          <Stack className={css.rest}>
            <NewsAndTopics />
            <LatestOrders />
            {parts.products && <FeaturedProducts currencyCode={profile.currencyCode} />}
            <ClosableSlider personId={caller.id} />
          </Stack>
        </>
      ) : (
        <Loading label="Loading your home page">
          <div className={`${css.columns} ${css.loading}`}>
            <Stack>
              <SkeletonBlock height={220} />
              <SkeletonBlock height={160} />
            </Stack>
            <Stack>
              <SkeletonBlock height={220} />
              <SkeletonBlock height={160} />
            </Stack>
          </div>
        </Loading>
      )}
    </>
  );
}
