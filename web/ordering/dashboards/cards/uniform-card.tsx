import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { describeUniforms } from '../charts/sentences.ts';
import { LookSwatch, StackedBar } from '../charts/stacked-bar.tsx';
import { peopleLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './cards.module.css';
import { QueryCard } from './query-card.tsx';

const STATUSES = [
  { tab: 'complete', label: 'Complete', look: 'main' },
  { tab: 'partlyOrdered', label: 'Partly ordered', look: 'mid' },
  { tab: 'notStarted', label: 'Not started', look: 'accent' },
  { tab: 'optedOut', label: 'Opted out', look: 'neutral' },
] as const;

/** Who has a uniform, with a link to each status in the list of people. */
export function UniformCard({ view: { filters, query } }: { view: DashboardView }) {
  const counts = useQuery({ ...apiQuery('GET /api/customers/counts', { query }), placeholderData: keepPreviousData });
  return (
    <QueryCard
      title="Who has a uniform"
      query={counts}
      failure="The status of uniforms could not be loaded."
      height={280}
      action={({ counts: { total } }) =>
        total > 0 && <Link to={peopleLink(filters, 'all')}>{plural(total, 'person', 'people')}</Link>
      }
      sentence={({ counts: of }) => describeUniforms(of)}
    >
      {({ counts: of }) => {
        const listed = STATUSES.map((status) => ({ ...status, value: of[status.tab] }));
        if (of.total === of.withoutEntitlement)
          return (
            <EmptyState title="No uniforms yet">
              Once people have a wardrobe, their uniforms will appear here: complete, partly ordered or not started.
            </EmptyState>
          );
        return (
          <>
            <StackedBar parts={listed} />
            <ul className={css.statuses}>
              {listed.map(({ tab, label, look, value }) => (
                <li key={tab}>
                  <Link to={peopleLink(filters, tab)} className={css.status}>
                    <LookSwatch look={look} />
                    <span className={css.name}>{label}</span>
                    <strong className={`${css.count} figures`}>{formatNumber(value)}</strong>
                  </Link>
                </li>
              ))}
            </ul>
            {of.withoutEntitlement > 0 && (
              <p className={css.note}>
                {plural(of.withoutEntitlement, 'more person', 'more people')} without entitlement, or with a closed account.
              </p>
            )}
          </>
        );
      }}
    </QueryCard>
  );
}
