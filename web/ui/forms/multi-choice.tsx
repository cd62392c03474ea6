import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { DownIcon } from '../content/icons.tsx';
import css from './multi-choice.module.css';

interface Choice {
  id: number;
  name: string;
}

interface Props {
  label: string;
  /** Stands where nothing is chosen. */
  placeholder: string;
  name?: string;
  description?: string;
  options: readonly Choice[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Names of what is chosen, in the order of the options. */
const inWords = (options: readonly Choice[], chosen: readonly number[]) =>
  options
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(', ');

/** A field in which several things can be chosen: closed it says which, open it is a list of checkboxes. */
export function MultiChoice({ label, placeholder, name, description, options, chosen, onChange, error, disabled }: Props) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLButtonElement>(null);
  const id = useId();
  const words = inWords(options, chosen);
  const about = [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

  const toggle = (option: number) =>
    onChange(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]);
  // Mantine's dialogs look at this before Escape closes them: with the list open, it is the list that closes.
  const keepsDialog = open ? { 'data-mantine-stop-propagation': 'true' } : {};
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    field.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from every box in it
    <div className={css.field} data-error={error ? true : undefined} onKeyDown={onKeyDown}>
      <span id={`${id}-label`} className={css.label}>
        {label}
      </span>
      {description && (
        <span id={`${id}-about`} className={css.about}>
          {description}
        </span>
      )}
      <button
        ref={field}
        type="button"
        name={name}
        className={css.button}
        aria-labelledby={`${id}-label ${id}-words`}
        aria-describedby={about}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        {...keepsDialog}
      >
        <span id={`${id}-words`} className={css.words} data-empty={words === '' || undefined}>
          {words || placeholder}
        </span>
        <DownIcon size={16} />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: the label of a fieldset would stand inside of it */}
      <div id={`${id}-list`} role="group" aria-labelledby={`${id}-label`} className={css.list} hidden={!open || disabled}>
        {options.map((option) => (
          <label key={option.id} className={css.option}>
            <input type="checkbox" checked={chosen.includes(option.id)} onChange={() => toggle(option.id)} {...keepsDialog} />
            {option.name}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}
