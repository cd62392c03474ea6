import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import type { Wearer } from '../products/optimistic-cart.ts';

type Person = ReplyOf<'GET /api/customers'>['customers'][number];

/** The most people that are offered at once; typing more letters finds the others. */
const MAX_PEOPLE = 20;
const FIELDS = 'id,firstName,lastName,email,employeeNumber,active';

const peopleQuery = (query: string) => ({
  ...apiQuery('GET /api/customers', { query: { query, limit: MAX_PEOPLE, page: 0, fields: FIELDS } }),
  staleTime: 60_000,
  placeholderData: keepPreviousData,
});

const nameOf = ({ firstName, lastName, email }: Person) => `${firstName ?? ''} ${lastName ?? ''}`.trim() || (email ?? '');

/** Name with the employee number or email address, which tell two people of one name apart. */
const labelOf = (person: Person) => [nameOf(person), person.employeeNumber || person.email].filter(Boolean).join(' · ');

interface Props {
  value: Wearer | undefined;
  onChange: (wearer: Wearer | undefined) => void;
  /** The option for none of them: goods that are for no one in particular, unless said otherwise. */
  none?: string;
  label?: string;
}

/** Whom an order is for: one of the people that the person may order for, found by name, or none of them. */
export function WearerSelect({ value, onChange, none = 'The site', label: fieldLabel = 'For' }: Props) {
  const noOne = { value: '', label: none };
  const [isOpen, setOpen] = useState(false);
  const [label, setLabel] = useState(value?.name ?? noOne.label);
  const [typed, setTyped] = useState(label);
  // The field contains the chosen person until something else is typed.
  const [searched] = useDebouncedValue(typed === label ? '' : typed.trim(), 200);
  const { data, isError, isFetching } = useQuery({ ...peopleQuery(searched), enabled: isOpen });
  const people = (data?.customers ?? []).filter(({ active }) => active !== false);
  const options = people.map((person) => ({ value: String(person.id), label: labelOf(person) }));
  const chosen = value ? { value: String(value.id), label } : noOne;
  const text = isError
    ? 'People could not be loaded.'
    : isFetching
      ? 'Looking for people…'
      : 'You can’t order for anyone with this name.';
  const note = options.length === 0 ? [{ value: 'note', label: text, disabled: true }] : [];
  const choose = (id: string | null) => {
    const person = people.find((one) => String(one.id) === id);
    setLabel(person ? labelOf(person) : noOne.label);
    onChange(person && { id: person.id, name: nameOf(person) });
  };
  return (
    <Select
      label={fieldLabel}
      searchable
      allowDeselect={false}
      data={[noOne, ...(value && !options.some((one) => one.value === chosen.value) ? [chosen] : []), ...options, ...note]}
      // The server has searched already.
      filter={({ options: found }) => found}
      value={chosen.value}
      onChange={choose}
      searchValue={typed}
      onSearchChange={setTyped}
      // The person who is chosen already may be chosen again, which changes nothing but what was typed.
      onOptionSubmit={(id) => id === chosen.value && setTyped(chosen.label)}
      onDropdownOpen={() => setOpen(true)}
      // What is typed replaces the name that is there.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      maxDropdownHeight={320}
      autoComplete="off"
    />
  );
}
