import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { createEventLoopMonitor } from '#api/testing/fuzz/event-loop.ts';
import { HttpError } from './errors.ts';
import { fromJson } from './request-values.ts';
import { compileCheck } from './validation.ts';

const schema = Type.Object({
  name: Type.String({ message: 'Name is not a text.' }),
  items: Type.Array(Type.Object({ ids: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 5 }) }), {
    maxItems: 20,
    message: 'At most 20 items.',
  }),
});
const check = compileCheck(schema, 422);

function errorsOf(body: unknown): Record<string, string[]> {
  try {
    check(fromJson(schema, body));
  } catch (error) {
    if (error instanceof HttpError) return error.errors;
    throw error;
  }
  return {};
}

describe('a refused body', () => {
  it('has an error for each invalid property, by its path', () => {
    expect(errorsOf({ name: 'x', items: [] })).toEqual({});
    expect(errorsOf({ name: 1, items: [{ ids: [1] }, { ids: [2, 0] }, {}] })).toEqual({
      name: ['Name is not a text.'],
      'items[1].ids[1]': ['Ids is not valid.'],
      'items[2].ids': ['Ids is required.'],
    });
  });

  it('has an error for a list that is too long, whatever its surplus items are', () => {
    for (const item of [{ ids: [1] }, 'x']) {
      const items = [...new Array(20).fill({ ids: [] }), ...new Array(1000).fill(item)];
      expect(errorsOf({ name: 'x', items })).toMatchObject({ items: ['At most 20 items.'] });
    }
    expect(errorsOf({ name: 'x', items: [{ ids: new Array(6).fill(1) }] })).toEqual({ 'items[0].ids': ['Ids is not valid.'] });
  });

  it.each([
    ['ids', { name: 'x', items: [{ ids: new Array(500_000).fill(1) }] }, ['items[0].ids']],
    ['objects', { name: 'x', items: new Array(300_000).fill({}) }, ['items[0].ids']],
    ['names', Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])), ['name', 'items']],
  ])('does not hold the event loop, however many %s it contains', async (_, body, fields) => {
    const monitor = createEventLoopMonitor();
    const { result, heldMs } = await monitor.measure(async () => errorsOf(body));
    monitor.close();

    expect(Object.keys(result)).toEqual(expect.arrayContaining(fields));
    expect(heldMs).toBeLessThan(100);
  });
});
