import { type ReactNode, useId } from 'react';
import type { Attribute } from '../catalogue-types.ts';
import { isColour, type ValueState } from './attribute-selection.ts';
import css from './choice-group.module.css';
import { Swatch } from './swatch.tsx';

interface Props {
  attribute: Attribute;
  states: readonly ValueState[];
  chosen: number | undefined;
  /** Id of the advised value, if there is one. */
  advised?: number | undefined;
  /** What is said of it: that it is advised, or was kept. */
  advisedWord?: 'advised' | 'kept' | undefined;
  onChoose: (valueId: number) => void;
  /** Shown next to the attribute's name: the link to the size guide. */
  beside?: ReactNode;
}

/** One attribute as a group of radio buttons: swatches for colours, buttons for other values. */
export function ChoiceGroup({ attribute, states, chosen, advised, advisedWord = 'advised', onChoose, beside }: Props) {
  const name = useId();
  const chosenName = states.find(({ value }) => value.id === chosen)?.value.name;
  const asSwatches = isColour(attribute);
  return (
    <div role="radiogroup" aria-labelledby={`${name}-legend`}>
      <div className={css.head}>
        <span className={css.legend}>
          {/* The group has the name alone: the chosen value is read with its button. */}
          <span id={`${name}-legend`}>{attribute.productAttributeName}</span>{' '}
          {chosenName && <span className={css.chosen}>{chosenName}</span>}
        </span>
        {beside}
      </div>
      <div className={asSwatches ? css.swatches : css.buttons}>
        {states.map(({ value, disabled, note, shortNote, accent }) => (
          <label
            key={value.id}
            className={asSwatches ? css.swatch : css.button}
            title={asSwatches ? [value.name, note].filter(Boolean).join(': ') : undefined}
            data-out={disabled || undefined}
            data-advised={value.id === advised || undefined}
          >
            <input
              type="radio"
              name={name}
              value={value.id}
              aria-label={[
                value.name,
                note,
                value.id === advised ? (attribute.role === 'size' ? `${advisedWord} size` : advisedWord) : '',
              ]
                .filter(Boolean)
                .join(', ')}
              checked={value.id === chosen}
              disabled={disabled}
              onChange={() => onChoose(value.id)}
            />
            {asSwatches ? (
              <Swatch rgb={value.colorSquaresRgb} accent={accent} size={32} />
            ) : (
              <>
                {/* The radio button has all of it as its name. */}
                <span className={css.value} aria-hidden>
                  {value.name}
                </span>
                {(shortNote || (value.id === advised && attribute.role === 'size')) && (
                  <span className={`${css.note} figures`} aria-hidden>
                    {shortNote || advisedWord}
                  </span>
                )}
              </>
            )}
          </label>
        ))}
      </div>
    </div>
  );
}
