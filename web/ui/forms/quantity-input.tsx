import { useEffect, useState } from 'react';
import { MinusIcon, PlusIcon } from '../content/icons.tsx';
import css from './quantity-input.module.css';

interface Props {
  value: number;
  onChange: (value: number) => void;
  /** Names the item: "Quantity of Pique polo, Navy, M". */
  label: string;
  min?: number;
  max?: number;
  disabled?: boolean;
  size?: 'sm' | 'md';
}

/** A whole number with a button on each side. A typed value takes effect on Enter or when the field loses focus. */
export function QuantityInput({ value, onChange, label, min = 0, max = 100_000, disabled, size = 'md' }: Props) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);

  const apply = (input: number) => {
    const clamped = Math.min(max, Math.max(min, input));
    setTyped(String(clamped));
    if (clamped !== value) onChange(clamped);
  };
  const applyTyped = () => (/^\d+$/.test(typed.trim()) ? apply(Number(typed)) : setTyped(String(value)));

  return (
    <div className={css.group} data-size={size}>
      <button type="button" aria-label={`Fewer: ${label}`} disabled={disabled || value <= min} onClick={() => apply(value - 1)}>
        <MinusIcon size={16} />
      </button>
      <input
        className="figures"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={typed}
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={applyTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') applyTyped();
          if (event.key === 'ArrowUp') apply(value + 1);
          if (event.key === 'ArrowDown') apply(value - 1);
        }}
      />
      <button type="button" aria-label={`More: ${label}`} disabled={disabled || value >= max} onClick={() => apply(value + 1)}>
        <PlusIcon size={16} />
      </button>
    </div>
  );
}
