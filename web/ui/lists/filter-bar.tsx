import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { DownIcon, FilterIcon } from '../content/icons.tsx';
import { Chips } from './chips.tsx';
import css from './filter-bar.module.css';

interface Props {
  search: ReactNode;
  /** The questions that are asked most, one press each. */
  toggles?: ReactNode;
  /** Fields that narrow the list, each with its label. */
  children: ReactNode;
  /** On a wide screen the fields are in sight at all times; otherwise they are behind a button everywhere. */
  spread?: boolean;
  /** Whether the fields are in sight is told, so that what they need can be asked for then. */
  onOpen?: () => void;
  /** Each thing that narrows the list, to be taken away. */
  chips: readonly { label: string; onRemove: () => void }[];
  onClear: () => void;
  /** What is done with the list as it stands: its columns, its export. */
  trailing?: ReactNode;
}

/** Search and filters above a list. On a phone the fields wait behind a button, so that the list is in sight at once. */
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
      <Chips label="Filters in use" chips={chips} onClear={onClear} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** What stands for no choice, 0. */
  all?: string;
  value: number;
  options: readonly { id: number; name: string }[];
  onChange: (id: number) => void;
}

/** One of a list, or all. */
export const FilterChoice = ({ label, all = 'All', value, options, onChange }: ChoiceProps) => (
  <NativeSelect
    label={label}
    rightSection={<DownIcon size={16} />}
    value={String(value)}
    data={[{ value: '0', label: all }, ...options.map(({ id, name }) => ({ value: String(id), label: name }))]}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);
