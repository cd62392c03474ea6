import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Quote } from '../quote-status.ts';

const OwnerDialog = lazy(async () => ({ default: (await import('./owner-dialog.tsx')).OwnerDialog }));

/** A button that gives a quote to another person. */
export function ChangeOwner({ quote }: { quote: Quote }) {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Change owner
      </Button>
      {opened && (
        <Suspense>
          <OwnerDialog quote={quote} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
