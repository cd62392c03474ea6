import { deflateSync } from 'node:zlib';

/** The source of a PDF: its objects from number 1 on, and what its trailer has besides the root, which is object 1. */
function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  const offsets: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, object] of objects.entries()) {
    offsets.push(length());
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object as string, 'latin1'), Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length();
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const page = (entries = '') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]${entries}>>`;

/** A page whose document or page has further entries, with further objects from number 4 on. */
const withEntries = ({ catalog = '', ofPage = '' }, ...objects: (string | Buffer)[]) =>
  writePdf([`<</Type/Catalog/Pages 2 0 R${catalog}>>`, PAGES, page(ofPage), ...objects]);

const link = (action: string) =>
  withEntries({ ofPage: '/Annots[4 0 R]' }, `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${action}>>`);

const stream = (dict: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`<<${dict}/Length ${content.length}>>stream\n`), content, Buffer.from('\nendstream')]);

/** Objects in a compressed stream, as number 4; the first of them has number 10. */
const inObjectStream = (object: string, bytes?: Buffer) =>
  withEntries(
    { catalog: '/Names 10 0 R' },
    stream('/Type/ObjStm/N 1/First 5/Filter/FlateDecode', bytes ?? deflateSync(Buffer.from(`10 0 ${object}`))),
  );

/** PDFs that are stored. */
export const HARMLESS_PDFS: Readonly<Record<string, Buffer>> = {
  'a page': withEntries({}),
  'a link to a page of the web': link('<</S/URI/URI(https://shop.example/receipt)>>'),
  'a document that opens on a page': withEntries({ catalog: '/OpenAction[3 0 R/Fit]' }),
  'a document that goes to a page when it opens': withEntries({ catalog: '/OpenAction<</S/GoTo/D[3 0 R/Fit]>>' }),
  'a compressed object': inObjectStream('<</Dests<<>>>>'),
  'a broken table of objects': Buffer.from(
    withEntries({})
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7'),
    'latin1',
  ),
};

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>';
const SENTENCE = { script: 'contains a script', action: 'opens or sends', embedded: 'other files', protected: 'password' };

/** PDFs that are refused, with a part of the sentence why. */
export const HOSTILE_PDFS: Readonly<Record<string, readonly [pdf: Buffer, sentence: string]>> = {
  'a script when it opens': [withEntries({ catalog: `/OpenAction${SCRIPT}` }), SENTENCE.script],
  'a script when it opens, in another object': [withEntries({ catalog: '/OpenAction 4 0 R' }, SCRIPT), SENTENCE.script],
  'a script with an escaped name': [withEntries({ catalog: '/OpenAction<</S/J#61vaScript/J#53(x)>>' }), SENTENCE.script],
  'a script in the tree of names': [withEntries({ catalog: `/Names<</JavaScript<</Names[(a)${SCRIPT}]>>>>` }), SENTENCE.script],
  'a script of a stream': [
    withEntries({ catalog: '/OpenAction<</S/JavaScript/JS 4 0 R>>' }, stream('', Buffer.from('x'))),
    SENTENCE.script,
  ],
  'a script behind a link': [link(SCRIPT), SENTENCE.script],
  'a script after going to a page': [
    withEntries({ catalog: `/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next${SCRIPT}>>` }),
    SENTENCE.script,
  ],
  'a script in a compressed object': [inObjectStream(`<</JavaScript<</Names[(a)${SCRIPT}]>>>>`), SENTENCE.script],
  'a script that nothing refers to': [withEntries({}, SCRIPT), SENTENCE.script],
  'a form with scripts of its own': [withEntries({ catalog: '/AcroForm<</Fields[]/XFA(x)>>' }), SENTENCE.script],
  'an action of a page': [withEntries({ ofPage: '/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>' }), SENTENCE.action],
  'a program to launch': [withEntries({ catalog: '/OpenAction<</S/Launch/F(calc.exe)>>' }), SENTENCE.action],
  'a program behind a link': [link('<</S/Launch/F(calc.exe)>>'), SENTENCE.action],
  'an address when it opens': [withEntries({ catalog: '/OpenAction<</S/URI/URI(https://x.example)>>' }), SENTENCE.action],
  'a link to a file of the reader': [link('<</S/URI/URI(file:///etc/passwd)>>'), SENTENCE.action],
  'a link that is a script': [link('<</S/URI/URI(javascript:alert(1))>>'), SENTENCE.action],
  'a link into another file': [link('<</S/GoToR/F(\\\\\\\\host\\\\share)/D[0/Fit]>>'), SENTENCE.action],
  'a form to send': [link('<</S/SubmitForm/F(https://x.example)>>'), SENTENCE.action],
  'data to import': [link('<</S/ImportData/F(x.fdf)>>'), SENTENCE.action],
  'a command of the reader': [link('<</S/Named/N/Print>>'), SENTENCE.action],
  'content in another file': [withEntries({}, stream('/F(\\\\\\\\host\\\\share)', Buffer.alloc(0))), SENTENCE.action],
  'embedded files': [
    withEntries(
      { catalog: '/Names<</EmbeddedFiles<</Names[(a)4 0 R]>>>>' },
      '<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>',
      stream('', Buffer.from('MZ')),
    ),
    SENTENCE.embedded,
  ],
  'an attached file': [
    withEntries(
      { ofPage: '/Annots[4 0 R]' },
      '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R>>',
      '<</Type/Filespec/F(a)>>',
    ),
    SENTENCE.embedded,
  ],
  'a portfolio': [withEntries({ catalog: '/Collection<<>>' }), SENTENCE.embedded],
  'a film': [withEntries({ ofPage: '/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]>>]' }), SENTENCE.embedded],
  'a password': [
    writePdf(
      ['<</Type/Catalog/Pages 2 0 R>>', PAGES, page()],
      `/Encrypt<</Filter/Standard/V 1/R 2/O(${'x'.repeat(32)})/U(${'x'.repeat(32)})/P -4>>/ID[(a)(a)]`,
    ),
    SENTENCE.protected,
  ],
  'a compressed object of 200 MB': [inObjectStream('', deflateSync(Buffer.alloc(200_000_000, ' '))), 'cannot be read'],
  'no pages': [Buffer.from('%PDF-1.7\n%%EOF\n'), 'cannot be read'],
  'lists within lists': [withEntries({}, '['.repeat(100_000)), 'cannot be read'],
};

/** A PDF whose table of objects finds its catalogue within the content of a page, where only a reader that follows the table sees the script. */
export function aPdfWithHiddenCatalog(): Buffer {
  const hidden = `1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction${SCRIPT}>>\nendobj\n`;
  const pdf = withEntries({ ofPage: '/Contents 4 0 R' }, stream('', Buffer.from(hidden))).toString('latin1');
  const at = pdf.indexOf(hidden);
  return Buffer.from(pdf.replace(/(0000000000 65535 f \n)\d{10}/, `$1${String(at).padStart(10, '0')}`), 'latin1');
}
