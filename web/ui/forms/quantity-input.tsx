import { useEffect, useState } from 'react';
import { MinusIcon, PlusIcon } from '../content/icons.tsx';
import css from './quantity-input.module.css';

interface Props {
  value: number;
  onChange: (value: number) => void;
  /** Says of what: "Quantity of Pique polo, Navy, M". */
  label: string;
  min?: number;
  max?: number;
  disabled?: boolean;
  size?: 'sm' | 'md';
}

/** A whole number with a button on each side. What is typed counts on Enter or when the field is left. */
export function QuantityInput({ value, onChange, label, min = 0, max = 100_000, disabled, size = 'md' }: Props) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);

  const settle = (wanted: number) => {
    const settled = Math.min(max, Math.max(min, wanted));
    setTyped(String(settled));
    if (settled !== value) onChange(settled);
  };
  const settleTyped = () => (/^\d+$/.test(typed.trim()) ? settle(Number(typed)) : setTyped(String(value)));

  return (
    <div className={css.group} data-size={size}>
      <button type="button" aria-label={`Fewer: ${label}`} disabled={disabled || value <= min} onClick={() => settle(value - 1)}>
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
        onBlur={settleTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settleTyped();
          if (event.key === 'ArrowUp') settle(value + 1);
          if (event.key === 'ArrowDown') settle(value - 1);
        }}
      />
      <button type="button" aria-label={`More: ${label}`} disabled={disabled || value >= max} onClick={() => settle(value + 1)}>
        <PlusIcon size={16} />
      </button>
    </div>
  );
}
