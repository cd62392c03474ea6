import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import css from './order-changes.module.css';

interface Props {
  label: string;
  value: number;
  max: number;
  /** The numbers of pieces that can be chosen; all without it. */
  allows?: (quantity: number) => boolean;
  /** Which those are, in words. */
  rule?: string | undefined;
  onChange: (value: number) => void;
  /** Called with whether the text in the field is not a quantity. */
  onInvalid: (isInvalid: boolean) => void;
}

/** How many pieces of a line a change concerns; nothing to choose for a single piece. */
export function PiecesField({ label, value, max, allows, rule, onChange, onInvalid }: Props) {
  const [invalidText, setInvalidText] = useState<string>();
  const problem = findQuantityTextProblem(invalidText ?? '');
  if (max === 1) return null;
  return (
    <Group justify="space-between" gap="8px 16px">
      <div>
        <Text fw={600}>{label}</Text>
        {problem ? (
          <p className={css.problem} role="alert">
            {problem}.
          </p>
        ) : (
          <Text size="sm" c="dimmed">
            of {max}
            {rule && `. ${rule}`}
          </Text>
        )}
      </div>
      <QuantityInput
        label={label}
        value={value}
        min={1}
        max={max}
        allows={allows}
        onChange={onChange}
        invalidText={invalidText}
        onInvalidText={(text) => {
          setInvalidText(text || undefined);
          onInvalid(text !== '');
        }}
      />
    </Group>
  );
}
