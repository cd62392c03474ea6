import { useEffect, useState } from 'react';
import { MinusIcon, PlusIcon } from '../content/icons.tsx';
import css from './quantity-input.module.css';
import { findQuantityTextProblem, MAX_QUANTITY } from './quantity-text.ts';

interface Props {
  value: number;
  onChange: (value: number) => void;
  /** Names the item: "Quantity of Pique polo, Navy, M". */
  label: string;
  min?: number;
  max?: number;
  /** Which of the numbers from `min` to `max` can be chosen; all without it. Another number becomes the next that can. */
  allows?: ((quantity: number) => boolean) | undefined;
  disabled?: boolean;
  size?: 'sm' | 'md';
  /** The text in the field that is not a quantity; it stays and is marked until it is changed. The parent says what is wrong. */
  invalidText: string | undefined;
  /** Called when the text in the field is not a quantity, and with an empty text when it no longer is. */
  onInvalidText: (text: string) => void;
}

/** A whole number with a button on each side. A typed value takes effect on Enter or when the field loses focus. */
export function QuantityInput({
  value,
  onChange,
  label,
  min = 0,
  max = MAX_QUANTITY,
  allows = () => true,
  disabled,
  size = 'md',
  invalidText,
  onInvalidText,
}: Props) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const problem = findQuantityTextProblem(invalidText ?? '');

  const findNext = (from: number, step: 1 | -1): number | undefined => {
    for (let next = from; next >= min && next <= max; next += step) if (allows(next)) return next;
    return undefined;
  };
  const apply = (input: number) => {
    const wanted = Math.min(max, Math.max(min, input));
    const step = wanted < value ? -1 : 1;
    const clamped = findNext(wanted, step) ?? findNext(wanted, step === 1 ? -1 : 1) ?? value;
    setTyped(String(clamped));
    if (invalidText !== undefined) onInvalidText('');
    if (clamped !== value) onChange(clamped);
  };
  const applyTyped = () => {
    if (invalidText !== undefined) return;
    if (typed.trim() === '') setTyped(String(value));
    else apply(Number(typed));
  };
  const change = (text: string) => {
    setTyped(text);
    if (findQuantityTextProblem(text)) onInvalidText(text);
    else if (invalidText !== undefined) onInvalidText('');
  };

  return (
    <div className={css.group} data-size={size} data-wrong={problem ? true : undefined}>
      <button
        type="button"
        aria-label={`Fewer: ${label}`}
        disabled={disabled || findNext(value - 1, -1) === undefined}
        onClick={() => apply(value - 1)}
      >
        <MinusIcon size={16} />
      </button>
      <input
        className="figures"
        inputMode="numeric"
        autoComplete="off"
        aria-label={problem ? `${label}: ${problem}` : label}
        aria-invalid={problem ? true : undefined}
        value={invalidText ?? typed}
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={applyTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') applyTyped();
          if (event.key === 'ArrowUp') apply(value + 1);
          if (event.key === 'ArrowDown') apply(value - 1);
        }}
      />
      <button
        type="button"
        aria-label={`More: ${label}`}
        disabled={disabled || findNext(value + 1, 1) === undefined}
        onClick={() => apply(value + 1)}
      >
        <PlusIcon size={16} />
      </button>
    </div>
  );
}
