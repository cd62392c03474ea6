import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchKey } from '#web/ui/browser/use-search-key.ts';
import { CloseIcon, SearchIcon } from '#web/ui/content/icons.tsx';
import css from './search-field.module.css';

const settleAfter = 300;

interface Props {
  value: string;
  onSearch: (keyword: string) => void;
  label: string;
}

/** A search box that asks once typing pauses, and at once on Enter. `/` leads to it from anywhere on the page. */
export function SearchField({ value, onSearch, label }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(value);

  // The address changed by itself: back, a chip taken away.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);

  const ask = (text: string) => {
    const keyword = text.trim();
    if (keyword === asked.current) return;
    asked.current = keyword;
    onSearch(keyword);
  };

  useEffect(() => {
    const timer = setTimeout(() => ask(typed), settleAfter);
    return () => clearTimeout(timer);
  });

  useSearchKey(field);

  const clear = () => {
    setTyped('');
    ask('');
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
        if (event.key === 'Enter') ask(typed);
        if (event.key === 'Escape' && typed) {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
