import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { operatorQuery } from '../session/operator-api.ts';

interface Props {
  /** 0 for all. */
  value: number;
  onChange: (organisationId: number) => void;
}

/** As many as a list can be read through; the search finds the others. */
const MAX_ORGANISATIONS = 100;

/** An organisation of the brands, or all. */
export function OrganisationChoice({ value, onChange }: Props) {
  const { data } = useQuery(operatorQuery('GET /api/operator/organisations', { query: { limit: MAX_ORGANISATIONS } }));
  const options = (data?.organisations ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = value === 0 || options.some((option) => option.value === String(value));
  return (
    <NativeSelect
      aria-label="Organisation"
      rightSection={<DownIcon size={16} />}
      value={String(value)}
      data={[
        { value: '0', label: 'All organisations' },
        ...(isListed ? [] : [{ value: String(value), label: 'One organisation' }]),
        ...options,
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
