import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchKey } from '#web/ui/browser/use-search-key.ts';
import { CloseIcon, SearchIcon } from '#web/ui/content/icons.tsx';
import css from './search-field.module.css';

const DEBOUNCE_MS = 300;

interface Props {
  value: string;
  onSearch: (keyword: string) => void;
  label: string;
}

/** A search field that searches when typing pauses, and immediately on Enter. `/` focuses it from anywhere on the page. */
export function SearchField({ value, onSearch, label }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const searched = useRef(value);

  // The URL changed elsewhere: "back", or a removed chip.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setTyped(value);
  }, [value]);

  const search = (text: string) => {
    const keyword = text.trim();
    if (keyword === searched.current) return;
    searched.current = keyword;
    onSearch(keyword);
  };

  useEffect(() => {
    const timer = setTimeout(() => search(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });

  useSearchKey(field);

  const clear = () => {
    setTyped('');
    search('');
    field.current?.focus();
  };

  return (
    <TextInput
      ref={field}
      type="search"
      className={css.field}
      classNames={{ input: css.input }}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<SearchIcon size={18} />}
      rightSection={
        typed ? (
          <button type="button" className={css.clear} aria-label="Clear search" onClick={clear}>
            <CloseIcon size={16} />
          </button>
        ) : (
          <kbd className={css.key}>/</kbd>
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed);
        if (event.key === 'Escape' && typed) {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
