import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';
import { UploadSlots } from './files/upload-slots.ts';

it('one task of each owner runs in turn, those of one owner in their order, and an error is only its own', async () => {
  const queue = new FairQueue('Busy.');
  const order: string[] = [];
  const add = (owner: string, name: string) =>
    queue.run(owner, async () => {
      order.push(name);
      if (name === 'a2') throw new Error('Not a picture.');
      return name;
    });

  const results = await Promise.allSettled([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => add('Ann', name)),
    ...['b1', 'b2'].map((name) => add('Ben', name)),
    add('Cas', 'c1'),
  ]);

  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await add('Ann', 'a5')).toBe('a5');
});

it('no owner has more tasks waiting than the limit', async () => {
  const queue = new FairQueue('Busy.', { maxWaiting: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = (owner: string) => queue.run(owner, () => promise);
  const accepted = [run('Ann'), run('Ann'), run('Ann'), run('Ben')];
  await expect(run('Ann')).rejects.toMatchObject({ status: 503 });
  resolve();
  await Promise.all(accepted);
  await expect(run('Ann')).resolves.toBeUndefined();
});

it('uploads of one person leave places to colleagues, and those of one organisation to others', () => {
  const slots = new UploadSlots({ total: 8, perOrganisation: 5, perPerson: 3 }, 'Busy.');
  const accept = (organisationId: number, person: string, count: number) =>
    Array.from({ length: count }, () => slots.accept({ organisationId, person }));
  const [end] = accept(1, 'Ann', 3);
  expect(() => accept(1, 'Ann', 1)).toThrow('Busy.');
  accept(1, 'Ben', 2);
  expect(() => accept(1, 'Cas', 1)).toThrow('Busy.');
  accept(2, 'Dan', 3);
  expect(() => accept(3, 'Eve', 1)).toThrow('Busy.');

  end?.();
  end?.();
  accept(3, 'Eve', 1);
  expect(() => accept(3, 'Eve', 1)).toThrow('Busy.');
});
