import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { whenQuiet } from './when-quiet.ts';

interface Props {
  opened: boolean;
}

/**
 * A window above the page whose code is no part of the page: it comes when nothing else is going on, or with the first click
 * that opens it.
 */
export function windowLater<P extends Props>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Window = lazy(async () => ({ default: await load() }));

  // Mounted closed, then opened: so it notes where the focus was and gives it back.
  function Opening(props: P) {
    const [here, setHere] = useState(false);
    useEffect(() => setHere(true), []);
    return <Window {...props} opened={props.opened && here} />;
  }

  return function WindowLater(props: P) {
    const [wanted, setWanted] = useState(false);
    if (props.opened && !wanted) setWanted(true);
    useEffect(() => void whenQuiet(load), []);
    return (
      wanted && (
        <Suspense>
          <Opening {...props} />
        </Suspense>
      )
    );
  };
}
