import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { CheckIcon, RightIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { describeOldest } from '../charts/sentences.ts';
import type { DashboardFilters } from '../view/dashboard-filters.ts';
import { ordersLink, peopleLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './cards.module.css';
import { QueryCard } from './query-card.tsx';

type Worklist = ReplyOf<'GET /api/organisations/worklist'>;

/** What waits to be done, and what is still owed. */
export const useWorklist = ({ query }: DashboardView) =>
  useQuery({ ...apiQuery('GET /api/organisations/worklist', { query }), placeholderData: keepPreviousData });

interface Item {
  count: number;
  text: string;
  note: string;
  to: string;
}

function listItems(worklist: Worklist, filters: DashboardFilters, now: Date): Item[] {
  const {
    lateOrderCount,
    latePieces,
    waitingOrderCount,
    proofsToApprove,
    quotesToAccept,
    quotesWithoutOwner,
    registrationsWaiting,
    requestsForMore,
    requestsForMoreTime,
    startersAtRisk,
  } = worklist;
  const items = [
    {
      count: waitingOrderCount,
      text: plural(waitingOrderCount, 'order to approve', 'orders to approve'),
      note: describeOldest(worklist.oldestWaitingOnUtc, now),
      to: ordersLink(filters, { are: 'waiting' }),
    },
    {
      count: proofsToApprove,
      text: plural(proofsToApprove, 'proof to approve', 'proofs to approve'),
      note: describeOldest(worklist.oldestProofOnUtc, now),
      to: paths.proofs({ status: 'waiting' }),
    },
    {
      count: quotesToAccept,
      text: plural(quotesToAccept, 'quote to accept', 'quotes to accept'),
      note: 'Answered by the supplier, for you to accept or decline',
      to: paths.quotes(),
    },
    {
      count: quotesWithoutOwner,
      text: plural(quotesWithoutOwner, 'quote without an owner', 'quotes without an owner'),
      note: 'Open quotes of people who have left',
      to: paths.quotes({ of: 'organisation' }),
    },
    {
      count: registrationsWaiting,
      text: plural(registrationsWaiting, 'registration'),
      note: 'Requests for an account, in all groups you manage',
      to: paths.registrations(),
    },
    {
      count: requestsForMore,
      text: plural(requestsForMore, 'request for more', 'requests for more'),
      note: 'Requests for more than the entitlement',
      to: paths.requests(),
    },
    {
      count: requestsForMoreTime,
      text: plural(requestsForMoreTime, 'request for more time', 'requests for more time'),
      note: 'People whose ordering window has closed',
      to: paths.timeRequests(),
    },
    {
      count: startersAtRisk,
      text: `${formatNumber(startersAtRisk)} started, no uniform`,
      note: 'People who have started and have not ordered anything',
      to: peopleLink(filters, 'startedWithoutUniform'),
    },
    {
      count: lateOrderCount,
      text: plural(lateOrderCount, 'late order'),
      note: `${plural(latePieces, 'piece')} past the promised date`,
      to: ordersLink(filters, { are: 'any', isLate: true }),
    },
  ];
  return items.filter(({ count }) => count > 0);
}

/** What waits for the administrator, each with a link to where it is done; only what there is. */
export function WaitingCard({ view }: { view: DashboardView }) {
  const worklist = useWorklist(view);
  return (
    <QueryCard title="Waiting for you" query={worklist} failure="Your tasks could not be loaded." height={280}>
      {(data) => {
        const items = listItems(data, view.filters, new Date());
        if (items.length === 0)
          return (
            <EmptyState title="Nothing is waiting" picture={<CheckIcon size={32} />}>
              Orders and proofs to approve, quotes, registrations, requests and late orders will appear here.
            </EmptyState>
          );
        return (
          <ul className={css.items}>
            {items.map(({ text, note, to }) => (
              <li key={to}>
                <Link to={to} className={css.item}>
                  <span className={css.words}>
                    <strong className={css.name}>{text}</strong>
                    {note && <span className={css.note}>{note}</span>}
                  </span>
                  <RightIcon size={16} />
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </QueryCard>
  );
}
