import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Entry {
  name: string;
  crc: number;
  compressed: Buffer;
  /** The size that the file claims, true or not. */
  size: number;
}

const UNPACKED_BYTES = 1024 ** 3;
const BLOCK_BYTES = 1024 ** 2;

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>';
const RELATIONSHIPS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>';
const WORKBOOK =
  '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>';
const WORKBOOK_RELATIONSHIPS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>';

const SHEET = {
  head: '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>',
  unit: '<row><c t="inlineStr"><is><t>email</t></is></c></row>',
  tail: '</sheetData></worksheet>',
};
const STRINGS = {
  head: '<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  unit: '<si><t>email</t></si>',
  tail: '</sst>',
};

type BombPart = 'xl/worksheets/sheet1.xml' | 'xl/sharedStrings.xml';

/**
 * A workbook of about 1 MB whose sheet (or table of texts) unpacks to 1 GB of valid XML. With `claimedBytes` the directory of the file states
 * that size instead of the true one.
 */
export function createZipBomb({
  claimedBytes,
  part = 'xl/worksheets/sheet1.xml',
}: {
  claimedBytes?: number;
  part?: BombPart;
} = {}): Buffer {
  const { head, unit, tail } = part === 'xl/sharedStrings.xml' ? STRINGS : SHEET;
  const block = Buffer.from(unit.repeat(Math.floor(BLOCK_BYTES / unit.length)));
  const blocks = Math.ceil(UNPACKED_BYTES / block.length);
  // Blocks that were compressed with a full flush at their end can be repeated: one is compressed for all of them.
  const compressed = Buffer.concat([
    flushed(Buffer.from(head)),
    ...Array.from<Buffer>({ length: blocks }).fill(flushed(block)),
    deflateRawSync(tail),
  ]);
  let crc = crc32(head);
  for (let index = 0; index < blocks; index += 1) crc = crc32(block, crc);
  const size = head.length + blocks * block.length + tail.length;
  const other =
    part === 'xl/sharedStrings.xml' ? text('xl/worksheets/sheet1.xml', `${SHEET.head}${SHEET.unit}${SHEET.tail}`) : undefined;
  return zip([
    text('[Content_Types].xml', CONTENT_TYPES),
    text('_rels/.rels', RELATIONSHIPS),
    text('xl/workbook.xml', WORKBOOK),
    text('xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONSHIPS),
    ...(other ? [other] : []),
    { name: part, crc: crc32(tail, crc), compressed, size: claimedBytes ?? size },
  ]);
}

const flushed = (content: Buffer) => deflateRawSync(content, { level: 9, finishFlush: constants.Z_FULL_FLUSH });

const text = (name: string, content: string): Entry => ({
  name,
  crc: crc32(content),
  compressed: deflateRawSync(content),
  size: Buffer.byteLength(content),
});

function zip(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, crc, compressed, size } of entries) {
    // Version 2.0, no flags, deflate, no time; then checksum, sizes and the length of the name.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(compressed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), compressed]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, position, Buffer.from(name)]));
    files.push(header);
    offset += header.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end]);
}
