import { Stack, Text } from '@mantine/core';
import { OPERATOR_RIGHTS, type OperatorRight, RIGHT_LABELS } from '#contract/identity/operators/operator-rights.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { useOwnRights } from '../session/operator-access.ts';

/** What each right is for, in a line below its name. */
const DESCRIPTIONS: Readonly<Record<OperatorRight, string>> = {
  warehouse: 'Pick, pack and ship orders, receive stock and returns.',
  customerService: 'Change and cancel orders, decide returns, look up invoices.',
  accounts: 'Issue credit notes, record payments, change credit terms.',
  catalogue: 'Manage size guides.',
  tailoring: 'Answer requests for garments made to measure, and see the measurements.',
  administrator: 'Manage operators, API keys and webhooks.',
};

interface Props {
  chosen: readonly OperatorRight[];
  /** The rights that the operator has already: they can stay, whatever the caller's own. */
  held: readonly OperatorRight[];
  onChange: (rights: OperatorRight[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** The rights of an operator as checkboxes. Only those that the caller has, or the operator has already, can be selected. */
export function RightChoice({ chosen, held, onChange, error, disabled = false }: Props) {
  const own = useOwnRights();
  return (
    <fieldset>
      <Text component="legend" fw={600} pb={4}>
        Rights
      </Text>
      {OPERATOR_RIGHTS.filter((right) => own.includes(right) || held.includes(right)).map((right) => (
        <Stack key={right} gap={2} mb="sm">
          <Checkbox
            name={`right-${right}`}
            checked={chosen.includes(right)}
            {...(disabled ? { disabled } : {})}
            onChange={(checked) => onChange(OPERATOR_RIGHTS.filter((one) => (one === right ? checked : chosen.includes(one))))}
          >
            {RIGHT_LABELS[right]}
          </Checkbox>
          <Text size="sm" c="dimmed" pl={32}>
            {DESCRIPTIONS[right]}
          </Text>
        </Stack>
      ))}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
