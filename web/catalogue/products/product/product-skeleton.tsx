import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Loading, SkeletonBlock, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import type { ProductListResponse } from '../catalogue-types.ts';
import { BackToList } from './back-to-list.tsx';
import { GarmentLayout } from './garment-layout.tsx';
import css from './product-details.module.css';

/** The page's skeleton while the product is loading, with the name if it is known from a list. */
export function ProductSkeleton({ productId }: { productId: number }) {
  const client = useQueryClient();
  const several = useSearchParams()[0].get('view') === 'sizes';
  const lists = client.getQueriesData<ProductListResponse>({ queryKey: ['GET /api/products'] });
  const name = lists.flatMap(([, list]) => list?.products ?? []).find((product) => product.id === productId)?.name;
  return (
    <div className={`${css.sheet} ${css.loading}`}>
      <BackToList />
      <GarmentLayout
        several={several}
        pictures={<div className={css.noPicture} />}
        summary={
          <>
            <PageHeader title={name ?? 'Product'} />
            <SkeletonBlock width={120} height={28} />
          </>
        }
      >
        <Loading label="Loading the product">
          <div className={css.loadingChoices}>
            <SkeletonBlock width="60%" height={44} />
            <SkeletonBlock width="80%" height={44} />
            <SkeletonBlock width="50%" height={44} />
            <SkeletonText lines={3} />
          </div>
        </Loading>
      </GarmentLayout>
    </div>
  );
}
