import { Text } from '@mantine/core';
import { useState } from 'react';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { findQuantityTextProblem, MAX_QUANTITY } from '#web/ui/forms/quantity-text.ts';
import css from './cart-line.module.css';
import { getMaxOfLine } from './line-advice.ts';
import type { CartItem } from './pending-quantities.ts';

interface Props {
  line: CartItem;
  name: string;
  onQuantity: (lineId: number, quantity: number) => void;
}

/** The quantity of a line: a number field, a list if only some quantities are sold, or plain text if an allocation sets it. */
export function LineQuantity({ line, name, onQuantity }: Props) {
  const label = `Quantity of ${name}`;
  const [invalidText, setInvalidText] = useState<string>();
  const problem = findQuantityTextProblem(invalidText ?? '');
  if (!line.isEditable) {
    return (
      <p>
        <span className="figures">{line.quantity}</span>{' '}
        <Text span size="sm" c="dimmed">
          by allocation
        </Text>
      </p>
    );
  }
  if (line.allowedQuantities.length === 0) {
    return (
      <>
        <QuantityInput
          label={label}
          value={line.quantity}
          min={Math.max(1, line.orderMinimumQuantity)}
          max={Math.min(MAX_QUANTITY, getMaxOfLine(line))}
          onChange={(quantity) => onQuantity(line.id, quantity)}
          invalidText={invalidText}
          onInvalidText={(text) => setInvalidText(text || undefined)}
        />
        {problem && (
          <p className={css.problem} role="alert">
            {problem}. The quantity is still {line.quantity}.
          </p>
        )}
      </>
    );
  }
  // The current quantity may no longer be allowed; it stays in the list until the person chooses another.
  const most = getMaxOfLine(line);
  const options = [...new Set([...line.allowedQuantities.filter((quantity) => quantity <= most), line.quantity])].sort(
    (a, b) => a - b,
  );
  return (
    <select
      className={css.choice}
      aria-label={label}
      value={line.quantity}
      onChange={(event) => onQuantity(line.id, Number(event.currentTarget.value))}
    >
      {options.map((quantity) => (
        <option key={quantity} value={quantity}>
          {quantity}
        </option>
      ))}
    </select>
  );
}
