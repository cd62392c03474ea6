import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { operatorMeQuery } from './session/operator-api.ts';

interface Props {
  chosen: readonly number[];
  onChange: (brandIds: number[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** The caller's own brands as checkboxes. */
export function BrandChoice({ chosen, onChange, error, disabled }: Props) {
  const { data } = useQuery(operatorMeQuery);
  return (
    <fieldset>
      <Text component="legend" fw={600} pb={4}>
        Brands
      </Text>
      {data?.operator.brands.map(({ id, companyName }) => (
        <Checkbox
          key={id}
          name={`brand-${id}`}
          checked={chosen.includes(id)}
          {...(disabled ? { disabled } : {})}
          onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        >
          {companyName}
        </Checkbox>
      ))}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
