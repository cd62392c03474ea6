import { type LoaderFunctionArgs, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { queryClient } from '#web/app/query-client.ts';
import { ordersOnlyOwnUniform } from '#web/app/session/ordering-link.ts';
import { getEffectiveProfile, type Profile, profileQuery, useCaller } from '#web/app/session/profile.ts';
import { PortalTopics } from '#web/app/topics/portal-topics.tsx';
import { topicsQuery } from '#web/app/topics/topics.ts';
import { useSettled } from '#web/app/use-settled.ts';
import { OpenRequests } from '#web/entitlement/entitlement-requests/open-requests.tsx';
import { ownRequestsQuery } from '#web/entitlement/entitlement-requests/use-own-requests.ts';
import { heldGarmentsQuery } from '#web/entitlement/issued-garments/issued-garment-list.tsx';
import { ReplacementsCard } from '#web/entitlement/issued-garments/replacements-card.tsx';
import { UnderWay } from '#web/ordering/underway/under-way.tsx';
import { ownReturnsQuery, underWayQuery } from '#web/ordering/underway/underway-queries.ts';
import { BuilderLayout } from '#web/ordering/uniform-builder/builder-layout.tsx';
import { prefetchBuilder } from '#web/ordering/uniform-builder/use-builder.ts';
import { newsQuery } from '../announcements/news.ts';
import { NewsCard } from '../announcements/news-card.tsx';
import { ClosableSlider } from './closable-slider.tsx';
import { sliderQuery } from './slider.tsx';

const listQueries = (caller: Profile) => [
  underWayQuery,
  ownReturnsQuery,
  heldGarmentsQuery,
  ...(caller.impersonatedCustomer === null ? [ownRequestsQuery] : []),
  ...(ordersOnlyOwnUniform(caller) ? [newsQuery, topicsQuery('home')] : []),
];

/** Starts fetching what the overview shows: the wardrobe, and what is on its way. */
export function prefetchUniformOverview(args: LoaderFunctionArgs): void {
  prefetchBuilder(args);
  // Without a profile the guard does not show this page.
  void queryClient.ensureQueryData(profileQuery).then(
    (caller) => {
      for (const query of listQueries(caller)) void queryClient.prefetchQuery(query as typeof underWayQuery);
      if (!ordersOnlyOwnUniform(caller)) return;
      void queryClient.prefetchQuery(sliderQuery);
    },
    () => {},
  );
}

const NOTHING_UNDER_WAY = {
  title: 'Everything has arrived',
  text: 'Your parcels, returns and exchanges appear here, with tracking.',
};

/** The uniform builder, with what is on its way. For people who only order their own uniform it is the home page too, and has what others find there. */
export function UniformPages() {
  const caller = useCaller();
  return caller ? <Pages key={getEffectiveProfile(caller).id} caller={caller} /> : null;
}

function Pages({ caller }: { caller: Profile }) {
  const isOverview = useLocation().pathname === paths.uniformBuilder();
  const isReady = useSettled(isOverview ? listQueries(caller) : []);
  const isHome = ordersOnlyOwnUniform(caller);
  return (
    <BuilderLayout
      news={{
        isReady,
        underWay: (isAllOrdered) => (
          <>
            <UnderWay {...(isAllOrdered && { empty: NOTHING_UNDER_WAY })} />
            <OpenRequests currencyCode={getEffectiveProfile(caller).currencyCode} />
            <ReplacementsCard />
          </>
        ),
        more: isHome && (
          <>
            <NewsCard />
            <PortalTopics location="home" />
          </>
        ),
        end: isHome && <ClosableSlider personId={caller.id} />,
      }}
    />
  );
}
