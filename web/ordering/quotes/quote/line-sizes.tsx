import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { toOrderableGarment } from '#web/catalogue/products/garment.ts';
import { productQuery } from '#web/catalogue/products/product/product-query.ts';
import { type CellPosition, createGrid } from '#web/catalogue/products/size-grid/grid-model.ts';
import type { QuantityStore } from '#web/catalogue/products/size-grid/quantity-store.ts';
import { SizeFields } from '#web/catalogue/products/size-grid/size-fields.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import type { QuoteItem } from '../quote-status.ts';

interface Props {
  item: QuoteItem;
  productId: number;
  store: QuantityStore;
}

/** The sizes in which a line is accepted: the fields of the size grid, with those that the quote offers. */
export function LineSizes({ item, productId, store }: Props) {
  const { data, error, refetch } = useQuery(productQuery(productId));
  const product = data?.products[0];
  const goTo = useRef<(position: CellPosition) => void>(undefined);
  const parts = useMemo(() => {
    if (!product) return undefined;
    const whole = toOrderableGarment(product);
    const offered = new Set(item.combinations.map(({ combinationId }) => combinationId));
    const combinations = whole.combinations.filter(({ id }) => offered.has(id));
    const values = new Set(combinations.flatMap(({ attributes }) => attributes.map(({ valueId }) => valueId)));
    const attributes = whole.attributes.map((attribute) => ({
      ...attribute,
      attributeValues: attribute.attributeValues.filter(({ id }) => values.has(id)),
    }));
    const garment = { ...whole, attributes, combinations };
    return { garment, grid: createGrid(garment) };
  }, [product, item]);
  if (!parts)
    return error ? (
      <ErrorState title="The sizes could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading the sizes">
        <SkeletonBlock height={160} />
      </Loading>
    );
  if (parts.grid.rows.length === 0)
    return <Text c="dimmed">No size of it can be ordered at the moment. Please write to your supplier.</Text>;
  return <SizeFields {...parts} quantities={store} goTo={goTo} isBrief />;
}
