import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import css from './range-product-search.module.css';

const MAX_FOUND = 5;

interface Props {
  organisationId: number;
  /** Products that are not offered. */
  chosen: readonly number[];
  onAdd: (product: { productId: number; name: string }) => void;
}

/** Finds products of the range of an organisation. */
export function RangeProductSearch({ organisationId, chosen, onAdd }: Props) {
  const [keyword, setKeyword] = useState('');
  const { data, error } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/:id/prices', {
      params: { id: organisationId },
      query: { keyword, limit: MAX_FOUND + chosen.length },
    }),
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });
  const found = (data?.prices ?? []).filter(({ productId }) => !chosen.includes(productId)).slice(0, MAX_FOUND);
  return (
    <Stack gap="xs">
      <SearchInput label="Search the range" placeholder="Name or SKU of a product" value={keyword} onSearch={setKeyword} />
      {keyword !== '' && data !== undefined && (
        <ul className={css.found} aria-label="Products found">
          {found.length === 0 && (
            <Text component="li" size="sm" c="dimmed">
              No other products match “{keyword}”. Check the spelling.
            </Text>
          )}
          {found.map(({ productId, name, ownName, sku }) => (
            <li key={productId}>
              <span>
                {ownName ?? name}
                <Text span size="sm" c="dimmed" display="block">
                  {sku}
                </Text>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Add ${ownName ?? name}`}
                onClick={() => onAdd({ productId, name: ownName ?? name })}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <Text size="sm" c="dimmed">
          The products could not be loaded. Please try again.
        </Text>
      )}
    </Stack>
  );
}
