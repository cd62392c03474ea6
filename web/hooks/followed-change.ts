import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

const LOOK_AGAIN = 1000;

interface Following<T> {
  /** The call that tells of one change. */
  call: string;
  look: (id: number) => Promise<T>;
  isFinished: (change: T) => boolean;
  /** A change was carried out: what it was about is other now. */
  onFinished: () => void;
}

/** Shows one change of many and, while a job carries it out, follows it until it is finished. */
export function useFollowedChange<T>({ call, look, isFinished, onFinished }: Following<T>) {
  const client = useQueryClient();
  const [shown, setShown] = useState<number>();
  const keyOf = (id: number | undefined) => [call, { params: { id } }];
  const { data } = useQuery({
    queryKey: keyOf(shown),
    queryFn: () => look(shown ?? 0),
    enabled: shown !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && !isFinished(state.data) ? LOOK_AGAIN : false),
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
      setShown(id);
    },
    close: () => setShown(undefined),
  };
}
