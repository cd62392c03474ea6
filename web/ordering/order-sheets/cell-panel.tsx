import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { SheetMessage } from './row-result.ts';
import css from './sheet-grid.module.css';
import type { CellOption } from './use-cell-options.ts';

interface Props {
  id: string;
  field: RefObject<HTMLInputElement | null>;
  message: SheetMessage | undefined;
  options: readonly CellOption[];
  highlighted: number;
  onChoose: (index: number) => void;
  /** The cell has been scrolled out of sight. */
  onClose: () => void;
}

/** Below the active cell: what is wrong with it, and what can be chosen instead. */
export function CellPanel({ id, field, message, options, highlighted, onChoose, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const place = () => {
      const cell = field.current?.closest('td')?.getBoundingClientRect();
      const own = panel.current;
      const around = own?.parentElement?.getBoundingClientRect();
      if (!own || !cell || !around) return;
      own.style.top = `${cell.bottom - around.top + 2}px`;
      own.style.left = `${Math.max(0, Math.min(cell.left - around.left, around.width - own.offsetWidth - 4))}px`;
    };
    place();
    panel.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
    const scroller = field.current?.closest('section');
    scroller?.addEventListener('scroll', place, { passive: true });
    return () => scroller?.removeEventListener('scroll', place);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press in it must not take the focus from the cell
    <div
      ref={panel}
      id={id}
      className={css.panel}
      data-kind={message?.kind}
      onMouseDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {message && (
        <p id={`${id}-message`} className={css.message}>
          {message.text}
        </p>
      )}
      {options.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label="Suggestions" className={css.options}>
          {options.map(({ key, text, detail }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the cell, which highlights one of them
            // biome-ignore lint/a11y/useFocusableInteractive: the cell keeps the focus
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === highlighted}
              className={css.option}
              onClick={() => onChoose(index)}
            >
              {text}
              {detail && <small>{detail}</small>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
