import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchKey } from '../browser/use-search-key.ts';
import { SearchIcon } from '../content/icons.tsx';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (value: string) => void;
  /** Called with the text on Enter, for what a scanner enters. */
  onEnter?: (text: string) => void;
  className?: string | undefined;
}

const DEBOUNCE_MS = 300;

/** Searches while the person types, shortly after the last key. `/` focuses the field, Escape clears it. */
export function SearchInput({ label, placeholder, value, onSearch, onEnter, className }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useSearchKey(field);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Take over the value if it changed elsewhere (back, forward, "clear"), not if it came from this field.
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    // Not compared with the value: on a slow device, it may still be on its way.
    if (text.trim() === sent.current) return;
    sent.current = text.trim();
    onSearch(sent.current);
  };
  return (
    <search className={className}>
      <TextInput
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        leftSection={<SearchIcon size={18} />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(text), DEBOUNCE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            search(typed);
            onEnter?.(typed.trim());
          } else if (event.key === 'Escape' && typed !== '') {
            event.preventDefault();
            setTyped('');
            search('');
          }
        }}
      />
    </search>
  );
}
