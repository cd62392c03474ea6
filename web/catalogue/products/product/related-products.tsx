import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { ProductLink } from '../product-link.tsx';
import { usePriceTerms } from '../purchase-labels.ts';
import { ProductTile } from '../tiles/product-tile.tsx';
import { TileGrid } from '../tiles/tile-grid.tsx';

/** Products that go with a garment. Renders nothing if there are none or they cannot be loaded, because it is optional. */
export function RelatedProducts({ productId }: { productId: number }) {
  const { currencyCode } = usePriceTerms();
  const { data } = useQuery({ ...apiQuery('GET /api/relatedProducts', { query: { productId } }), staleTime: 60_000 });
  if (!data || data.products.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="related">
      <h2 id="related">Goes well with this</h2>
      <TileGrid label="Related products" maxColumns={4}>
        {data.products.slice(0, 8).map((product) => (
          <li key={product.id}>
            <ProductTile product={product} currencyCode={currencyCode} heading="h3" Opener={ProductLink} />
          </li>
        ))}
      </TileGrid>
    </Stack>
  );
}
