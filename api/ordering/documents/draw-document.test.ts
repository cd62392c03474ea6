import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createEventLoopMonitor } from '#api/testing/fuzz/event-loop.ts';
import type { DocumentTask } from './document-renderers.ts';
import { drawDocument } from './draw-document.ts';

const task: DocumentTask = {
  kind: 'accountStatement',
  content: [
    { brand: { name: 'sundial', companyName: 'Sundial Workwear' }, createdAt: new Date('2026-03-31T12:00:00Z') },
    {
      month: 'March 2026',
      firstDay: '2026-03-01',
      lastDay: '2026-03-31',
      organisationName: 'Meridian Resorts',
      address: ['1 High Street'],
      seller: { name: 'Sundial Workwear', address: [] },
      currencyCode: 'GBP',
      openingMinor: 0,
      entries: Array.from({ length: 20 }, (_, index) => ({
        day: '2026-03-12',
        text: `Invoice ${index}`,
        detail: null,
        amountMinor: 100 + index,
      })),
      openInvoices: [],
    },
  ],
};
const draw = async (organisationId: number) => buffer(await drawDocument({ organisationId }, task));

it('draws documents without holding up other requests, and the same document gives the same bytes', {
  timeout: 30_000,
}, async () => {
  const [first] = [await draw(1)];
  const monitor = createEventLoopMonitor();
  const { result, heldMs } = await monitor.measure(() => Promise.all(Array.from({ length: 15 }, () => draw(1))));
  monitor.close();

  expect(first.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(result.every((each) => each.equals(first))).toBe(true);
  expect(heldMs).toBeLessThan(100);
});

it('lets no organisation wait for all the documents of another, and refuses those of one that has too many waiting', {
  timeout: 30_000,
}, async () => {
  const order: string[] = [];
  const waiting = [1, 2, 3, 4].map(() => draw(1).then(() => order.push('mine')));
  // They fail at once.
  const broken: DocumentTask = {
    kind: 'accountStatement',
    content: Object.assign([], task.content, { 1: Object.assign({}, task.content[1], { entries: null }) }),
  };
  const failing = Array.from({ length: 97 }, () => drawDocument({ organisationId: 1 }, broken));
  const results = Promise.allSettled([...failing, draw(1)]);
  await draw(2).then(() => order.push('theirs'));

  expect(order.length).toBeLessThan(4);
  expect((await results).at(-1)).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  await Promise.all(waiting);
});
