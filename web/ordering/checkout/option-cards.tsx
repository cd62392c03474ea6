import { type ReactNode, useId, useState } from 'react';
import css from './option-cards.module.css';

interface Option {
  value: string;
  title: ReactNode;
  /** Small type below. */
  notes?: ReactNode;
  /** At the right edge: a price, a tag. */
  aside?: ReactNode;
}

interface Props {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  /** Two beside each other where there is room. */
  wide?: boolean;
}

const shownAtFirst = 6;

/** One of a few, each told in full. Long lists begin short. */
export function OptionCards({ label, options, value, onChange, wide }: Props) {
  const name = useId();
  const [all, setAll] = useState(false);
  const visible = all || options.length <= shownAtFirst + 1 ? options : firstAnd(options, value);
  return (
    <fieldset className={css.set}>
      <legend className={css.legend}>{label}</legend>
      <div className={css.options} data-wide={wide || undefined}>
        {visible.map((option) => (
          <label key={option.value} className={css.option} data-chosen={option.value === value || undefined}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span className={css.text}>
              <span className={css.title}>{option.title}</span>
              {option.notes && <span className={css.notes}>{option.notes}</span>}
            </span>
            {option.aside && <span className={css.aside}>{option.aside}</span>}
          </label>
        ))}
      </div>
      {visible.length < options.length && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          Show all {options.length}
        </button>
      )}
    </fieldset>
  );
}

/** The first few, and the chosen one wherever it stands. */
function firstAnd(options: readonly Option[], value: string | null): readonly Option[] {
  const first = options.slice(0, shownAtFirst);
  const chosen = options.find((option) => option.value === value);
  return chosen && !first.includes(chosen) ? [...first.slice(0, -1), chosen] : first;
}
