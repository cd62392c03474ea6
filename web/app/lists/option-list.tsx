import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { containsSearchWords } from '#contract/platform/search-words.ts';
import { CheckIcon } from '#web/ui/content/icons.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import css from './filters.module.css';
import type { FilterOption } from './list-filter.ts';

interface Props<Value> {
  label: string;
  /** Undefined while they are loaded. */
  options: readonly FilterOption<Value>[] | undefined;
  chosen: readonly Value[];
  multiple?: boolean;
  /** Set where the options are those that the server finds for what is typed. */
  onTyped?: (typed: string) => void;
  onChoose: (id: Value) => void;
}

/** With more options than this a field narrows them. */
const SEARCHED_ABOVE = 9;

/** Moves the focus between the buttons of a list with the arrow keys, Home and End. */
export function moveBetweenButtons(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  const inField = (event.target as HTMLElement).tagName === 'INPUT';
  if (to === undefined || (inField && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
}

/** The options of a filter, as buttons that are pressed or not. */
export function OptionList<Value extends string | number>({ label, options, chosen, multiple, onTyped, onChoose }: Props<Value>) {
  const [typed, setTyped] = useState('');
  if (!options && !onTyped) return <SkeletonText lines={4} />;
  const isFound = (option: FilterOption<Value>) => containsSearchWords(option.label, typed);
  const shown = onTyped ? options : options?.filter(isFound);
  const hasField = onTyped !== undefined || (options?.length ?? 0) > SEARCHED_ABOVE;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons in it
    <div className={css.editor} onKeyDown={moveBetweenButtons}>
      {hasField && (
        <TextInput
          aria-label={`Find ${label.toLowerCase()}`}
          placeholder="Find"
          value={typed}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onTyped?.(event.currentTarget.value);
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box */}
      <div role="group" aria-label={label} className={css.options}>
        {!shown && <SkeletonText lines={4} />}
        {shown?.map((option, index) => (
          <button
            key={option.id}
            type="button"
            className={css.option}
            aria-pressed={chosen.includes(option.id)}
            data-autofocus={(index === 0 && !hasField) || undefined}
            data-multiple={multiple || undefined}
            onClick={() => onChoose(option.id)}
          >
            <span className={css.mark}>{chosen.includes(option.id) && <CheckIcon size={16} />}</span>
            {option.label}
          </button>
        ))}
        {shown?.length === 0 && <p className={css.none}>Nothing found.</p>}
      </div>
    </div>
  );
}
