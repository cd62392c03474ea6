import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenQuiet } from './when-quiet.ts';

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
export function WindowLater({ opened, load, children }: Props) {
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useEffect(() => void whenQuiet(load), [load]);
  return (
    wanted && (
      <Suspense>
        <Opening opened={opened}>{children}</Opening>
      </Suspense>
    )
  );
}

/** Mounted closed, then opened: so the window notes where the focus was and gives it back. */
function Opening({ opened, children }: Pick<Props, 'opened' | 'children'>) {
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return children(opened && here);
}
