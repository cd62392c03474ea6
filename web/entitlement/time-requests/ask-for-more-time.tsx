import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { formatLongDay } from '../reasoning.ts';
import css from './ask-for-more-time.module.css';
import { describeOwnTimeRequest, findClosedSeason, findLatestTimeRequest } from './time-request-texts.ts';
import { useOwnTimeRequests } from './use-own-time-requests.ts';

const AskTimeForm = lazy(async () => ({ default: (await import('./ask-time-form.tsx')).AskTimeForm }));

interface Props {
  /** The season that the page is about; the one that closed last without it. */
  seasonId?: number | null | undefined;
  /** Shows nothing where another season has closed. */
  isOnlyThisSeason?: boolean;
  /** Says when ordering closed, where the page does not. */
  saysWhen?: boolean;
}

/**
 * Lets wearers whose ordering window has closed ask their administrator for more time, and shows the request that waits for a decision. Shows nothing
 * while they can order, where more time would not help, and while ordering for someone else.
 */
export function AskForMoreTime({ seasonId, isOnlyThisSeason = false, saysWhen = false }: Props) {
  const { own, ask, withdraw } = useOwnTimeRequests();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const season = own && findClosedSeason(own.seasons, seasonId);
  if (!season || (isOnlyThisSeason && season.seasonId !== seasonId)) return null;
  const request = findLatestTimeRequest(own.requests, season.seasonId);
  const closed = saysWhen && <Text>Ordering closed on {formatLongDay(season.closedOn)}.</Text>;
  const close = () => {
    setAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (request?.status === 'open')
    return (
      <Notice
        role="status"
        actions={
          <Button
            size="compact-sm"
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(request.id, { onSuccess: close })}
          >
            Withdraw request
          </Button>
        }
      >
        {closed}
        {describeOwnTimeRequest(request)}
      </Notice>
    );
  if (isAsking && own.askingBlocker === null)
    return (
      <Suspense fallback={<Loading label="Loading the form">{null}</Loading>}>
        <AskTimeForm seasonId={season.seasonId} ask={ask} onClose={close} />
      </Suspense>
    );
  return (
    <Stack gap="sm">
      {closed}
      {request && <Text>{describeOwnTimeRequest(request)}</Text>}
      {own.askingBlocker === null ? (
        <Button ref={button} className={css.button} onClick={() => setAsking(true)}>
          Ask for more time
        </Button>
      ) : (
        <Text c="dimmed">{own.askingBlocker}</Text>
      )}
    </Stack>
  );
}
