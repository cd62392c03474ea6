import { useEffect } from 'react';
import { splitMatches } from './matches.ts';
import css from './search-dialog.module.css';
import type { SearchGroup, SearchOption } from './search-options.tsx';

interface Props {
  id: string;
  groups: readonly SearchGroup[];
  /** The option that Enter opens. */
  current: SearchOption | undefined;
  query: string;
  onActive: (place: number) => void;
  onOpen: (option: SearchOption) => void;
}

/** The list of results. The focus stays in the field, which names the current option. */
export function SearchResults({ id, groups, current, query, onActive, onOpen }: Props) {
  const options = groups.flatMap((group) => group.options);
  const currentId = current && `${id}-${options.indexOf(current)}`;
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div id={id} role="listbox" aria-label="Results" className={css.list} data-empty={options.length === 0 || undefined}>
      {groups.map(({ title, options: rows }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
          <div id={`${id}-group-${group}`} className={css.title} role="presentation">
            {title}
          </div>
          {rows.map((option) => {
            const place = options.indexOf(option);
            return (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
              <div
                key={option.to}
                id={`${id}-${place}`}
                role="option"
                aria-selected={option === current}
                className={css.option}
                onPointerMove={() => onActive(place)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(option)}
              >
                <span className={css.icon}>{option.icon}</span>
                <span className={css.texts}>
                  <span className={css.label}>
                    <Highlighted text={option.label} query={query} />
                  </span>
                  {option.detail && (
                    <span className={css.detail}>
                      <Highlighted text={option.detail} query={query} />
                    </span>
                  )}
                </span>
                {option.status && <span className={css.status}>{option.status}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Highlighted({ text, query }: { text: string; query: string }) {
  return splitMatches(text, query).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    part.isMatch ? <mark key={place}>{part.text}</mark> : part.text,
  );
}
