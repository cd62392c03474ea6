import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { queryClient } from '#web/app/query-client.ts';
import { LARGE_WIDTH } from '#web/ui/browser/picture-sizes.ts';
import { preloadImages } from '#web/ui/browser/preload-images.ts';
import { GarmentIcon } from '#web/ui/content/icons.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { toOrderableGarment } from './garment.ts';
import { getGarmentSides } from './garment-sides.ts';
import { AllProducts, BackToList } from './product/back-to-list.tsx';
import { ProductDetails } from './product/product-details.tsx';
import { productQuery } from './product/product-query.ts';
import { ProductSkeleton } from './product/product-skeleton.tsx';

const isProductId = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** Starts loading the product in the URL and its first picture. */
export function prefetchProductPage({ params, request }: LoaderFunctionArgs): void {
  const id = Number(params.id);
  if (!isProductId(id)) return;
  const product = queryClient.fetchQuery(productQuery(id));
  // With parameters, the URL may select a colour other than the first.
  const picture = ({ products }: ReplyOf<'GET /api/products/:id'>) =>
    new URL(request.url).search === '' && preloadImages([getGarmentSides(products[0]?.images ?? []).front], LARGE_WIDTH);
  // The page itself reports errors.
  void product.then(picture, () => {});
}

/** The page of one product: pictures, details, choices and adding to the cart. */
export function ProductPage() {
  const id = Number(useParams().id);
  const isId = isProductId(id);
  const { data, error, isPending, refetch } = useQuery({ ...productQuery(id), enabled: isId });
  const product = data?.products[0];
  const garment = useMemo(() => product && toOrderableGarment(product), [product]);

  if (product && garment) return <ProductDetails key={product.id} product={product} garment={garment} />;
  if (isId && isPending) return <ProductSkeleton productId={id} />;
  const isUnknown = !isId || isNotFound(error) || (data && !product);
  return (
    <>
      <PageHeader title={isUnknown ? 'Product not found' : 'Product'} above={<BackToList />} />
      {isUnknown ? (
        <Card>
          <EmptyState title="Product not found" picture={<GarmentIcon size={120} strokeWidth={0.4} />} action={<AllProducts />}>
            This product is not in your organisation’s range, or has been removed from it.
          </EmptyState>
        </Card>
      ) : (
        <ErrorState title="The product could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
