import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { onIdle } from '#web/ui/browser/on-idle.ts';
import type { AdhocProduct } from '../products/catalogue-types.ts';
import type { Wearer } from '../products/optimistic-cart.ts';
import type { FieldTarget } from '../products/size-grid/grid-parts.ts';
import { loadSizeGrid } from '../products/size-grid/lazy-size-grid.tsx';
import type { AdhocQuantities } from './adhoc-quantities.ts';
import { AdhocRow } from './adhoc-row.tsx';
import css from './adhoc-rows.module.css';

/** Height of a closed row with the gap below it, in pixels. */
const ROW_HEIGHT = 82;

/** Pictures that a screen shows without scrolling. */
const INITIALLY_VISIBLE = 6;

/** What the page does with the rows. */
export interface RowsHandle {
  /** Moves the focus to the first product. */
  focusFirst: () => void;
  /** Opens a product and moves the focus to the field of a combination. */
  reveal: (productId: number, combinationId: number) => void;
}

interface Props {
  products: readonly AdhocProduct[];
  quantities: AdhocQuantities;
  /** For whom they are, where that is not whoever’s cart it is. */
  wearer: Wearer | undefined;
  label: string;
  ref: Ref<RowsHandle>;
}

const buttonOf = (list: HTMLElement | null, productId: number | undefined) =>
  list?.querySelector<HTMLButtonElement>(`button[data-product="${productId}"]`);

/** The row of a product that an event comes from. */
const rowOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-index]');

/**
 * The products of the ad hoc list. Arrow keys move between them, Enter opens one and goes to its first field, Escape returns to the
 * product and then closes it. Only rows that are visible, and the one with the focus, are in the document.
 */
export function AdhocRows({ products, quantities, wearer, label, ref }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [target, setTarget] = useState<{ productId: number; field: FieldTarget }>();
  const [active, setActive] = useState<number>();
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  // So that the first product opens at once.
  useEffect(() => onIdle(loadSizeGrid), []);
  const rows = useWindowVirtualizer({
    count: products.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => products[index]?.id ?? index,
    // Open rows are tall: what is laid out beside the visible ones delays every key.
    overscan: open.size > 0 ? 1 : 4,
    scrollMargin: top,
    // Below the header, above the bar.
    scrollPaddingStart: 80,
    scrollPaddingEnd: 160,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return active === undefined || active >= products.length || visible.includes(active)
        ? visible
        : [...visible, active].sort((one, other) => one - other);
    },
  });

  const focus = (index: number) => {
    const id = products[index]?.id;
    if (id === undefined) return;
    setActive(index);
    if (!buttonOf(list.current, id)) rows.scrollToIndex(index);
    // A row that is not visible has to be rendered first.
    if (buttonOf(list.current, id)) buttonOf(list.current, id)?.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => buttonOf(list.current, id)?.focus()));
  };

  const toggle = useCallback((productId: number, byKey: boolean) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(productId)) after.add(productId);
      return after;
    });
    setTarget(byKey ? { productId, field: 'first' } : undefined);
  }, []);
  const forgetTarget = useCallback(() => setTarget(undefined), []);

  useImperativeHandle(ref, () => ({
    focusFirst: () => focus(0),
    reveal: (productId, combinationId) => {
      const index = products.findIndex(({ id }) => id === productId);
      if (index < 0) return;
      setActive(index);
      setOpen((before) => new Set(before).add(productId));
      setTarget({ productId, field: combinationId });
      rows.scrollToIndex(index);
    },
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = rowOf(event.target);
    if (!row) return;
    const index = Number(row.dataset.index);
    const productId = products[index]?.id;
    const isHead = event.target === buttonOf(list.current, productId);
    if (event.key === 'Escape' && productId !== undefined) {
      if (!isHead) focus(index);
      else if (open.has(productId)) toggle(productId, false);
      else return;
    } else if (!isHead) return;
    else if (event.key === 'ArrowDown') focus(index + 1);
    else if (event.key === 'ArrowUp') focus(index - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(products.length - 1);
    else return;
    event.preventDefault();
  };

  return (
    <ul
      ref={list}
      className={css.rows}
      aria-label={label}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const row = rowOf(event.target);
        if (row) setActive(Number(row.dataset.index));
      }}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const product = products[index];
        return (
          product && (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={products.length}
              aria-posinset={index + 1}
              className={css.place}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <AdhocRow
                product={product}
                quantities={quantities}
                wearer={wearer}
                isOpen={open.has(product.id)}
                target={target?.productId === product.id ? target.field : undefined}
                eager={index < INITIALLY_VISIBLE}
                onToggle={toggle}
                onFocused={forgetTarget}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}
