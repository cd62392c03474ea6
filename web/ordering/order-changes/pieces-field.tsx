import { useState } from 'react';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import css from './order-changes.module.css';

interface Props {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Called with whether the text in the field is not a quantity. */
  onInvalid: (isInvalid: boolean) => void;
}

/** How many pieces of a line a change concerns; nothing to choose for a single piece. */
export function PiecesField({ label, value, max, onChange, onInvalid }: Props) {
  const [invalidText, setInvalidText] = useState<string>();
  const problem = findQuantityTextProblem(invalidText ?? '');
  if (max === 1) return null;
  return (
    <div className={css.pieces}>
      <div>
        <div className={css.label}>{label}</div>
        {problem ? (
          <p className={css.problem} role="alert">
            {problem}.
          </p>
        ) : (
          <p className={css.muted}>of {max}</p>
        )}
      </div>
      <QuantityInput
        label={label}
        value={value}
        min={1}
        max={max}
        onChange={onChange}
        invalidText={invalidText}
        onInvalidText={(text) => {
          setInvalidText(text || undefined);
          onInvalid(text !== '');
        }}
      />
    </div>
  );
}
