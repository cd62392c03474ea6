import { Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import css from './option-cards.module.css';

interface Option {
  value: string;
  title: ReactNode;
  /** Small text below the title. */
  notes?: ReactNode;
  /** At the right edge: a price, a tag. */
  aside?: ReactNode;
}

interface Props {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  /** Two columns where there is space. */
  wide?: boolean;
}

const INITIALLY_SHOWN = 6;

/** Radio buttons as cards, for options that need some explanation. A long list is shortened until expanded. */
export function OptionCards({ label, options, value, onChange, wide }: Props) {
  const name = useId();
  const [all, setAll] = useState(false);
  const visible = all || options.length <= INITIALLY_SHOWN + 1 ? options : firstIncludingChosen(options, value);
  return (
    <fieldset>
      <legend className={css.legend}>{label}</legend>
      <Stack gap="xs" className={css.options} data-wide={wide || undefined}>
        {visible.map((option) => (
          <label key={option.value} className={css.option} data-chosen={option.value === value || undefined}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span className={css.text}>
              <Text span display="block" fw={600}>
                {option.title}
              </Text>
              {option.notes && <span className={css.notes}>{option.notes}</span>}
            </span>
            {option.aside && <span className={css.aside}>{option.aside}</span>}
          </label>
        ))}
      </Stack>
      {visible.length < options.length && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          Show all {options.length}
        </button>
      )}
    </fieldset>
  );
}

/** The first few options, always including the chosen one. */
function firstIncludingChosen(options: readonly Option[], value: string | null): readonly Option[] {
  const first = options.slice(0, INITIALLY_SHOWN);
  const chosen = options.find((option) => option.value === value);
  return chosen && !first.includes(chosen) ? [...first.slice(0, -1), chosen] : first;
}
