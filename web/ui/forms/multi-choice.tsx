import { TextInput } from '@mantine/core';
import { Fragment, type KeyboardEvent, useId, useRef, useState } from 'react';
import { DownIcon } from '../content/icons.tsx';
import css from './multi-choice.module.css';

interface Option {
  id: number;
  name: string;
  /** Heading over the options that have the same one; these are together in the list. */
  section?: string | undefined;
}

/** As many options are listed at once; a search finds the others. */
const MAX_LISTED = 200;
/** Lists with more options can be searched. */
const MAX_WITHOUT_SEARCH = 12;

interface Props {
  label: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  name?: string;
  description?: string;
  options: readonly Option[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** The names of the chosen options, in the order of the options. */
const listChosenNames = (options: readonly Option[], chosen: readonly number[]) =>
  options
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(', ');

/** A field for choosing several options: closed it shows their names, open it is a list of checkboxes. */
export function MultiChoice({ label, placeholder, name, description, options, chosen, onChange, error, disabled }: Props) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [search, setSearch] = useState('');
  const chosenNames = listChosenNames(options, chosen);
  const sought = search.trim().toLocaleLowerCase();
  const found = options.filter((option) => `${option.name} ${option.section ?? ''}`.toLocaleLowerCase().includes(sought));
  const descriptionIds = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

  const toggle = (option: number) =>
    onChange(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]);
  // Mantine's dialogs check this attribute before closing on Escape: while the list is open, only the list closes.
  const keepDialogOpen = open ? { 'data-mantine-stop-propagation': 'true' } : {};
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
        <span id={`${id}-description`} className={css.description}>
          {description}
        </span>
      )}
      <button
        ref={field}
        type="button"
        name={name}
        className={css.button}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={descriptionIds}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        {...keepDialogOpen}
      >
        <span id={`${id}-value`} className={css.value} data-empty={chosenNames === '' || undefined}>
          {chosenNames || placeholder}
        </span>
        <DownIcon size={16} />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: the label of a fieldset would stand inside of it */}
      <div id={`${id}-list`} role="group" aria-labelledby={`${id}-label`} className={css.list} hidden={!open || disabled}>
        {options.length > MAX_WITHOUT_SEARCH && (
          <TextInput
            type="search"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Part of the name"
            mb={4}
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            // Enter would submit the form around it.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            {...keepDialogOpen}
          />
        )}
        {found.slice(0, MAX_LISTED).map((option, index) => (
          <Fragment key={option.id}>
            {option.section !== undefined && option.section !== found[index - 1]?.section && (
              <p className={css.section}>{option.section}</p>
            )}
            <label className={css.option}>
              <input
                type="checkbox"
                checked={chosen.includes(option.id)}
                onChange={() => toggle(option.id)}
                {...keepDialogOpen}
              />
              {option.name}
            </label>
          </Fragment>
        ))}
        {found.length === 0 && <p className={css.section}>Nothing found.</p>}
        {found.length > MAX_LISTED && (
          <p className={css.section}>
            The first {MAX_LISTED} of {found.length}. Search to find others.
          </p>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}
