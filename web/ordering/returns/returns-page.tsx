import { Box, Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { useSeesAllReturns } from '#web/app/session/profile.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { hasLabel, LabelButton } from './label-button.tsx';
import type { ReturnRequest } from './return-status.ts';
import { ownReturnsList } from './returns-list.tsx';

/** One's own return requests, newest first. */
export function ReturnsPage() {
  const seesAll = useSeesAllReturns();
  const model = useList(ownReturnsList, undefined);
  const requestedId = readRequestedId(useLocation().state);
  const requested = model.reply?.returnRequests.find(({ id }) => id === requestedId);
  return (
    <>
      <PageHeader
        title="Your returns"
        above={<OrdersNav />}
        actions={
          seesAll && (
            <Button component={Link} to={paths.managedReturns()} variant="default">
              All returns
            </Button>
          )
        }
      />
      {requested && (
        <Box mb="md">
          <RequestedNotice request={requested} />
        </Box>
      )}
      <ListPage
        model={model}
        cardsBelow={1100}
        emptyAction={
          <Button component={Link} to={paths.orders()}>
            View your orders
          </Button>
        }
      />
    </>
  );
}

/** The request that has just been made, from the state of the navigation. */
const readRequestedId = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'requestedId' in state ? Number(state.requestedId) : undefined;

/** What to do with a request that has just been made. */
const RequestedNotice = ({ request }: { request: ReturnRequest }) =>
  hasLabel(request) ? (
    <Notice tone="success" role="status" actions={<LabelButton request={request} />}>
      <strong>{request.customNumber} has been requested.</strong> Print the label and put it on the parcel. No printer? Write{' '}
      {request.customNumber} on the parcel.
    </Notice>
  ) : null;
