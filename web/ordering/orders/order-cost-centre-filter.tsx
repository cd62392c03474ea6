import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { readId } from '#web/app/lists/filter-kinds.tsx';
import type { FilterEditorProps, ListFilter } from '#web/app/lists/list-filter.ts';
import { OptionList } from '#web/app/lists/option-list.tsx';

/** As many are listed at once; typing finds the others. */
const MAX_LISTED = 50;
/** As many as the server sends at once, among which the one that is set is looked for. */
const MAX_NAMED = 250;

/** Orders that are charged to a cost centre, which is found by its code or name. Only for people who may list cost centres. */
export const orderCostCentreFilter: ListFilter<number, { listsCostCentres: boolean }> = {
  label: 'Cost centre',
  url: 'costcentre',
  read: readId,
  write: String,
  closes: true,
  isAllowed: ({ listsCostCentres }) => listsCostCentres,
  Editor: CostCentreEditor,
  Words: ({ value }) => {
    const { data } = useQuery({
      ...apiQuery('GET /api/costcentres/choices', { query: { limit: MAX_NAMED } }),
      staleTime: 30 * 60_000,
    });
    if (!data) return '…';
    return data.costCentres.find(({ id }) => id === value)?.name ?? (data.totalCount > MAX_NAMED ? 'Chosen' : 'Not found');
  },
};

function CostCentreEditor({ filter: { label }, value, onChange }: FilterEditorProps<number>) {
  const [typed, setTyped] = useState('');
  const [searchTerm] = useDebouncedValue(typed.trim(), 200);
  const { data } = useQuery({
    ...apiQuery('GET /api/costcentres/choices', { query: { limit: MAX_LISTED, ...(searchTerm && { searchTerm }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <OptionList
      label={label}
      options={data?.costCentres.map(({ id, name }) => ({ id, label: name }))}
      chosen={value === undefined ? [] : [value]}
      onTyped={setTyped}
      onChoose={(id) => onChange(id === value ? undefined : id)}
    />
  );
}
