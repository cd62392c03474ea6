import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import css from './wardrobes.module.css';

const SEARCH_RESULTS = 5;

interface Props {
  /** Products that are not offered. */
  chosen: readonly number[];
  /** Label of the button of each product. */
  action?: string;
  onAdd: (product: { productId: number; name: string; imageSrc: string | null }) => void;
}

/** Finds products of the organisation's range. */
export function ProductSearch({ chosen, action = 'Add', onAdd }: Props) {
  const [keyword, setKeyword] = useState('');
  const { data, isError } = useQuery({
    ...apiQuery('GET /api/productsorganisation', { query: { keyword, published: true, limit: SEARCH_RESULTS + chosen.length } }),
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });
  const found = (data?.productOrganisations ?? [])
    .filter(({ productId }) => !chosen.includes(productId))
    .slice(0, SEARCH_RESULTS);
  return (
    <Stack gap="xs">
      <SearchInput label="Search your range" placeholder="Name or SKU of a product" value={keyword} onSearch={setKeyword} />
      {keyword !== '' && data !== undefined && (
        <ul className={css.results} aria-label="Products found">
          {found.length === 0 && (
            <Text component="li" size="sm" c="dimmed">
              No other products match “{keyword}”.
            </Text>
          )}
          {found.map(({ productId, name, productName, sku, organisationSku, imageSrc }) => (
            <li key={productId} className={css.result}>
              <Picture src={imageSrc} alt="" size={44} />
              <span className={css.lineName}>
                {name ?? productName}
                <Text span size="sm" c="dimmed">
                  {organisationSku ?? sku}
                </Text>
              </span>
              <Button
                variant="default"
                size="compact-md"
                leftSection={action === 'Add' && <PlusIcon size={16} />}
                aria-label={`${action} ${name ?? productName}`}
                onClick={() => onAdd({ productId, name: name ?? productName, imageSrc })}
              >
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isError && (
        <Text size="sm" c="dimmed">
          The products could not be loaded. Please try again.
        </Text>
      )}
    </Stack>
  );
}
