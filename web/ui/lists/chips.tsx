import type { ReactNode } from 'react';
import { CheckIcon, CloseIcon } from '../content/icons.tsx';
import css from './chips.module.css';

interface Chip {
  label: string;
  onRemove: () => void;
}

/** The active filters of a list as chips, which can be removed one by one or all at once. */
export const Chips = ({ label, chips, onClear }: { label: string; chips: readonly Chip[]; onClear: () => void }) =>
  chips.length === 0 ? null : (
    <ul className={css.chips} aria-label={label}>
      {chips.map((chip) => (
        <li key={chip.label}>
          <button type="button" className={css.chip} aria-label={`Remove filter: ${chip.label}`} onClick={chip.onRemove}>
            {chip.label}
            <CloseIcon size={14} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" className={css.clear} onClick={onClear}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );

interface ToggleProps {
  pressed: boolean;
  onChange: (pressed: boolean) => void;
  children: ReactNode;
}

/** A button that is on or off. */
export const Toggle = ({ pressed, onChange, children }: ToggleProps) => (
  <button type="button" className={css.toggle} aria-pressed={pressed} onClick={() => onChange(!pressed)}>
    {pressed && <CheckIcon size={16} />}
    {children}
  </button>
);
