import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { operatorQuery } from './session/operator-api.ts';

interface Props {
  label: string;
  /** 0: none. */
  value: number;
  onChange: (id: number) => void;
  /** What 0 is called. */
  none: string;
  error?: string | undefined;
  name?: string;
}

/** As many as the server sends at once. */
const MAX_ROWS = 250;

/** Selects one of the organisations of the operator's brands. Where there are very many, a search narrows them first. */
export function OrganisationSelect({ label, value, onChange, none, error, name }: Props) {
  const [searchTerm, setSearchTerm] = useState('');
  const { data } = useQuery(
    operatorQuery('GET /api/operator/organisations/choices', { query: { limit: MAX_ROWS, ...(searchTerm && { searchTerm }) } }),
  );
  const { data: chosen } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/choices', { query: { organisationId: value } }),
    enabled: value > 0 && data !== undefined && !data.organisations.some(({ id }) => id === value),
  });
  const organisations = data?.organisations ?? [];
  const listed = organisations.map(({ id, name: text }) => ({ value: String(id), label: text }));
  const isMissing = value > 0 && !organisations.some(({ id }) => id === value);
  const isLong = searchTerm !== '' || (data?.totalCount ?? 0) > MAX_ROWS;
  return (
    <>
      {isLong && (
        <TextInput
          label={`Find ${label.toLowerCase()}`}
          placeholder="Part of the name"
          value={searchTerm}
          onChange={(event) => setSearchTerm(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={label}
        name={name}
        rightSection={<DownIcon size={16} />}
        value={String(value)}
        error={error}
        data={[
          { value: '0', label: none },
          ...(isMissing ? [{ value: String(value), label: chosen?.organisations[0]?.name ?? '…' }] : []),
          ...listed,
        ]}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </>
  );
}
