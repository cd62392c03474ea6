import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

const POLL_INTERVAL_MS = 1000;
/** For a stopped job, which another administrator may continue. */
const SLOW_POLL_INTERVAL_MS = 10_000;

interface BulkEditProgressOptions<T> {
  /** The call that returns the bulk edit. */
  call: string;
  load: (id: number) => Promise<T>;
  isFinished: (change: T) => boolean;
  /** Whether its job has stopped, until someone continues it. */
  isStopped: (change: T) => boolean;
  /** The latest unfinished bulk edit, shown again after leaving the page. */
  runningId: number | undefined;
  /** Called when a bulk edit has finished, so that its items are fetched again. */
  onFinished: () => void;
}

/** The bulk edit to show, polled until it is finished. */
export function useBulkEditProgress<T>({ call, load, isFinished, isStopped, runningId, onFinished }: BulkEditProgressOptions<T>) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | 'closed'>();
  // Selected, so that it stays visible once it is finished.
  if (chosen === undefined && runningId !== undefined) setChosen(runningId);
  const shown = chosen === 'closed' ? undefined : chosen;
  const keyOf = (id: number | undefined) => [call, { params: { id } }];
  const { data } = useQuery({
    queryKey: keyOf(shown),
    queryFn: () => load(shown ?? 0),
    enabled: shown !== undefined,
    refetchInterval: ({ state: { data: seen } }) =>
      seen === undefined || isFinished(seen) ? false : isStopped(seen) ? SLOW_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  });
  const outcome = shown === undefined ? undefined : data;
  const finished = outcome === undefined ? undefined : isFinished(outcome);
  const tell = useEffectEvent(onFinished);
  useEffect(() => {
    if (finished) tell();
  }, [finished]);
  return {
    outcome,
    show: (id: number, change: T) => {
      client.setQueryData(keyOf(id), change);
      setChosen(id);
    },
    open: (id: number) => setChosen(id),
    close: () => setChosen('closed'),
  };
}
