import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface Props {
  /** What would be saved, in words that change with it; undefined while nothing can be. */
  change: string | undefined;
  /** Asks the server what would not fit. */
  load: () => Promise<{ outcome: string[] }>;
}

/** Names the fixed texts of clients that would not fit after a change of positions, before it is saved. It is there from the start, so that a screen reader says it. */
export function UnfittingTexts({ change, load }: Props) {
  const [settled] = useDebouncedValue(change, 400);
  const { data } = useQuery({
    queryKey: ['unfitting texts', settled],
    queryFn: load,
    enabled: change !== undefined && settled === change,
    retry: false,
    gcTime: 0,
  });
  const outcome = change !== undefined && settled === change ? (data?.outcome ?? []) : [];
  return (
    <div role="status">
      {outcome.length > 0 && (
        <Notice tone="warning">
          {outcome.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Notice>
      )}
    </div>
  );
}
