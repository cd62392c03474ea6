import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { toTypedCode } from '#contract/scanned-codes.ts';
import { SearchIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { plural } from '#web/ui/format/format.ts';
import css from './code-field.module.css';
import { describeItem, describeItemStock } from './item-labels.ts';
import { isBlock } from './pasted-codes.ts';
import { type FoundItem, useLookup } from './use-lookup.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  text: string;
  onText: (text: string) => void;
  /** Called with what was chosen of the list. */
  onChoose: (item: FoundItem) => void;
  /** Called on Enter with a code of which nothing was chosen: typed to the end, or scanned. */
  onCode: (code: string) => void;
  /** Called with a pasted text of several lines or columns. */
  onBlock: (text: string) => void;
}

/** A field for a code, or for words of which a list shows what they find. */
export function CodeField({ ref, text, onText, onChoose, onCode, onBlock }: Props) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  /** Place in the list; -1: none. */
  const [active, setActive] = useState(-1);
  const { items, hasMore, isCurrent, error } = useLookup(text);
  const isShown = isOpen && text.trim().length > 1 && (items.length > 0 || isCurrent || error !== null);
  const current = isShown ? items[active] : undefined;

  const choose = (item: FoundItem) => {
    setOpen(false);
    setActive(-1);
    onChoose(item);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setOpen(true);
      setActive(Math.max(-1, Math.min(items.length - 1, active + step)));
    } else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Enter' && text.trim() !== '') {
      // A scanner sends Enter before the list is there; what it sends is a code.
      const only = isCurrent && items.length === 1 ? items[0] : undefined;
      if (current) choose(current);
      else if (only && !only.isExact) choose(only);
      else onCode(toTypedCode(text));
      setOpen(false);
      setActive(-1);
    } else return;
    event.preventDefault();
  };

  return (
    <div className={css.field}>
      <TextInput
        ref={ref}
        label="SKU, barcode or name"
        placeholder="Type, scan or paste"
        leftSection={<SearchIcon size={18} />}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${listId}-${active}` : undefined}
        maxLength={200}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!isBlock(pasted)) return;
          event.preventDefault();
          onBlock(pasted);
        }}
      />
      <div id={listId} role="listbox" aria-label="Products found" className={css.list} hidden={!isShown}>
        {isShown &&
          items.map((item, place) => (
            <div
              key={item.combinationId}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === active}
              className={css.option}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(place)}
              onClick={() => choose(item)}
              onKeyDown={() => {}}
            >
              <Picture src={item.imageSrc} alt="" size={40} />
              <span className={css.words}>
                <strong>{describeItem(item)}</strong>
                <span>
                  {item.sku} · {describeItemStock(item)}
                </span>
              </span>
            </div>
          ))}
        {isShown && (
          <p className={css.note} role="status">
            {error
              ? error.message
              : items.length === 0
                ? 'No product you can order has this code or name.'
                : hasMore
                  ? `The first ${items.length} matches. Add a colour or size to narrow the list.`
                  : plural(items.length, 'match', 'matches')}
          </p>
        )}
      </div>
    </div>
  );
}
