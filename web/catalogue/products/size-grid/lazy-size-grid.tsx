import { type ComponentProps, lazy, Suspense } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';

/** Loads the grid of sizes before it is asked for. */
export const loadSizeGrid = async () => ({ default: (await import('./size-grid.tsx')).SizeGrid });

// Most garments are ordered in one size.
const SizeGrid = lazy(loadSizeGrid);

/** The grid of sizes, which comes when it is asked for. */
export const LazySizeGrid = (props: ComponentProps<typeof SizeGrid>) => (
  <Suspense
    fallback={
      <Loading label="Loading the sizes">
        <SkeletonBlock height={240} />
      </Loading>
    }
  >
    <SizeGrid {...props} />
  </Suspense>
);
