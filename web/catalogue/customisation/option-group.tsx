import { type ReactNode, useId } from 'react';
import css from '../products/choosing/choice-group.module.css';

interface Option<Value> {
  value: Value;
  /** Name of the radio button. */
  label: string;
  /** What is shown on it; the name where it is left out. */
  shown?: ReactNode;
}

interface Props<Value> {
  legend: string;
  options: readonly Option<Value>[];
  chosen: Value | undefined;
  isSame?: (one: Value, other: Value) => boolean;
  onChoose: (value: Value) => void;
  /** Round samples of colours instead of buttons. */
  asSwatches?: boolean;
}

/** A choice of one as radio buttons, with the name of what is chosen beside the legend. */
export function OptionGroup<Value>({ legend, options, chosen, isSame = Object.is, onChoose, asSwatches }: Props<Value>) {
  const name = useId();
  const isChosen = ({ value }: Option<Value>) => chosen !== undefined && isSame(value, chosen);
  return (
    <div role="radiogroup" aria-labelledby={`${name}-legend`}>
      <div className={css.head}>
        <span className={css.legend}>
          <span id={`${name}-legend`}>{legend}</span> <span className={css.chosen}>{options.find(isChosen)?.label}</span>
        </span>
      </div>
      <div className={asSwatches ? css.swatches : css.buttons}>
        {options.map((option) => (
          <label
            key={option.label}
            className={asSwatches ? css.swatch : css.button}
            title={asSwatches ? option.label : undefined}
          >
            <input
              type="radio"
              name={name}
              aria-label={option.label}
              checked={isChosen(option)}
              onChange={() => onChoose(option.value)}
            />
            <span aria-hidden>{option.shown ?? option.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
