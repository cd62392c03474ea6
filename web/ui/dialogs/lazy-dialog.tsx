import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { onIdle } from '../browser/on-idle.ts';

interface Props {
  opened: boolean;
  /** Loads the dialog's code. */
  load: () => Promise<unknown>;
  children: (opened: boolean) => ReactNode;
}

/** A dialog whose code is not part of the page: it is loaded when the browser is idle, or when the dialog is first opened. */
export function LazyDialog({ opened, load, children }: Props) {
  const [startsOpen] = useState(opened);
  const [hasOpened, setHasOpened] = useState(false);
  if (opened && !hasOpened) setHasOpened(true);
  useEffect(() => onIdle(load), [load]);
  return (
    hasOpened && (
      <Suspense>
        <Opening opened={opened} immediate={startsOpen}>
          {children}
        </Opening>
      </Suspense>
    )
  );
}

/**
 * Mounts the dialog closed and then opens it, so that it can restore the focus when it closes. A dialog that is open from
 * the start is opened immediately.
 */
function Opening({ opened, immediate, children }: Pick<Props, 'opened' | 'children'> & { immediate: boolean }) {
  const [mounted, setMounted] = useState(immediate);
  useEffect(() => {
    // Wait for the next frame: the closed dialog must be in the page first.
    const frame = requestAnimationFrame(() => setMounted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return children(opened && mounted);
}
