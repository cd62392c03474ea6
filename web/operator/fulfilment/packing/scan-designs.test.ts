import { expect, it } from 'vitest';
import { createReply } from '#web/testing/example-reply.ts';
import type { PackLine, PackOrder } from '../pack-order.ts';
import { toBags } from './bags.ts';
import { addPieces } from './packing-state.ts';
import { resolveScan } from './scan.ts';

/** An order of pieces of one size: each with a name badge, or with nothing on it. */
function anOrder(...names: (string | undefined)[]): PackOrder {
  const { orders } = createReply('GET /api/operator/packing', {
    orders: [
      {
        id: 40,
        parcelMode: 'destination',
        lines: names.map((text, index) => ({
          ...{ id: index + 1, productName: 'Polo', sku: 'POLO-M', size: 'M', quantity: 1, pendingQuantity: 1, readyQuantity: 1 },
          designs: text === undefined ? [] : [{ methodId: 40, method: 'Name badge', position: 'Left chest', text }],
        })),
      },
    ],
  });
  return orders[0] as PackOrder;
}

function scan(order: PackOrder, packed: readonly PackLine[] = []) {
  const bags = toBags([order]);
  const state = packed.reduce((before, line) => addPieces(before, line, 1, 0), {});
  return resolveScan('POLO-M', { orders: [order], bags, openBag: bags[0], elsewhere: [], state })?.message;
}

it('a scan says what has to be on the piece, and what to do where another piece of its size differs', () => {
  expect(scan(anOrder('N. Doyle'))).toBe('Added: Polo, M. 1 of 1 packed. Check it: Left chest: name badge “N. Doyle”');
  const two = anOrder('N. Doyle', 'A. Ash');
  expect(scan(two)).toBe(
    'Added: Polo, M. 1 of 1 packed. Check it: Left chest: name badge “N. Doyle”. If it has another design, undo the scan and count the piece at its own line',
  );
  expect(scan(two, toBags([two])[0]?.lines.slice(0, 1))).toMatch(/“A\. Ash”$/);
  expect(scan(anOrder(undefined, 'N. Doyle'))).toContain('Check that nothing is on it. If it has another design');
  expect(scan(anOrder(undefined))).toBe('Added: Polo, M. 1 of 1 packed');
});
