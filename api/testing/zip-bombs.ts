import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; `size` may be wrong. */
interface ArchiveFile {
  path: string;
  compressed: Buffer;
  crc: number;
  size: number;
}

/** Parts of a workbook around its first sheet. */
const PARTS: Record<string, string> = {
  '_rels/.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml': '<workbook><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>',
};

/** Compresses a content that repeats itself, without having it in memory as a whole. */
function compressRepeated(start: string, unit: string, count: number, end: string): Omit<ArchiveFile, 'path'> {
  // Compressed pieces can be joined if only the last one is marked as final.
  const [head, body, tail] = [start, unit.repeat(1000), end].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  const pieces = [head, ...Array.from({ length: Math.ceil(count / 1000) }, () => body)];
  const compressedBody = flush(body);
  const compressed = Buffer.concat([
    ...pieces.map((piece) => (piece === body ? compressedBody : flush(piece))),
    deflateRawSync(tail),
  ]);
  const crc = [...pieces, tail].reduce((sum, piece) => crc32(piece, sum), 0);
  return { compressed, crc, size: pieces.reduce((sum, { length }) => sum + length, 0) + tail.length };
}

const flush = (bytes: Buffer) => deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });

function toArchive(files: readonly ArchiveFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, compressed, crc, size } of files) {
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(compressed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    parts.push(Buffer.from('PK\x03\x04'), common, name, compressed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, entry.subarray(2), name);
    offset += 30 + name.length + compressed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** A text, bytes, or a text that repeats a unit between its start and its end. */
type Content = string | Buffer | readonly [start: string, unit: string, count: number, end: string];

/** Zips a workbook of these contents by path. For contents that repeat a unit, the directory can claim another size than the true one. */
export function zipWorkbook(contents: Record<string, Content>, claimedSize?: number): Buffer {
  return toArchive(
    Object.entries({ ...PARTS, ...contents }).map(([path, content]) => {
      if (typeof content === 'string') return { path, ...compressRepeated(content, '', 0, '') };
      if (Buffer.isBuffer(content))
        return { path, compressed: deflateRawSync(content), crc: crc32(content), size: content.length };
      const file = compressRepeated(...content);
      return { path, ...file, size: claimedSize ?? file.size };
    }),
  );
}

/** A sheet without rows that unpacks to 1 GB. */
const LONG_SHEET: Content = ['<worksheet><sheetData>', ' '.repeat(1000), 1_000_000, '</sheetData></worksheet>'];

/** Workbooks that would take gigabytes of memory, by what they contain too much of. */
export const ZIP_BOMBS = {
  'a sheet of 1 GB': () => zipWorkbook({ 'xl/worksheets/sheet1.xml': LONG_SHEET }),
  'a sheet of 1 GB that its directory denies': () => zipWorkbook({ 'xl/worksheets/sheet1.xml': LONG_SHEET }, 4096),
  '30 million shared texts': () =>
    zipWorkbook({
      'xl/sharedStrings.xml': ['<sst>', '<si/>', 30_000_000, '</sst>'],
      'xl/worksheets/sheet1.xml': '<worksheet/>',
    }),
  'a long text in every cell': () =>
    zipWorkbook({
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': [
        '<worksheet><sheetData>',
        `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`,
        40_000,
        '</sheetData></worksheet>',
      ],
    }),
  'a tag of 190 MB': () => zipWorkbook({ 'xl/worksheets/sheet1.xml': ['<worksheet><c ', 'x'.repeat(100), 1_900_000, '>'] }),
  'an empty cell in the last column of every row': () =>
    zipWorkbook({
      'xl/worksheets/sheet1.xml': [
        '<worksheet><sheetData>',
        '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>',
        3_000_000,
        '</sheetData></worksheet>',
      ],
    }),
};
