import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { useSelection } from '#web/ui/lists/use-selection.ts';
import { ApprovalCard } from './approval-card.tsx';
import { describeWait, findNextOrder, type WaitingOrder } from './approval-choices.ts';
import { ApprovalQueue } from './approval-queue.tsx';
import css from './approvals.module.css';
import { BulkDecision } from './bulk-decision.tsx';

const QUEUE_STEP = 50;
/** The longest list that the API returns. */
const QUEUE_LIMIT = 250;

/** The orders that wait for one's decision, and the card of the one that is open. The URL names it. */
export function ApprovalsPage() {
  const [limit, setLimit] = useState(QUEUE_STEP);
  const isNarrow = useIsNarrow(1024);
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/approvals', { query: { page: 0, limit } }),
    placeholderData: keepPreviousData,
  });
  const orders = data?.approvals ?? [];
  const selection = useSelection('approvals', orders.length);
  const { openId, open, openNext, openNextByKey, headingRef } = useOpenOrder(orders, isNarrow);
  const showsQueue = !isNarrow || openId === undefined;
  return (
    <>
      <PageHeader
        title={showsQueue ? 'Approvals' : `Order ${openId}`}
        actions={
          showsQueue && (
            <Button component={Link} to={paths.delegations()} variant="default">
              Delegations
            </Button>
          )
        }
        above={isNarrow && openId !== undefined ? <BackLink to={paths.approvals()}>Approvals</BackLink> : <OrdersNav />}
      >
        {showsQueue && data && orders[0] && (
          <>
            {data.totalCount === 1 ? '1 order needs' : `${plural(data.totalCount, 'order')} need`} your decision. The oldest has
            waited {describeWait(orders[0].requestedOnUtc, new Date())}.
          </>
        )}
      </PageHeader>
      {showsQueue && data && (
        <BulkDecision orders={orders} currencyCode={data.currencyCode} selection={selection} onDecided={openNext} />
      )}
      {!data ? (
        <Card flush>
          {error ? (
            <ErrorState title="The orders could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading orders">
              <SkeletonRows rows={6} height={92} />
            </PageLoading>
          )}
        </Card>
      ) : orders.length === 0 && openId === undefined ? (
        <Card>
          <NothingToApprove />
        </Card>
      ) : (
        <div className={css.columns}>
          {showsQueue && orders.length > 0 && (
            <Card flush className={css.side}>
              <ApprovalQueue
                orders={orders}
                currencyCode={data.currencyCode}
                openId={openId}
                selection={selection}
                onOpen={(orderId) => open(orderId)}
              />
              {data.totalCount > orders.length && limit < QUEUE_LIMIT && (
                <Button variant="subtle" fullWidth onClick={() => setLimit(limit + QUEUE_STEP)}>
                  Show more of {data.totalCount}
                </Button>
              )}
            </Card>
          )}
          {openId !== undefined && (
            <OpenOrder
              key={openId}
              orderId={openId}
              headingRef={headingRef}
              onNext={openNextByKey}
              onDecided={(orderId) => openNext([orderId], { takesFocus: true })}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Which order is open: the one that the URL names, and after a decision or by the keys J and K the next. */
function useOpenOrder(orders: readonly WaitingOrder[], isNarrow: boolean) {
  const [search, setSearch] = useSearchParams();
  const named = Number(search.get('order')) || undefined;
  // On a phone the queue comes first; beside it, the oldest order is open.
  const openId = named ?? (isNarrow ? undefined : orders[0]?.orderId);
  // The card of the next order may have to load first, so its heading takes the focus when it appears.
  const focusDueOn = useRef<number | undefined>(undefined);
  const headingRef = useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!heading || openId === undefined || focusDueOn.current !== openId) return;
      focusDueOn.current = undefined;
      heading.focus({ preventScroll: true });
      // From its beginning, however far down the card before it was read.
      heading.closest('section')?.scrollIntoView({ block: 'start' });
      document.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
    },
    [openId],
  );

  const ids = orders.map(({ orderId }) => orderId);
  const at = openId === undefined ? -1 : ids.indexOf(openId);
  const open = (orderId: number | undefined, options?: { replace: boolean }) => {
    setSearch(orderId === undefined ? {} : { order: String(orderId) }, { preventScrollReset: !isNarrow, ...options });
    if (isNarrow) scrollTo({ top: 0 });
  };
  const openAndFocus = (orderId: number | undefined) =>
    orderId === undefined
      ? undefined
      : () => {
          focusDueOn.current = orderId;
          open(orderId, { replace: true });
        };
  const openNext = (decided: readonly number[], { takesFocus = false } = {}) => {
    if (openId === undefined || !decided.includes(openId)) return;
    const next = findNextOrder(ids, decided);
    focusDueOn.current = takesFocus ? next : undefined;
    open(next, { replace: true });
    if (takesFocus && next === undefined) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };

  const openNextByKey = openAndFocus(at < 0 ? ids[0] : ids[at + 1]);
  // Here and not on the card, so that keys are not lost while a card is loading.
  useSingleKeys({ j: openNextByKey, k: openAndFocus(at > 0 ? ids[at - 1] : undefined) });
  return { openId, open, openNext, openNextByKey, headingRef };
}

/** The queue without orders, which may be because someone else decides in the caller's place. */
function NothingToApprove() {
  const { data } = useQuery(apiQuery('GET /api/approvals/delegations'));
  const callerId = useCaller()?.id;
  const running = data?.delegations.find(({ approver, isRunning }) => isRunning && approver.id === callerId);
  return (
    <EmptyState
      title="No orders to approve"
      action={
        <Button component={Link} to={running ? paths.delegations() : paths.orders()} variant="default">
          {running ? 'View delegations' : 'View orders'}
        </Button>
      }
    >
      {running
        ? `${running.delegate.name} decides for you until ${formatDate(running.endsOn)}.`
        : 'Orders that need your decision appear here. We email you when one arrives.'}
    </EmptyState>
  );
}

type OpenOrderProps = Omit<Parameters<typeof ApprovalCard>[0], 'card' | 'seen'> & { orderId: number };

/** What the page of the order showed, where the card is opened from there. */
function useSeenFingerprint(): string | undefined {
  const state: unknown = useLocation().state;
  const seen = typeof state === 'object' && state !== null && 'seen' in state ? state.seen : undefined;
  return typeof seen === 'string' ? seen : undefined;
}

function OpenOrder({ orderId, ...props }: OpenOrderProps) {
  const seen = useSeenFingerprint();
  const isValid = Number.isInteger(orderId) && orderId > 0 && orderId <= 2_147_483_647;
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/orders/:id/approval', { params: { id: orderId } }),
    enabled: isValid,
  });
  if (data) return <ApprovalCard card={data.approval} seen={seen} {...props} />;
  if (!isValid || (error instanceof ApiError && error.status === 404))
    return (
      <Card>
        <EmptyState
          title="Order not found"
          action={
            <Button component={Link} to={paths.approvals()}>
              View approvals
            </Button>
          }
        >
          You have no order to decide with this number. Someone else may be responsible for it.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      {error ? (
        <ErrorState title="The order could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the order">
          <SkeletonRows rows={5} height={88} />
        </PageLoading>
      )}
    </Card>
  );
}
