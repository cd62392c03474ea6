import { type ComponentPropsWithRef, type KeyboardEvent, useRef } from 'react';
import { GROUP_SEPARATOR, MAX_SCAN_LENGTH } from '#contract/scanned-codes.ts';
import css from './scan-field.module.css';

/** In milliseconds. A Tab this soon after Enter is the second character with which a scanner ends a scan: no one types so fast. */
const SUFFIX_MS = 100;

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  id: string;
  /** Called with what was scanned or typed, when Enter or Tab ends it. */
  onScan: (code: string) => void;
  /** Its label; "Scan a garment" unless it is given. */
  label?: string;
}

const isGroupSeparator = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === GROUP_SEPARATOR || (key === ']' && ctrlKey && !metaKey && !altKey);

/**
 * The field into which a scanner types the code of a garment, with its label. Enter ends a scan, and so does Tab in a field that is not empty: scanners are
 * set to either, or to both. Esc empties the field.
 */
export function ScanField({ id, onScan, onKeyDown, label = 'Scan a garment', ...input }: Props) {
  const endedAt = useRef(Number.NEGATIVE_INFINITY);

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const isTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isTab && field.value === '' && event.timeStamp - endedAt.current < SUFFIX_MS) event.preventDefault();
    else if (event.key === 'Enter' || (isTab && field.value.trim() !== '')) {
      event.preventDefault();
      endedAt.current = event.timeStamp;
      const code = field.value;
      field.value = '';
      if (code.trim() !== '') onScan(code);
    } else if (event.key === 'Escape') field.value = '';
    else if (isGroupSeparator(event)) {
      // A scanner types FNC1 as this key, which puts nothing into a field.
      event.preventDefault();
      field.setRangeText(
        GROUP_SEPARATOR,
        field.selectionStart ?? field.value.length,
        field.selectionEnd ?? field.value.length,
        'end',
      );
    } else onKeyDown?.(event);
  };

  return (
    <>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={css.field}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={MAX_SCAN_LENGTH}
        onKeyDown={handleKey}
      />
    </>
  );
}
