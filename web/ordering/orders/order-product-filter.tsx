import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { readId } from '#web/app/lists/filter-kinds.tsx';
import type { FilterEditorProps, ListFilter } from '#web/app/lists/list-filter.ts';
import { OptionList } from '#web/app/lists/option-list.tsx';

const SUGGESTIONS = 8;

/** Orders with a product, which is found by its name or SKU. Only for people who see products. */
export const orderProductFilter: ListFilter<number, { seesProducts: boolean }> = {
  label: 'Product',
  url: 'product',
  read: readId,
  write: String,
  closes: true,
  isAllowed: ({ seesProducts }) => seesProducts,
  Editor: ProductEditor,
  Words: ({ value }) => {
    const { data } = useQuery({ ...apiQuery('GET /api/products/:id', { params: { id: value } }), retry: false });
    return data?.products[0]?.name ?? value;
  },
};

function ProductEditor({ filter: { label }, onChange }: FilterEditorProps<number>) {
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 300);
  const { data } = useQuery({
    ...apiQuery('GET /api/products', { query: { keyword, limit: SUGGESTIONS, fields: 'id,name,sku' } }),
    enabled: keyword.length > 1,
  });
  const options = data?.products.map(({ id, name, sku }) => ({ id, label: sku ? `${name}, ${sku}` : name }));
  return (
    <>
      <TextInput
        label={label}
        placeholder="Name or SKU"
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {keyword.length > 1 && <OptionList label={label} options={options} chosen={[]} onChoose={onChange} />}
    </>
  );
}
