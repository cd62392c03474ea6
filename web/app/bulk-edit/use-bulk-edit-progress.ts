import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

const POLL_INTERVAL_MS = 1000;
/** Somebody else may continue it. */
const SLOW_POLL_INTERVAL_MS = 10_000;

interface BulkEditProgressOptions<T> {
  /** The call that tells of one change. */
  call: string;
  load: (id: number) => Promise<T>;
  isFinished: (change: T) => boolean;
  /** Its job was given up: nothing happens until somebody continues it. */
  isStopped: (change: T) => boolean;
  /** The latest change that is not finished: found again by whoever had left the page. */
  runningId: number | undefined;
  /** A change was carried out: what it was about is other now. */
  onFinished: () => void;
}

/** Shows one change of many and, while a job carries it out, follows it until it is finished. */
export function useBulkEditProgress<T>({ call, load, isFinished, isStopped, runningId, onFinished }: BulkEditProgressOptions<T>) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | 'closed'>();
  // Kept, so that it is still shown when it is finished.
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
