import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

const LOOK_AGAIN = 1000;
/** Somebody else may continue it. */
const LOOK_NOW_AND_THEN = 10_000;

interface Following<T> {
  /** The call that tells of one change. */
  call: string;
  look: (id: number) => Promise<T>;
  isFinished: (change: T) => boolean;
  /** Its job was given up: nothing happens until somebody continues it. */
  isStopped: (change: T) => boolean;
  /** The latest change that is not finished: found again by whoever had left the page. */
  underWay: number | undefined;
  /** A change was carried out: what it was about is other now. */
  onFinished: () => void;
}

/** Shows one change of many and, while a job carries it out, follows it until it is finished. */
export function useFollowedChange<T>({ call, look, isFinished, isStopped, underWay, onFinished }: Following<T>) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | 'closed'>();
  // Kept, so that it is still shown when it is finished.
  if (chosen === undefined && underWay !== undefined) setChosen(underWay);
  const shown = chosen === 'closed' ? undefined : chosen;
  const keyOf = (id: number | undefined) => [call, { params: { id } }];
  const { data } = useQuery({
    queryKey: keyOf(shown),
    queryFn: () => look(shown ?? 0),
    enabled: shown !== undefined,
    refetchInterval: ({ state: { data: seen } }) =>
      seen === undefined || isFinished(seen) ? false : isStopped(seen) ? LOOK_NOW_AND_THEN : LOOK_AGAIN,
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
