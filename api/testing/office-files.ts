import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Zips texts and bytes by their paths. */
export async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, content] of Object.entries(parts))
    file.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(content), path, { compress: path !== 'mimetype' });
  file.end();
  return buffer(file.outputStream as NodeJS.ReadableStream);
}

const MAIN = {
  docx: { path: 'word/document.xml', type: 'wordprocessingml.document' },
  xlsx: { path: 'xl/workbook.xml', type: 'spreadsheetml.sheet' },
  pptx: { path: 'ppt/presentation.xml', type: 'presentationml.presentation' },
} as const;
const ODF = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' } as const;

/** A small file of a program for offices, with further parts by their paths. */
export function anOfficeFile(
  kind: keyof typeof MAIN | keyof typeof ODF,
  parts: Record<string, string | Buffer> = {},
): Promise<Buffer> {
  if (kind in ODF)
    return zip({
      mimetype: `application/vnd.oasis.opendocument.${ODF[kind as keyof typeof ODF]}`,
      'content.xml': '<office:document-content/>',
      ...parts,
    });
  const { path, type } = MAIN[kind as keyof typeof MAIN];
  return zip({
    '[Content_Types].xml': `<Types><Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="${path}"/></Relationships>`,
    [path]: '<document/>',
    ...parts,
  });
}
