import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { ApiError } from '../api-error.ts';
import { queryClient } from '../query-client.ts';
import { Card } from '../ui/card.tsx';
import { GarmentIcon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { garmentOf } from './garment.ts';
import { AllProducts, BackToList } from './product/back-to-list.tsx';
import { productQuery } from './product/product-query.ts';
import { ProductSheet } from './product/product-sheet.tsx';
import { ProductSkeleton } from './product/product-skeleton.tsx';

const isProductId = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** The product that the address names. */
export function ahead({ params }: LoaderFunctionArgs): void {
  const id = Number(params.id);
  if (isProductId(id)) void queryClient.prefetchQuery(productQuery(id));
}

/** One garment: seen, read about, chosen and put into the cart. */
export function ProductPage() {
  const id = Number(useParams().id);
  const isId = isProductId(id);
  const { data, error, isPending, refetch } = useQuery({ ...productQuery(id), enabled: isId });
  const product = data?.products[0];
  const garment = useMemo(() => product && garmentOf(product), [product]);

  if (product && garment) return <ProductSheet key={product.id} product={product} garment={garment} />;
  if (isId && isPending) return <ProductSkeleton productId={id} />;
  const isUnknown = !isId || (error instanceof ApiError && error.status === 404) || (data && !product);
  return (
    <>
      <PageHeader title={isUnknown ? 'Product not found' : 'Product'} above={<BackToList />} />
      {isUnknown ? (
        <Card>
          <EmptyState
            title="There is no such product here"
            picture={<GarmentIcon size={120} strokeWidth={0.4} />}
            action={<AllProducts />}
          >
            It is not, or no longer, in the range that your organisation may order.
          </EmptyState>
        </Card>
      ) : (
        <ErrorState title="The product could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
