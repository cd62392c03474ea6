import { type ReactNode, useId } from 'react';
import css from './checkbox.module.css';

interface Props {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  error?: string | undefined;
  children: ReactNode;
}

/** A checkbox with its label beside it; links in the label remain usable. */
export function Checkbox({ name, checked, onChange, disabled, error, children }: Props) {
  const id = useId();
  return (
    <div>
      <label className={css.row} data-disabled={disabled || undefined}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className={css.error} id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
