import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { markNoticeSeen, readSeenNotices } from './seen-notices.ts';
import { topicsQuery } from './topics.ts';

// Hardly ever is there one, so it is not part of the frame.
const NoticeDialog = lazy(async () => ({ default: (await import('./notice-dialog.tsx')).NoticeDialog }));

/** A notice that is published during a session appears at the next page, if what is known is older than this. */
const STALE_MS = 5000;

/**
 * Shows each important notice once after a log-in, one after the other. Which have been seen is remembered with the session, in all tabs; logging out
 * forgets it.
 */
export function ImportantNotices({ pathname }: { pathname: string }) {
  const { data, refetch } = useQuery({ ...topicsQuery('importantnotice'), staleTime: STALE_MS });
  const [seen, setSeen] = useState(readSeenNotices);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the moment at which to look for new ones
  useEffect(() => {
    // Another tab may have shown some.
    setSeen(readSeenNotices());
    void refetch({ cancelRefetch: false });
  }, [pathname]);

  const unseen = data?.topics.filter(({ id }) => !seen.includes(id)) ?? [];
  if (unseen.length === 0) return null;
  return (
    <Suspense>
      <NoticeDialog
        notices={unseen}
        onRead={(id) => {
          markNoticeSeen(id);
          setSeen(readSeenNotices());
        }}
      />
    </Suspense>
  );
}
