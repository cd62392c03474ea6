import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_FILES, readParameter, readRelatedParts, UnreadablePartsError } from './multipart-related.rules.ts';

const TYPE = 'multipart/related; type="text/xml"; boundary="b;1"';

/** A body whose parts are their headers, an empty line and their content. */
const aBody = (
  parts: readonly [headers: string[], content: Buffer | string][],
  { end = '\r\n--b;1--\r\n', lineEnd = '\r\n' } = {},
) =>
  Buffer.concat([
    Buffer.from('What comes before the first boundary is left out.'),
    ...parts.flatMap(([headers, content]) => [
      Buffer.from(`${lineEnd}--b;1${lineEnd}${headers.map((header) => header + lineEnd).join('')}${lineEnd}`),
      Buffer.from(content),
    ]),
    Buffer.from(end),
  ]);

const XML: [string[], string] = [['Content-Type: text/xml; charset=UTF-8', 'Content-ID: <order@buyer>'], '<cXML/>'];
const aFile = (contentId: string): [string[], string] => [[`Content-ID: <${contentId}>`], contentId];

describe('P2: files beside a document', () => {
  it('come out to the byte: base64 in lines, binary with line breaks and boundaries of other parts, quoted-printable', () => {
    const bytes = Buffer.concat([Buffer.from('\r\n--b;2\r\n\0'), randomBytes(3000), Buffer.from('\r\n')]);
    const inLines = bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
    const { document, files } = readRelatedParts(
      aBody([
        XML,
        [
          [
            'content-type: application/PDF; name="ignored.pdf"',
            'CONTENT-TRANSFER-ENCODING: Base64',
            'Content-ID: <a>',
            'Content-Disposition: attachment; filename="a \\"b\\"; c.pdf"',
          ],
          inLines,
        ],
        [['Content-Type: image/png; name=logo.png', 'Content-Transfer-Encoding: binary', 'Content-ID: <b>'], bytes],
        [
          ['Content-Type: text/plain;\r\n charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
          'Gr=C3=B6=C3=9Fe 3D =3D=\r\n and on =  \r\nend',
        ],
      ]),
      TYPE,
    );
    expect(document.toString()).toBe('<cXML/>');
    expect(files).toEqual([
      { contentId: 'a', fileName: 'a "b"; c.pdf', contentType: 'application/pdf', bytes },
      { contentId: 'b', fileName: 'logo.png', contentType: 'image/png', bytes },
      { contentId: '', fileName: undefined, contentType: 'text/plain', bytes: Buffer.from('Größe 3D = and on end') },
    ]);
  });

  it.each([
    ['the first part', TYPE, [XML, aFile('a')], '<cXML/>'],
    ['the part that start names', `${TYPE}; start="<order@buyer>"`, [aFile('a'), XML], '<cXML/>'],
    ['the first part where start names none', `${TYPE}; start="<none>"`, [aFile('a'), XML], 'a'],
  ] as const)('the document is %s', (_name, type, parts, document) => {
    const read = readRelatedParts(aBody([...parts]), type);
    expect(read.document.toString()).toBe(document);
    expect(read.files).toHaveLength(1);
  });

  it('are read without the last boundary, with lines of Unix, and without headers', () => {
    const read = (...body: Parameters<typeof aBody>) => {
      const { document, files } = readRelatedParts(aBody(...body), TYPE);
      return [document, ...files.map(({ bytes }) => bytes)].map(String);
    };
    expect(read([XML, aFile('a')], { end: '' })).toEqual(['<cXML/>', 'a']);
    expect(read([XML, aFile('a')], { end: '\n--b;1--\n', lineEnd: '\n' })).toEqual(['<cXML/>', 'a']);
    expect(read([[[], '<cXML/>']])).toEqual(['<cXML/>']);
  });

  it.each<[string, Buffer, string]>([
    ['no boundary', aBody([XML]), 'multipart/related; type="text/xml"'],
    ['a boundary that does not occur', aBody([XML]), 'multipart/related; boundary=other'],
    ['no part', Buffer.from('--b;1--'), TYPE],
    ['a part without an end of its headers', Buffer.from(`--b;1\r\nContent-Type: text/xml\r\n--b;1--`), TYPE],
    [`${MAX_FILES + 1} files`, aBody([XML, ...Array.from({ length: MAX_FILES + 1 }, (_, place) => aFile(`f${place}`))]), TYPE],
  ])('are refused: %s', (_name, body, type) => {
    expect(() => readRelatedParts(body, type)).toThrow(UnreadablePartsError);
  });

  it(`are taken up to ${MAX_FILES}`, () => {
    const files = Array.from({ length: MAX_FILES }, (_, place) => aFile(`f${place}`));
    expect(readRelatedParts(aBody([XML, ...files]), TYPE).files).toHaveLength(MAX_FILES);
  });
});

it('reads parameters of headers in quotes and without, whatever their case', () => {
  expect(readParameter('multipart/related; Boundary=abc ; x=1', 'boundary')).toBe('abc');
  expect(readParameter('a/b; note="x; boundary=no"; boundary="y\\"z"', 'boundary')).toBe('y"z');
  expect(readParameter('a/b; boundary', 'boundary')).toBeUndefined();
});
