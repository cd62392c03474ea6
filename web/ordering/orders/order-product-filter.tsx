import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { apiQuery } from '#web/app/api.ts';

interface Props {
  chosen: { id: number; name: string } | undefined;
  onChange: (product: number) => void;
}

const SUGGESTIONS = 20;

/** A field for finding a product by name or SKU; choosing a suggestion filters by it, clearing the field removes the filter. */
export function OrderProductFilter({ chosen, onChange }: Props) {
  const list = useId();
  const [typed, setTyped] = useState<string>();
  const [keyword] = useDebouncedValue(typed?.trim() ?? '', 300);
  const { data } = useQuery({
    ...apiQuery('GET /api/products', { query: { keyword, limit: SUGGESTIONS, fields: 'id,name,sku' } }),
    enabled: keyword.length > 1,
  });
  const suggestions = (data?.products ?? []).map(({ id, name, sku }) => ({ id, label: sku ? `${name}, ${sku}` : name }));
  const change = (value: string) => {
    const product = suggestions.find(({ label }) => label === value);
    setTyped(product ? undefined : value);
    if (product) onChange(product.id);
    else if (value === '') onChange(0);
  };
  return (
    <>
      <TextInput
        label="Product"
        placeholder="Name or SKU"
        list={list}
        maxLength={200}
        value={typed ?? chosen?.name ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={list}>
        {suggestions.map(({ id, label }) => (
          <option key={id} value={label} />
        ))}
      </datalist>
    </>
  );
}
