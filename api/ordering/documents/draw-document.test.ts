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
  const { result, heldMs } = await monitor.measure(() => Promise.all(Array.from({ length: 30 }, () => draw(1))));
  monitor.close();

  expect(first.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(result.every((each) => each.equals(first))).toBe(true);
  expect(heldMs).toBeLessThan(100);
});

it('lets no organisation wait for all the documents of another, and refuses those of one that has too many waiting', {
  timeout: 60_000,
}, async () => {
  const order: string[] = [];
  const mine = Array.from({ length: 102 }, () => draw(1).then(() => order.push('mine')));
  const refused = await Promise.allSettled([mine[101]]);
  await draw(2).then(() => order.push('theirs'));

  expect(refused[0]).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  expect(order.length).toBeLessThan(10);
  await Promise.all(mine.slice(0, 101));
});
