import { Button, Loader, Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { plural } from '#web/ui/format/format.ts';
import { canListPeople, type Profile } from '../session/profile.ts';
import { readRecent } from './recent.ts';
import { type Command, parseCommand } from './search-actions.ts';
import css from './search-dialog.module.css';
import { listCommandGroups, listInitialGroups, listResultGroups, type SearchOption } from './search-options.tsx';
import { SearchResults } from './search-results.tsx';
import { canSearch, MAX_QUERY_LENGTH, useSearch } from './use-search.ts';

interface Props {
  caller: Profile;
  onOpen: (option: SearchOption) => void;
}

/** The field of the search and its results: a combobox whose list is always open. */
export function SearchPanel({ caller, onOpen }: Props) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // Enter before the results have arrived opens the first of them.
  const [isOpening, setOpening] = useState(false);
  const { command, sought } = parseCommand(caller, text);
  const { results, isCurrent, error, retry } = useSearch(sought, command);
  const query = text.trim();
  const field = useRef<HTMLInputElement>(null);
  const [recent] = useState(() => (caller.impersonatedCustomer === null ? readRecent(caller.id) : []));
  const groups =
    query === ''
      ? listInitialGroups(caller, recent)
      : command
        ? listCommandGroups(command, sought, results?.people ?? null)
        : listResultGroups(caller, query, results);
  const options = groups.flatMap((group) => group.options);
  const current = options[Math.min(active, options.length - 1)];

  const choose = (option: SearchOption) => {
    if (option.act?.kind !== 'type') {
      onOpen(option);
      return;
    }
    setText(option.act.text);
    setActive(0);
    field.current?.focus();
  };
  const latest = useRef({ current, choose });
  latest.current = { current, choose };
  useEffect(() => {
    if (!isOpening || !isCurrent) return;
    setOpening(false);
    if (latest.current.current) latest.current.choose(latest.current.current);
  }, [isOpening, isCurrent]);

  const move = (to: number) => setActive((to + options.length) % Math.max(options.length, 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const place = Math.min(active, options.length - 1);
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(place + 1);
    else if (event.key === 'ArrowUp') move(place - 1);
    else if (event.key === 'Enter' && current && (isCurrent || current.kind === 'page' || current.act?.kind === 'type'))
      choose(current);
    else if (event.key === 'Enter') setOpening(!isCurrent);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={css.head}>
        <SearchIcon size={20} />
        <input
          ref={field}
          data-autofocus
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          spellCheck={false}
          aria-label={canListPeople(caller) ? 'Search people, orders, products and pages' : 'Search orders, products and pages'}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${listId}-${options.indexOf(current)}` : undefined}
          placeholder={canListPeople(caller) ? 'Search people, orders, products, pages' : 'Search orders, products, pages'}
          maxLength={MAX_QUERY_LENGTH}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
            setOpening(false);
          }}
          onKeyDown={onKeyDown}
        />
        <span className={css.loader} data-on={!isCurrent || undefined}>
          <Loader size={16} aria-hidden="true" />
        </span>
        <Modal.CloseButton aria-label="Close search" />
      </div>
      <SearchResults id={listId} groups={groups} current={current} query={sought.trim()} onActive={setActive} onOpen={choose} />
      <Message
        query={sought.trim()}
        command={command}
        isEmpty={options.length === 0}
        hasMore={results?.people?.hasMore ?? false}
        isCurrent={isCurrent}
        error={error}
        onRetry={retry}
      />
      <p className={css.hints} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to move
        </span>
        <span>
          <kbd>Enter</kbd> to open
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </p>
      <VisuallyHidden>
        <span role="status">{query !== '' && isCurrent && !error && plural(options.length, 'result')}</span>
      </VisuallyHidden>
    </>
  );
}

const NOBODY: Readonly<Record<Command, string>> = {
  orderFor: 'You can order for no one called',
  invite: 'You can invite no one called',
};

const NONE_OF_MANY: Readonly<Record<Command, string>> = {
  orderFor: 'You can order for none of the first 100 people called',
  invite: 'You can invite none of the first 100 people called',
};

const WHY_NOBODY: Readonly<Record<Command, string>> = {
  orderFor: 'Check the spelling. Closed accounts are left out.',
  invite: 'Check the spelling. People who have a password are left out.',
};

interface MessageProps {
  query: string;
  command: Command | undefined;
  isEmpty: boolean;
  /** Whether more people match than were looked at. */
  hasMore: boolean;
  isCurrent: boolean;
  error: Error | null;
  onRetry: () => void;
}

function Message({ query, command, isEmpty, hasMore, isCurrent, error, onRetry }: MessageProps) {
  if (error)
    return (
      <div className={css.message} role="alert">
        <p>The search failed. {error.message}</p>
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  if (!isEmpty) return null;
  if (query === '') return command ? <p className={css.message}>Enter a name, an email address or an employee number.</p> : null;
  if (!canSearch(query)) return <p className={css.message}>Enter at least two characters.</p>;
  if (!isCurrent) return <p className={css.message}>Searching…</p>;
  if (command)
    return (
      <p className={css.message}>
        <strong>
          {hasMore ? NONE_OF_MANY[command] : NOBODY[command]} “{query}”.
        </strong>{' '}
        {hasMore ? 'Enter more of the name.' : WHY_NOBODY[command]}
      </p>
    );
  return (
    <p className={css.message}>
      <strong>Nothing found for “{query}”.</strong> Check the spelling, or search for part of a name, a number or a garment.
    </p>
  );
}
