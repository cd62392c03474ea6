import { Button } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { ScanField } from '../../scanning/scan-field.tsx';
import css from './packing.module.css';
import type { Packing } from './use-packing.ts';

export interface ScannerHandle {
  focus: () => void;
}

interface Props {
  ref: Ref<ScannerHandle>;
  packing: Packing;
  /** Why nothing can be scanned. */
  blocker: string | undefined;
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * The field into which a scanner types, with the answer to each scan. What is typed elsewhere on the page goes into it too: scanners type fast, and
 * where the focus is they do not know.
 */
export function Scanner({ ref, packing, blocker }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { message, scan, undo, moveOpen, open, bags } = packing;
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  useEffect(() => {
    if (!blocker) field.current?.focus();
  }, [blocker]);

  useEffect(() => {
    const takeOver = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
      // Not the space bar, which presses the button that has the focus, nor the keys of the search and of the help. A scan begins with neither.
      if (!/^[^\s/?]$/u.test(event.key) || document.querySelector('[role="dialog"], dialog[open]')) return;
      // The focus moves before the key is typed.
      field.current?.focus();
    };
    addEventListener('keydown', takeOver);
    return () => removeEventListener('keydown', takeOver);
  }, []);

  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.key === 'Backspace' && input.value === '' && !event.repeat) undo();
    else if (input.value === '' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      moveOpen(event.key === 'ArrowDown' ? 1 : -1);
    }
  };

  const meant = message?.scan?.kind === 'otherBag' || message?.scan?.kind === 'closed' ? message.scan.bagKey : undefined;
  const meantBag = bags.find(({ key }) => key === meant);
  return (
    <Card className={css.scanner}>
      <ScanField
        ref={field}
        id={id}
        placeholder={blocker ?? 'Barcode or SKU'}
        disabled={blocker !== undefined}
        aria-describedby={`${id}-keys`}
        onScan={scan}
        onKeyDown={onKey}
      />
      <div className={css.answer}>
        <output aria-live="polite" className={css.message}>
          {message && (
            <span key={message.id}>
              <StatusBadge tone={message.tone}>{message.text}</StatusBadge>
            </span>
          )}
        </output>
        {meantBag && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              if (message?.scan?.kind === 'closed') packing.reopen(meantBag);
              else open(meantBag.key);
              field.current?.focus();
            }}
          >
            {message?.scan?.kind === 'closed' ? 'Reopen' : 'Open'} Bag {meantBag.number}
          </Button>
        )}
        {message?.scan?.kind === 'otherOrder' && message.scan.orderId !== undefined && (
          <Link to={operatorPaths.order(message.scan.orderId)}>Open order {message.scan.orderId}</Link>
        )}
        <p id={`${id}-keys`} className={css.hint}>
          <kbd>Backspace</kbd> undo last scan
          {bags.length > 1 && (
            <>
              , <kbd>↑</kbd> <kbd>↓</kbd> other bag
            </>
          )}
        </p>
      </div>
    </Card>
  );
}
