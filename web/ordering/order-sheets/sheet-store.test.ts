import { describe, expect, it } from 'vitest';
import { formatClipboardText, parseClipboardText } from './clipboard-text.ts';
import { createRow } from './sheet-rows.ts';
import { SheetStore } from './sheet-store.ts';

/** A sheet with these wearers, each with two shirts. */
function aSheet(...wearers: string[]): SheetStore {
  const store = new SheetStore();
  store.load(wearers.map((wearer) => createRow({ wearer, garment: 'Shirt', quantity: '2' })));
  return store;
}
const textOf = (store: SheetStore, count = 3) =>
  store
    .rows()
    .slice(0, count)
    .map(({ wearer, garment, colour, size, quantity }) => [wearer, garment, colour, size, quantity].join('|'));

describe('text of the clipboard', () => {
  it.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\t\t', [['a', '', '']]],
    ['"two\nlines"\t"say ""hi"""\n', [['two\nlines', 'say "hi"']]],
    ['5" pipe\tb', [['5" pipe', 'b']]],
    ['', [['']]],
    ['a\n\nb', [['a'], [''], ['b']]],
  ])('%j', (text, block) => {
    expect(parseClipboardText(text)).toEqual(block);
    expect(parseClipboardText(formatClipboardText(block))).toEqual(block);
  });
});

describe('a pasted block', () => {
  it('fills from the chosen cell, and can be undone in one step', () => {
    const store = aSheet('Ann', 'Ben');
    store.select({ row: 1, column: 1 });
    expect(store.paste('Coat\tNavy\r\nHat\tRed\r\n')).toEqual({ text: '2 rows pasted.', isRefused: false });
    expect(textOf(store)).toEqual(['Ann|Shirt|||2', 'Ben|Coat|Navy||2', '|Hat|Red||']);
    store.undo();
    expect(textOf(store)).toEqual(['Ann|Shirt|||2', 'Ben|Shirt|||2', '||||']);
    store.redo();
    expect(textOf(store)[2]).toBe('|Hat|Red||');
  });

  it('is read by its headings, whatever the order of the columns', () => {
    const store = aSheet();
    expect(store.paste('Qty\tName\tLeft\tProduct\n3\tAnn\t9\tCoat').text).toBe('One row pasted. One column was left out.');
    expect(textOf(store, 1)).toEqual(['Ann|Coat|||3']);
  });

  it('of one value fills the selection', () => {
    const store = aSheet('Ann', 'Ben', 'Cy');
    store.select({ row: 0, column: 2 });
    store.select({ row: 1, column: 3 }, true);
    store.paste('Navy');
    expect(textOf(store)).toEqual(['Ann|Shirt|Navy|Navy|2', 'Ben|Shirt|Navy|Navy|2', 'Cy|Shirt|||2']);
  });

  it('of more rows than a sheet holds is refused, and changes nothing', () => {
    const store = aSheet('Ann');
    const before = store.rows();
    const { text, isRefused } = store.paste(Array.from({ length: 10_000 }, () => 'Ann\tShirt').join('\n'));
    expect([text, isRefused]).toEqual([
      'You pasted 10,000 rows. A sheet holds at most 500, so nothing was pasted. Please split the rows.',
      true,
    ]);
    expect(store.rows()).toBe(before);
    store.select({ row: 1, column: 0 });
    expect(store.paste(Array.from({ length: 500 }, () => 'Ann').join('\n')).isRefused).toBe(true);
    store.select({ row: 0, column: 0 });
    expect(store.paste(Array.from({ length: 500 }, () => 'Ann').join('\n')).isRefused).toBe(false);
    expect(store.rows()).toHaveLength(500);
  });
});

describe('a sheet', () => {
  it('fills down the selection, or from the row above, with the person who was chosen', () => {
    const store = aSheet('Ann', 'Ben', 'Cy');
    store.choose('Ann', 7);
    store.select({ row: 2, column: 0 }, true);
    store.fillDown();
    expect(store.rows().slice(0, 3)).toMatchObject([{ wearer: 'Ann', customerId: 7 }, { customerId: 7 }, { customerId: 7 }]);
    store.select({ row: 3, column: 1 });
    store.fillDown();
    expect(store.rows()[3]?.garment).toBe('Shirt');
  });

  it('forgets the person who was chosen when another wearer is typed', () => {
    const store = aSheet('Ann');
    store.choose('Ann', 7);
    store.type('Anna');
    store.commit();
    expect(store.rows()[0]).toMatchObject({ wearer: 'Anna', customerId: null });
  });

  it('keeps a corrected row in view while only rows with problems are shown', () => {
    const store = aSheet('Ann', 'Ben', 'Cy');
    store.filter(new Set([store.rows()[1]?.key ?? 0]));
    expect(store.state().shown.map(({ wearer }) => wearer)).toEqual(['Ben']);
    store.type('Bob');
    store.commit();
    expect(store.state().shown.map(({ wearer }) => wearer)).toEqual(['Bob']);
    store.filter(undefined);
    expect(textOf(store)).toEqual(['Ann|Shirt|||2', 'Bob|Shirt|||2', 'Cy|Shirt|||2']);
  });

  it('inserts and deletes rows', () => {
    const store = aSheet('Ann', 'Ben');
    store.select({ row: 1, column: 0 });
    store.insertRow();
    expect(textOf(store)).toEqual(['Ann|Shirt|||2', '||||', 'Ben|Shirt|||2']);
    store.selectRows(0, 1);
    store.deleteRows();
    expect(textOf(store, 1)).toEqual(['Ben|Shirt|||2']);
  });
});
