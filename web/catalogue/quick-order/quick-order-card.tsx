import { Button } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { readDraft } from '#web/ui/forms/use-draft.ts';
import { Card } from '#web/ui/layout/card.tsx';

const QuickOrder = lazy(async () => ({ default: (await import('./quick-order.tsx')).QuickOrder }));

/** Orders by code on a page that is about something else: opened by a button, or open where rows wait in it. */
export function QuickOrderCard(props: ComponentProps<typeof QuickOrder>) {
  const [isOpen, setOpen] = useState(() => readDraft('quick-order') !== undefined);
  return (
    <Card
      title="Quick order"
      action={
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Add by SKU or barcode'}
        </Button>
      }
    >
      {isOpen && (
        <Suspense
          fallback={
            <Loading label="Loading quick order">
              <SkeletonBlock height={96} />
            </Loading>
          }
        >
          <QuickOrder {...props} />
        </Suspense>
      )}
    </Card>
  );
}
