import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { findDropIndex, findDropIndexInGrid, moveItem } from './reorder.ts';

interface Drag<K> {
  key: K;
  to: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
/** In a grid, items follow each other along the rows. */
const SIDEWAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Changing the order of a list by dragging the handles of its items, or with the arrow keys on them. The items move when the
 * handle is released; until then `dropMark` says where that would be. `onMove` receives the keys in their new order. In a grid, the arrows to the sides work too.
 */
export function useReorder<K extends string | number>(
  keys: readonly K[],
  onMove: (keys: K[]) => void,
  { isGrid = false }: { isGrid?: boolean } = {},
) {
  const elements = useRef(new Map<K, HTMLElement>());
  const [drag, setDrag] = useState<Drag<K>>();
  const [announcement, setAnnouncement] = useState('');

  const move = (key: K, to: number, name: string) => {
    const from = keys.indexOf(key);
    if (from < 0 || to < 0 || to >= keys.length || to === from) return;
    onMove(moveItem(keys, from, to));
    setAnnouncement(`${name}: position ${to + 1} of ${keys.length}`);
  };
  const findTarget = (key: K, x: number, y: number) => {
    const middles = keys.map((one) => {
      const box = elements.current.get(one)?.getBoundingClientRect();
      return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
    });
    return isGrid
      ? findDropIndexInGrid(middles, { x, y })
      : findDropIndex(
          middles.map((middle) => middle.y),
          keys.indexOf(key),
          y,
        );
  };

  return {
    /** Read aloud after a move. */
    announcement,
    /** Properties of the element of an item. */
    item: (key: K) => {
      const [from, to] = [drag ? keys.indexOf(drag.key) : -1, drag?.to ?? -1];
      const isTarget = drag !== undefined && to !== from && keys[to] === key;
      return {
        ref: (element: HTMLElement | null) => {
          if (element) elements.current.set(key, element);
          else elements.current.delete(key);
        },
        'data-dragged': drag?.key === key || undefined,
        'data-drop': isTarget ? (to > from ? 'after' : 'before') : undefined,
      };
    },
    /** Properties of the button with which an item is moved. */
    handle: (key: K, name: string) => ({
      'aria-label': `Move ${name}. Use the arrow keys.`,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = isGrid && event.key in SIDEWAYS ? SIDEWAYS[event.key] : STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const button = event.currentTarget;
        move(key, keys.indexOf(key) + step, name);
        // Moving the element in the page takes the focus from the button.
        requestAnimationFrame(() => button.focus());
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ key, to: keys.indexOf(key) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.key === key) setDrag({ key, to: findTarget(key, event.clientX, event.clientY) });
      },
      onPointerUp: () => {
        if (drag?.key === key) move(key, drag.to, name);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
