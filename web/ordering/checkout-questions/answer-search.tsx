import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { containsSearchWords } from '#contract/platform/search-words.ts';
import css from './question-field.module.css';

/** The most that are listed at once; typing finds the others. */
const MAX_LISTED = 50;

interface Option {
  value: string;
  label: string;
}

interface Props extends Pick<SelectProps, 'label' | 'description' | 'error' | 'aria-required'> {
  /** Name under which the field is found to be focused. */
  name: string;
  options: readonly Option[];
  /** Empty: none. */
  value: string;
  isRequired: boolean;
  onChange: (value: string) => void;
}

/** A list of many values, of which some words are typed to find one: 500 cost centres, for example. */
export function AnswerSearch({ name, options, value, isRequired, onChange, ...field }: Props) {
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  const [typed, setTyped] = useState(chosen);
  // The field contains what is chosen until something else is typed.
  const sought = typed === chosen ? '' : typed;
  const found = options.filter(({ label }) => containsSearchWords(label, sought));
  const hidden = found.length - MAX_LISTED;
  const note = found.length === 0 ? 'Nothing found. Try fewer words.' : hidden > 0 ? `${hidden} more. Type to find them.` : '';
  return (
    <Select
      {...field}
      data-field={name}
      searchable
      // The value that is chosen stays among the options, so that the field can say what it is.
      data={[
        ...found.slice(0, MAX_LISTED),
        ...(note === '' ? [] : [{ value: 'note', label: note, disabled: true }]),
        ...options.filter((option) => option.value === value && !found.slice(0, MAX_LISTED).includes(option)),
      ]}
      // Searched above, in the words of each option.
      filter={({ options: listed }) => listed.filter((option) => !('value' in option) || isListed(option.value))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder="Search or choose"
      clearable={!isRequired}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Clear' }}
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      classNames={{ description: css.help, options: css.found }}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      autoComplete="off"
    />
  );

  function isListed(option: string): boolean {
    return option === 'note' || found.slice(0, MAX_LISTED).some((one) => one.value === option);
  }
}
