import { expect, it } from 'vitest';
import { countDateShapes, NO_DATES } from '#api/platform/sheet-file/date-shapes.rules.ts';
import { findColumnOrder } from './date-order.rules.ts';

const shapesOf = (...cells: string[]) => {
  const shapes = { ...NO_DATES };
  for (const cell of cells) countDateShapes(shapes, cell);
  return shapes;
};

it('reads a column by the cells that have one order only', () => {
  expect(findColumnOrder(shapesOf('03/04/2026', '11/25/2026'), null)).toEqual({ order: 'month', basis: 'proved' });
  expect(findColumnOrder(shapesOf('03/04/2026', '25/11/2026'), null)).toEqual({ order: 'day', basis: 'proved' });
});

it('believes the file rather than an earlier answer', () => {
  expect(findColumnOrder(shapesOf('03/04/2026', '11/25/2026'), 'day')).toEqual({ order: 'month', basis: 'proved' });
});

it('asks where cells prove nothing, unless it was answered before', () => {
  expect(findColumnOrder(shapesOf('03/04/2026', '2026-04-03'), null)).toEqual({ order: null, basis: 'open' });
  expect(findColumnOrder(shapesOf('03/04/2026'), 'month')).toEqual({ order: 'month', basis: 'remembered' });
});

it('reads a column by the order of its dates that stand for none', () => {
  expect(findColumnOrder(shapesOf('03/04/2026', '12/31/9999'), null)).toEqual({ order: 'month', basis: 'proved' });
  expect(findColumnOrder(shapesOf('03/04/2026', '31/12/9999'), null)).toEqual({ order: 'day', basis: 'proved' });
  expect(findColumnOrder(shapesOf('31/03/2026', '12/31/9999'), null)).toEqual({ order: 'day', basis: 'proved' });
  expect(findColumnOrder(shapesOf('03/04/2026', '9999-12-31', '01/01/1900'), null)).toEqual({ order: null, basis: 'open' });
});

it('asks where cells prove both orders', () => {
  expect(findColumnOrder(shapesOf('11/25/2026', '25/11/2026'), null)).toEqual({ order: null, basis: 'open' });
});

it('has nothing to ask where every date can be read one way only', () => {
  expect(findColumnOrder(shapesOf('2026-04-03', '31 Mar 2026', '04/04/2026', '31.12.9999', 'soon'), null)).toBeNull();
});
