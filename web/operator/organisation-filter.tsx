import { useQuery } from '@tanstack/react-query';
import { readId } from '#web/app/lists/filter-kinds.tsx';
import type { ListFilter } from '#web/app/lists/list-filter.ts';
import { OrganisationSelect } from './organisation-select.tsx';
import { operatorQuery } from './session/operator-api.ts';

/** Filters a list by one of the organisations of the operator's brands. */
export const organisationFilter: ListFilter<number> = {
  label: 'Organisation',
  url: 'organisation',
  read: readId,
  write: String,
  closes: true,
  Editor: ({ filter, value = 0, onChange }) => (
    <OrganisationSelect
      label={filter.label}
      none="All organisations"
      value={value}
      onChange={(id) => onChange(id || undefined)}
    />
  ),
  Words: ({ value }) => {
    const { data, isError } = useQuery(
      operatorQuery('GET /api/operator/organisations/choices', { query: { organisationId: value } }),
    );
    if (data) return data.organisations[0]?.name ?? 'Not found';
    return isError ? 'Not found' : '…';
  },
};
