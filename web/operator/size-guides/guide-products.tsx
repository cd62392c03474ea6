import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import type { EditedSizeGuide, GuidePreview } from './guide-table.ts';
import css from './size-guides.module.css';

type GuideProduct = EditedSizeGuide['products'][number];

/** Products that are offered at once. */
const STEP = 20;

interface Props {
  guideId: number | undefined;
  /** The products that use the guide, with those chosen and not saved. */
  products: readonly GuideProduct[];
  preview: GuidePreview | undefined;
  onChange: (products: GuideProduct[]) => void;
}

/** The products that use a guide, how far it covers their sizes, and a search for others. */
export function GuideProducts({ guideId, products, preview, onChange }: Props) {
  const [isSearching, setSearching] = useState(false);
  return (
    <Card
      title={`Products (${products.length})`}
      action={
        <Button variant="default" size="compact-md" aria-expanded={isSearching} onClick={() => setSearching(!isSearching)}>
          {isSearching ? 'Done' : 'Choose products'}
        </Button>
      }
    >
      <Stack miw={0}>
        {isSearching && <ProductSearch guideId={guideId} products={products} onChange={onChange} />}
        {products.length === 0 ? (
          !isSearching && <EmptyState title="No products yet">Choose the products whose sizes this guide describes.</EmptyState>
        ) : (
          <Stack component="ul" gap={0} role="list" className={css.products} aria-label="Products with this size guide">
            {products.map((product) => (
              <li key={product.id}>
                <Stack gap={0} miw={0}>
                  <span>{product.name}</span>
                  <Text span size="sm" c="dimmed">
                    {describeCoverage(product, preview)}
                  </Text>
                  {product.refusal !== null && (
                    <Text span size="sm" c="dimmed">
                      {product.refusal}
                    </Text>
                  )}
                </Stack>
                <Button
                  variant="subtle"
                  size="compact-md"
                  disabled={product.refusal !== null}
                  aria-label={`Remove ${product.name}`}
                  onClick={() => onChange(products.filter((each) => each.id !== product.id))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

function describeCoverage({ id, sku, sizes }: GuideProduct, preview: GuidePreview | undefined): string {
  const coverage = preview?.products.find((each) => each.id === id);
  const words = !coverage
    ? plural(sizes.length, 'size')
    : coverage.advised.length === 0
      ? 'no size is recommended; wearers can compare measures'
      : coverage.unknown.length === 0
        ? `all ${plural(sizes.length, 'size')} recommended`
        : `${coverage.advised.length} of ${plural(sizes.length, 'size')} recommended; not ${coverage.unknown.slice(0, 6).join(', ')}${coverage.unknown.length > 6 ? ' …' : ''}`;
  return [sku, words].filter(Boolean).join(' · ');
}

function ProductSearch({ guideId, products, onChange }: Omit<Props, 'preview'>) {
  const [search, setSearch] = useState('');
  const [withoutGuide, setWithoutGuide] = useState(true);
  const [limit, setLimit] = useState(STEP);
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/sizeguides/products', {
      query: { limit, page: 0, ...(search && { searchTerm: search }), ...(withoutGuide && { withoutGuide }) },
    }),
    placeholderData: keepPreviousData,
  });
  const isChosen = (id: number) => products.some((each) => each.id === id);
  return (
    <Stack miw={0}>
      <Group gap={10}>
        <SearchInput
          className={css.search}
          label="Search products"
          placeholder="Name or SKU"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setLimit(STEP);
          }}
        />
        <Toggle pressed={withoutGuide} onChange={setWithoutGuide}>
          Without a size guide
        </Toggle>
      </Group>
      {data?.products.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {withoutGuide ? 'No product without a size guide matches.' : 'No product with sizes matches.'}
        </Text>
      )}
      <Stack component="ul" gap={0} role="list" className={css.products} aria-label="Products to choose">
        {data?.products.map((product) => (
          <li key={product.id}>
            <Checkbox
              name={`product-${product.id}`}
              checked={isChosen(product.id)}
              disabled={product.refusal !== null}
              onChange={(checked) =>
                onChange(checked ? [...products, product] : products.filter((each) => each.id !== product.id))
              }
            >
              {product.name}
              <Text span size="sm" c="dimmed">
                {' '}
                {product.refusal ??
                  [
                    plural(product.sizes.length, 'size'),
                    product.sizeGuideId !== null && product.sizeGuideId !== guideId && `now “${product.sizeGuideName}”`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
              </Text>
            </Checkbox>
          </li>
        ))}
      </Stack>
      {data && data.totalCount > data.products.length && (
        <Button variant="default" size="compact-md" onClick={() => setLimit(Math.min(250, limit + 3 * STEP))}>
          Show more of {data.totalCount} products
        </Button>
      )}
    </Stack>
  );
}
