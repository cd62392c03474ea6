import { describe, expect, it } from 'vitest';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import { SheetFileReader } from './sheet-file-reader.ts';

const busy = expect.objectContaining({ status: 503, headers: { 'retry-after': '5' } });
const aFile = Buffer.from('Name,Email\nAnn,ann@north.example\n');

describe('uploads of files', () => {
  it('are accepted one for each person, two for each organisation and four in all', () => {
    const reader = new SheetFileReader();
    const accept = (organisationId: number, person: string) => reader.accept({ organisationId, person });
    const end = accept(1, 'Ann');
    expect(() => accept(1, 'Ann')).toThrow(busy);
    accept(1, 'Ben');
    expect(() => accept(1, 'Cas')).toThrow(busy);
    for (const other of [2, 3]) accept(other, `Dan ${other}`);
    expect(() => accept(4, 'Eve')).toThrow(busy);

    end();
    expect(() => accept(1, 'Ann')).not.toThrow();
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
