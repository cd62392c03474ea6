import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './people-card.module.css';

/** How many of the caller's people have their uniform. */
export const peopleCountsQuery = apiQuery('GET /api/customers/counts', { query: {} });

type Counts = ReplyOf<'GET /api/customers/counts'>['counts'];

/** The parts of the list that still lack something, the most urgent first. `started` only for those who may know who has started work. */
const PARTS: readonly { label: string; count: keyof Counts; to: string; isUrgent?: true }[] = [
  { label: 'Started, no uniform', count: 'startedWithoutUniform', to: paths.people({ started: 1 }), isUrgent: true },
  { label: 'Not started', count: 'notStarted', to: paths.people({ uniform: 10 }) },
  { label: 'Partly ordered', count: 'partlyOrdered', to: paths.people({ uniform: 20 }) },
  { label: 'Complete', count: 'complete', to: paths.people({ uniform: 30 }) },
];

/** How many of the people whom the caller looks after still lack something, with links to the lists of them. */
export function PeopleCard() {
  const { data, error, refetch } = useQuery(peopleCountsQuery);
  if (error)
    return (
      <Card>
        <ErrorState title="Your people could not be counted." error={error} onRetry={() => void refetch()} />
      </Card>
    );
  const counts = data?.counts;
  if (!counts) return null;
  const lacking = counts.notStarted + counts.partlyOrdered;
  return (
    <Card title="Your people" action={<Link to={paths.people()}>View people</Link>}>
      <p>
        {counts.total === 0
          ? 'The people you order for appear here, with how far they are.'
          : lacking === 0
            ? 'Everyone has ordered their uniform.'
            : `${plural(lacking, 'person still needs', 'people still need')} part of their uniform.`}
      </p>
      <Stack component="ul" gap={0} mt="xs" role="list" className="divided">
        {PARTS.filter(({ count }) => counts[count] !== null).map(({ label, count, to, isUrgent }) => (
          <li key={label}>
            <Link to={to} className={css.part}>
              {label}
              {isUrgent && (counts[count] ?? 0) > 0 ? (
                <StatusBadge tone="danger">{formatNumber(counts[count] ?? 0)}</StatusBadge>
              ) : (
                <strong className="figures">{formatNumber(counts[count] ?? 0)}</strong>
              )}
            </Link>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
