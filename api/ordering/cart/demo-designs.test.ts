import { expect, it } from 'vitest';
import { cartOf } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

it('shows designs of the demonstration that can be ordered', async () => {
  const { items } = await cartOf(await portal.as('buyer@corvane.example'));

  expect(items.map(({ customisations, warnings }) => [customisations.map(({ text, name }) => [text, name]), warnings])).toEqual([
    [[['Niamh D.', 'Name badge']], []],
    [[['Front desk', null]], []],
  ]);
});
