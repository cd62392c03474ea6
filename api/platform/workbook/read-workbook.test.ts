import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { zipWorkbook } from '#api/testing/zip-bombs.ts';
import { DamagedWorkbookError, readFirstSheet, type WorkbookRow, WorkbookTooLargeError } from './read-workbook.ts';
import { streamWorkbook } from './workbook.ts';

const LIMITS = { unpackedBytes: 1_000_000, sharedCharacters: 100_000 };
const read = async (bytes: Uint8Array) => {
  const rows: WorkbookRow[] = [];
  await readFirstSheet(bytes, LIMITS, 20, (row) => rows.push(row));
  return rows;
};
const SHEET = 'xl/worksheets/sheet1.xml';

describe('the first sheet of a workbook', () => {
  it('has the values that another program wrote', async () => {
    const day = new Date('2026-03-31T00:00:00Z');
    const time = new Date('2026-03-31T13:45:30Z');
    const file = await writeXlsx({
      sheets: [
        { name: 'One & only', rows: [['Zoë <&> "x"', 1042, -37.5, true, false, day, time], [], [null, 'é日本😀', '007', null]] },
        { name: 'Other', rows: [['not read']] },
      ],
    });

    expect(await read(file)).toEqual([
      { number: 1, cells: ['Zoë <&> "x"', 1042, -37.5, true, false, day, time] },
      { number: 3, cells: [null, 'é日本😀', '007'] },
    ]);
  });

  it('has the values that we wrote', async () => {
    const values = ['plain', '_x0041_', ' <&> ', '44 20 7946 0000', -12.5, true, new Date('2026-03-31T00:00:00Z'), null];
    const columns = values.map((value, index) => ({
      header: `C${index}`,
      width: 10,
      ...(value instanceof Date ? { numFmt: 'dd/mm/yyyy' } : {}),
      value: () => value,
    }));
    const pieces: Buffer[] = [];
    for await (const piece of streamWorkbook({ name: 'One', columns, rows: [0] })) pieces.push(piece);

    expect((await read(Buffer.concat(pieces)))[1]?.cells).toEqual(values.slice(0, -1));
  });

  it('has prefixes, rich text, references, formulas, errors and cells without addresses', async () => {
    const file = zipWorkbook({
      'xl/sharedStrings.xml':
        '<x:sst><x:si><x:r><x:t>Rich </x:t></x:r><x:r><x:t>text</x:t></x:r><x:rPh><x:t>phonetic</x:t></x:rPh></x:si></x:sst>',
      [SHEET]: `<?xml version="1.0"?><!-- > --><x:worksheet><x:sheetData><x:row r='4'><x:c t="s"><x:v>0</x:v></x:c>
        <x:c t="inlineStr"><x:is><x:t>a&#10;b_x000D_&amp;<![CDATA[<c>]]></x:t></x:is></x:c><x:c r = "D4" t="str"><x:f>1&gt;0</x:f><x:v>x</x:v></x:c>
        <x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="s"><x:v>9</x:v></x:c><x:c r="AA4"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });

    expect(await read(file)).toEqual([{ number: 4, formulas: 1, cells: ['Rich text', 'a\nb\r&<c>', null, 'x', '#N/A'] }]);
  });

  it('is read in UTF-16, and with texts of any length below the limit, which are cut', async () => {
    const sheet = '<worksheet><row><c t="inlineStr"><is><t>Zoë 日本</t></is></c></row></worksheet>';
    const utf16 = zipWorkbook({ [SHEET]: Buffer.from(`\ufeff${sheet}`, 'utf16le') });
    expect((await read(utf16))[0]?.cells).toEqual(['Zoë 日本']);
    const long = zipWorkbook({
      [SHEET]: ['<worksheet><row><c t="inlineStr"><is><t>', 'x', 60_000, '</t></is></c></row></worksheet>'],
    });
    expect((await read(long))[0]?.cells).toEqual(['x'.repeat(32_767)]);
  });

  it('is read with all kinds of dates', async () => {
    const file = (workbook: string) =>
      zipWorkbook({
        'xl/workbook.xml': `<workbook>${workbook}<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-809]d mmm&quot;s&quot;"/><numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
        [SHEET]: `<worksheet><row>${[0, 1, 2, 3].map((style) => `<c s="${style}"><v>46112</v></c>`).join('')}</row></worksheet>`,
      });

    const day = new Date('2026-03-31T00:00:00Z');
    expect((await read(file('')))[0]?.cells).toEqual([46112, day, day, 46112]);
    expect((await read(file('<workbookPr date1904="1"/>')))[0]?.cells[1]).toEqual(new Date('2030-04-01T00:00:00Z'));
  });

  it('is read with hours beyond a day as they are shown', async () => {
    const file = zipWorkbook({
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/><numFmt numFmtId="165" formatCode="[hh]:mm:ss;@"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="46"/></cellXfs></styleSheet>',
      [SHEET]:
        '<worksheet><row><c s="0"><v>1.5625</v></c><c s="1"><v>0.333333333</v></c><c s="2"><v>1.6666666667</v></c></row></worksheet>',
    });
    expect((await read(file))[0]?.cells).toEqual(['37:30', '8:00', '40:00']);
  });

  it('is read with the zeros that a format shows before numbers', async () => {
    const file = zipWorkbook({
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      [SHEET]:
        '<worksheet><row><c s="0"><v>123</v></c><c s="1"><v>123</v></c><c s="2"><v>123</v></c><c s="1"><v>1.5</v></c><c s="1"><v>-5</v></c></row></worksheet>',
    });
    expect((await read(file))[0]?.cells).toEqual([123, '00000123', 123, 1.5, -5]);
  });

  it.each([
    ['not a directory', Buffer.from('PK\x03\x04'.padEnd(100))],
    ['no sheet', zipWorkbook({ 'xl/workbook.xml': '<workbook/>' })],
    ['a missing file', zipWorkbook({})],
    ['a document type', zipWorkbook({ [SHEET]: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' })],
    ['a document type that does not end', zipWorkbook({ [SHEET]: ['<!DOCTYPE x [', '<!ENTITY a "b">', 10_000, ''] })],
    ['a tag without end', zipWorkbook({ [SHEET]: '<worksheet><row' })],
    ['tags that do not match', zipWorkbook({ [SHEET]: '<worksheet><row></worksheet></row>' })],
    [
      '200 elements within one another',
      zipWorkbook({ [SHEET]: `<worksheet>${'<row>'.repeat(200)}${'</row>'.repeat(200)}</worksheet>` }),
    ],
    ['a tag of 200,000 characters', zipWorkbook({ [SHEET]: ['<worksheet a="', 'x', 200_000, '"/>'] })],
    ['a comment of 200,000 characters', zipWorkbook({ [SHEET]: ['<worksheet><!--', 'x', 200_000, '--></worksheet>'] })],
    [
      'a text of 200,000 characters',
      zipWorkbook({ [SHEET]: ['<worksheet><row><c><v>', '1', 200_000, '</v></c></row></worksheet>'] }),
    ],
    ['a name of 200,000 characters', zipWorkbook({ [SHEET]: ['<worksheet><', 'x', 200_000, '/></worksheet>'] })],
    ['row 0', zipWorkbook({ [SHEET]: '<worksheet><row r="0"><c><v>1</v></c></row></worksheet>' })],
    ['row 99999999999', zipWorkbook({ [SHEET]: '<worksheet><row r="99999999999"><c><v>1</v></c></row></worksheet>' })],
    [
      'a row after the last one',
      zipWorkbook({ [SHEET]: '<worksheet><row r="1048576"><c><v>1</v></c></row><row><c><v>1</v></c></row></worksheet>' }),
    ],
    ['damaged content', damage(zipWorkbook({ [SHEET]: '<worksheet><row><c><v>1</v></c></row></worksheet>' }))],
  ])('is refused with %s', async (_, file) => {
    await expect(read(file)).rejects.toThrow(DamagedWorkbookError);
  });

  it('is refused with a directory that claims too much, before anything is unpacked', async () => {
    const file = zipWorkbook({ [SHEET]: ['<worksheet>', ' ', 1, '</worksheet>'] }, LIMITS.unpackedBytes);
    await expect(read(file)).rejects.toThrow(WorkbookTooLargeError);
  });

  it('is refused with a file that is longer than the directory says, even if all of them are within the limit', async () => {
    const file = zipWorkbook({ [SHEET]: ['<worksheet>', ' ', 50_000, '</worksheet>'] }, 100);
    await expect(read(file)).rejects.toThrow(WorkbookTooLargeError);
  });

  it('is refused at every length of an incomplete file', async () => {
    const file = zipWorkbook({ [SHEET]: '<worksheet><row><c><v>1</v></c></row></worksheet>' });
    for (let length = 1; length < file.length; length += 7)
      await expect(read(file.subarray(0, length))).rejects.toThrow(DamagedWorkbookError);
  });
});

/** Changes the checksums. */
function damage(file: Buffer): Buffer {
  for (let at = file.indexOf('PK\x01\x02'); at >= 0; at = file.indexOf('PK\x01\x02', at + 1))
    file.writeUInt8(file.readUInt8(at + 16) ^ 1, at + 16);
  return file;
}
