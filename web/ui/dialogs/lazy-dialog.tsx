import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { onIdle } from '../browser/on-idle.ts';

interface Props {
  opened: boolean;
  /** Brings the window's code. */
  load: () => Promise<unknown>;
  children: (opened: boolean) => ReactNode;
}

/**
 * A window above the page whose code is no part of the page: it comes when nothing else is going on, or with the first click
 * that opens it.
 */
export function LazyDialog({ opened, load, children }: Props) {
  const [startsOpen] = useState(opened);
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useEffect(() => void onIdle(load), [load]);
  return (
    wanted && (
      <Suspense>
        <Opening opened={opened} atOnce={startsOpen}>
          {children}
        </Opening>
      </Suspense>
    )
  );
}

/** Mounted closed, then opened: so the window notes where the focus was and gives it back. One that starts open opens at once. */
function Opening({ opened, atOnce, children }: Pick<Props, 'opened' | 'children'> & { atOnce: boolean }) {
  const [here, setHere] = useState(atOnce);
  useEffect(() => {
    // Not in the same moment: the window's frame has to be in the page first.
    const frame = requestAnimationFrame(() => setHere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return children(opened && here);
}
