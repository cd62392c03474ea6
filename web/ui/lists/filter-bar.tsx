import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { DownIcon, FilterIcon } from '../content/icons.tsx';
import { Chips } from './chips.tsx';
import css from './filter-bar.module.css';

interface Props {
  search: ReactNode;
  /** The most frequent filters, as toggle buttons. */
  toggles?: ReactNode;
  /** The filter fields, each with its label. */
  children: ReactNode;
  /** Shows the fields at all times on a wide screen; without it they are behind a button on every screen. */
  spread?: boolean;
  /** Called when the fields are opened, so that their options can be loaded then. */
  onOpen?: () => void;
  /** The active filters. */
  chips: readonly { label: string; onRemove: () => void }[];
  onClear: () => void;
  /** Actions on the list itself, such as columns and export. */
  trailing?: ReactNode;
}

/** Search and filters above a list. On a phone the fields are behind a button, so that the list is visible at once. */
export function FilterBar({ search, toggles, children, spread = false, onOpen, chips, onClear, trailing }: Props) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div className={css.bar} data-spread={spread || undefined}>
      <div className={css.row}>
        <div className={css.search}>{search}</div>
        {toggles}
        <Button
          variant="default"
          className={css.more}
          aria-label="Filters"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => {
            if (!open) onOpen?.();
            setOpen(!open);
          }}
        >
          <FilterIcon size={18} />
          <span className={css.moreLabel}>Filters</span>
        </Button>
        {trailing && <div className={css.trailing}>{trailing}</div>}
      </div>
      <div id={panel} className={css.panel} hidden={!open}>
        {children}
      </div>
      <Chips label="Active filters" chips={chips} onClear={onClear} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** Label of the option 0, which selects all. */
  all?: string;
  value: number;
  options: readonly { id: number; name: string }[];
  onChange: (id: number) => void;
}

/** Select field for one option or all of them. */
export const FilterChoice = ({ label, all = 'All', value, options, onChange }: ChoiceProps) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={String(value)}
    data={[{ value: '0', label: all }, ...options.map(({ id, name }) => ({ value: String(id), label: name }))]}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);
