import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { isLastOfTrail, type ListTrail, readTrail, toListPlace } from '#web/app/list-trail.ts';
import { useOrderedFor } from '#web/app/ordered-for.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { listOrderingWays } from '#web/app/session/ordering-link.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** The one person for whom all of an order is; undefined where it is for several, or partly for no one in particular. */
function findOnlyWearer({ orderItems }: Pick<Order, 'orderItems'>): number | undefined {
  const [first, ...others] = new Set(orderItems.map(({ customerId }) => customerId));
  return others.length === 0 ? (first ?? undefined) : undefined;
}

const MAX_ROWS = 250;

/**
 * After an order that a Buyer placed for one person of the list of people: the ad hoc list for the next one, or back to where the person is in the list. Nothing where the
 * person is not in the list that was opened last.
 */
export function OrderForNextWearer({ order }: { order: Order }) {
  const caller = useCaller();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [, setOrderedFor] = useOrderedFor();
  const [isLooking, setLooking] = useState(false);
  const wearer = findOnlyWearer(order);
  const trail = readTrail('people');
  const index = wearer !== undefined && trail ? trail.ids.indexOf(wearer) : -1;
  const way = caller && listOrderingWays(caller).find(({ kind }) => kind === 'adhoc');
  if (!way || !trail || wearer === undefined || index < 0) return null;

  /** The list as it is now, page by page: the person who followed may be elsewhere in it. */
  async function findNext({ ids, query }: ListTrail) {
    const known = new Set(ids.slice(0, index + 1));
    const following = ids.slice(index + 1);
    for (let page = 0; ; page += 1) {
      const { customers } = await queries.fetchQuery(
        apiQuery('GET /api/customers', { query: { ...query, page, limit: MAX_ROWS } as object }),
      );
      const next =
        customers.find(({ id, active }) => following.includes(id) && active) ??
        customers.find(({ id, active }) => !known.has(id) && active);
      if (next || customers.length < MAX_ROWS) return next;
    }
  }
  async function orderForNext(list: ListTrail, to: string): Promise<void> {
    setLooking(true);
    try {
      const next = await findNext(list);
      if (next) {
        setOrderedFor({ id: next.id, name: formatPersonName(next) });
        await navigate(to);
      } else {
        showSuccess('That was the last person in the list.', { persistent: true });
        await navigate({ pathname: paths.people(), search: list.search });
      }
    } catch (error) {
      showError(error);
    } finally {
      setLooking(false);
    }
  }
  const isLast = isLastOfTrail(trail, index);
  return (
    <>
      {!isLast && (
        <Button loading={isLooking} onClick={() => void orderForNext(trail, way.to)}>
          Order for the next person
        </Button>
      )}
      <Button
        variant={isLast ? 'filled' : 'default'}
        onClick={() => void navigate(...toListPlace('people', paths.people(), wearer))}
      >
        Back to the list
      </Button>
    </>
  );
}
