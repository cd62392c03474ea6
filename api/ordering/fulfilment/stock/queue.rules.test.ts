import { describe, expect, it } from 'vitest';
import { listBrokenPromises, type QueuedLine, serveFirst } from './queue.rules.ts';

/** A queue for so many pieces on hand; each line with the pieces that it waits for and its promised day. */
function aQueue(onHand: number, ...lines: [pending: number, dueOn?: string][]): QueuedLine[] {
  let ahead = 0;
  return lines.map(([pending, dueOn], index) => {
    const line = { organisationId: 1, orderId: index + 1, lineId: index + 1, pending, dueOn: dueOn ?? null, ahead };
    ahead += pending;
    return { ...line, ready: Math.max(0, Math.min(pending, onHand - line.ahead)) };
  });
}

describe('serving a line first', () => {
  const changes = (onHand: number, pieces: number[], lineId: number) =>
    serveFirst(aQueue(onHand, ...pieces.map((each): [number] => [each])), lineId, onHand).map(({ line, before, after }) => [
      line.lineId,
      before,
      after,
    ]);

  it('takes the pieces from the last lines that have some', () => {
    expect(changes(5, [2, 3, 4], 3)).toEqual([
      [3, 0, 4],
      [1, 2, 1],
      [2, 3, 0],
    ]);
  });

  it('changes nothing where nothing is on hand, or the line has all its pieces', () => {
    expect(changes(0, [2, 3], 2)).toEqual([]);
    expect(changes(-3, [2, 3], 2)).toEqual([]);
    expect(changes(9, [2, 3], 2)).toEqual([]);
  });
});

describe('promises that a delivery no longer keeps', () => {
  const broken = (
    queue: QueuedLine[],
    onHand: number,
    deliveries: [string, number][],
    movedFrom = '2026-12-01',
    today = '2026-11-29',
  ) =>
    listBrokenPromises(
      queue,
      { onHand, deliveries: deliveries.map(([dueOn, quantity]) => ({ dueOn, quantity })) },
      { movedFrom, today },
    ).map(({ line, dueOn }) => [line.lineId, dueOn]);

  it('are those for an earlier day than that on which the pieces arrive', () => {
    const queue = aQueue(1, [1, '2026-12-01'], [2, '2026-12-01'], [2, '2026-12-20'], [2]);
    expect(
      broken(queue, 1, [
        ['2026-12-10', 2],
        ['2026-12-15', 9],
      ]),
    ).toEqual([[2, '2026-12-10']]);
  });

  it('are also those for the day of a delivery that comes earlier', () => {
    const queue = aQueue(0, [2, '2026-12-01'], [1, '2026-12-05']);
    expect(broken(queue, 0, [['2026-11-30', 9]])).toEqual([[1, '2026-11-30']]);
  });

  it('stay where no delivery brings the pieces, and where its day has passed', () => {
    const queue = aQueue(0, [2, '2026-12-01'], [5, '2026-12-01']);
    expect(broken(queue, 0, [['2026-12-09', 4]])).toEqual([[1, '2026-12-09']]);
    expect(broken(queue, 0, [['2026-11-28', 9]])).toEqual([]);
  });
});
