import { describe, expect, it } from 'vitest';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import { SheetFileReader } from './sheet-file-reader.ts';

const busy = expect.objectContaining({ status: 503, headers: { 'retry-after': '5' } });
const aFile = Buffer.from('Name,Email\nAnn,ann@north.example\n');

describe('uploads of files', () => {
  it('are accepted one for each owner and four in all', () => {
    const reader = new SheetFileReader();
    const accept = (ownerId: number) => reader.accept(ownerId);
    const end = accept(1);
    expect(() => accept(1)).toThrow(busy);
    for (const other of [2, 3, 4]) accept(other);
    expect(() => accept(5)).toThrow(busy);

    end();
    expect(() => accept(1)).not.toThrow();
  });

  it('are read one after another', async () => {
    const reader = new SheetFileReader();
    const order: string[] = [];
    const read = async (name: string, file: Buffer) => {
      await reader.read(file, 'people.csv').catch(() => {});
      order.push(name);
    };
    await Promise.all([read('large', ZIP_BOMBS['an empty cell in the last column of every row']()), read('small', aFile)]);

    expect(order).toEqual(['large', 'small']);
  });
});
