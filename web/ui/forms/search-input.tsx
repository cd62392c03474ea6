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
  /** Whether Tab after this text counts as Enter, since a scanner may end with it. */
  endsWithTab?: (text: string) => boolean;
  className?: string | undefined;
}

const DEBOUNCE_MS = 300;

/** Searches while the person types, shortly after the last key. `/` focuses the field, Escape clears it. */
export function SearchInput({ label, placeholder, value, onSearch, onEnter, endsWithTab, className }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState(value);
  /** The values that were sent and have not come back, the last one that did first. */
  const sent = useRef([value]);
  useSearchKey(field);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Take over the value if it changed elsewhere (back, forward, "clear"), not if it came from this field.
  useEffect(() => {
    const at = sent.current.lastIndexOf(value);
    if (at === -1) setTyped(value);
    sent.current = at === -1 ? [value] : sent.current.slice(at);
  }, [value]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    // Not compared with the value: on a slow device, it may still be on its way.
    const words = text.trim();
    if (words === sent.current.at(-1)) return;
    sent.current.push(words);
    onSearch(words);
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
          const isScanned = event.key === 'Tab' && !event.shiftKey && endsWithTab?.(typed) === true;
          if (isScanned) event.preventDefault();
          if (event.key === 'Enter' || isScanned) {
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
