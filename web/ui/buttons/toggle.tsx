import type { ReactNode } from 'react';
import { CheckIcon } from '../content/icons.tsx';
import css from './toggle.module.css';

interface Props {
  pressed: boolean;
  onChange: (pressed: boolean) => void;
  children: ReactNode;
}

/** A button that is on or off. */
export const Toggle = ({ pressed, onChange, children }: Props) => (
  <button type="button" className={css.toggle} aria-pressed={pressed} onClick={() => onChange(!pressed)}>
    {pressed && <CheckIcon size={16} />}
    {children}
  </button>
);
