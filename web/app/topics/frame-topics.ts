import { useEffect, useState } from 'react';
import { runWhenIdle } from '#web/ui/browser/run-when-idle.ts';

const load = async () => (await import('./frame-parts.tsx')).frameParts;

type Parts = Awaited<ReturnType<typeof load>>;

let loaded: Parts | undefined;

/** What the frame shows of topics, once the browser rests: it is below the page, in a menu, or a dialog, and must not hold the page up. */
export function useFrameTopics(): Parts | undefined {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (loaded) return;
    runWhenIdle(() => {
      // What could not be loaded is tried again by the next page that is loaded.
      void load().then(
        (found) => {
          loaded = found;
          setParts(found);
        },
        () => {},
      );
    });
  }, []);
  return parts;
}
