import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { addTestDocument, downloadDocument, uploadDocument } from '#api/testing/documents.ts';
import { anOfficeFile, zip } from '#api/testing/office-files.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aPdf, aPicture, useDataFolder } from '#api/testing/uploads.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { zipWorkbook } from '#api/testing/zip-bombs.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/content/documents/document-limits.ts';
import { deleteExpiredDocumentFiles, forgetDownloaders, purgeDeletedDocuments } from './document-files.queries.ts';

const folder = useDataFolder();
const portal = usePortal({ environment: { DATA_DIR: folder.path } });
let operator: TestOperatorClient;

beforeAll(async () => {
  operator = await portal.asOperator();
});

const upload = (name: string, content: Buffer, client = operator) => uploadDocument(portal, client, { name, content });
const OOXML = 'application/vnd.openxmlformats-officedocument';

describe('files that are stored', () => {
  it.each([
    ['a.pdf', () => aPdf(), 'application/pdf', 'a.pdf'],
    ['a.docx', () => anOfficeFile('docx'), `${OOXML}.wordprocessingml.document`, 'a.docx'],
    ['a.xlsx', () => anOfficeFile('xlsx'), `${OOXML}.spreadsheetml.sheet`, 'a.xlsx'],
    ['a.pptx', () => anOfficeFile('pptx'), `${OOXML}.presentationml.presentation`, 'a.pptx'],
    ['a.odt', () => anOfficeFile('odt'), 'application/vnd.oasis.opendocument.text', 'a.odt'],
    ['a.ods', () => anOfficeFile('ods'), 'application/vnd.oasis.opendocument.spreadsheet', 'a.ods'],
    ['a.png', () => aPicture('png'), 'image/png', 'a.png'],
    ['PDF in the name of Word.docx', () => aPdf(), 'application/pdf', 'PDF in the name of Word.pdf'],
    [
      'Excel in the name of Word.docx',
      () => anOfficeFile('xlsx'),
      `${OOXML}.spreadsheetml.sheet`,
      'Excel in the name of Word.xlsx',
    ],
    ['../../\u202efdp.docx', () => anOfficeFile('docx'), `${OOXML}.wordprocessingml.document`, 'fdp.docx'],
    [
      'chart.docx',
      () => anOfficeFile('docx', { 'word/embeddings/Microsoft_Excel_Sheet.xlsx': 'x' }),
      `${OOXML}.wordprocessingml.document`,
      'chart.docx',
    ],
  ])('%s', async (name, create, contentType, filename) => {
    const { status, file } = await upload(name, await create());
    expect([status, file.contentType, file.filename]).toEqual([200, contentType, filename]);
  });

  it('are sent as they came, if an office program made them', async () => {
    const content = await anOfficeFile('xlsx', { 'xl/worksheets/sheet1.xml': '<worksheet/>' });
    const { id } = await addTestDocument(portal, operator, {}, { name: 'order form.xlsx', content });
    const sent = await downloadDocument(portal, await portal.as('staff@meridian.example'), id);
    expect(sent.rawPayload.equals(content)).toBe(true);
  });
});

describe('files that are refused, with what is wrong', () => {
  it.each([
    ['empty.pdf', () => Buffer.alloc(0), 422, '“empty.pdf” is empty.'],
    ['a.txt', () => Buffer.from('Hello'), 415, '“a.txt” is not a PDF, Word, Excel, PowerPoint'],
    ['a.exe', () => Buffer.from('MZ\x90\x00'), 415, 'is not a PDF'],
    ['a.zip', () => zip({ 'a.txt': 'x' }), 415, 'is not a PDF'],
    ['a.docm', () => anOfficeFile('docx', { 'word/vbaProject.bin': 'x' }), 415, 'contains macros'],
    ['a.docx', () => anOfficeFile('docx', { 'word/vbaProject.bin': 'x' }), 415, 'contains macros'],
    ['a.xlsx', () => anOfficeFile('xlsx', { 'xl/macrosheets/sheet1.xml': 'x' }), 415, 'contains macros'],
    ['a.odt', () => anOfficeFile('odt', { 'Basic/Standard/Module1.xml': 'x' }), 415, 'contains macros'],
    [
      'b.docx',
      () =>
        zip({
          '[Content_Types].xml':
            '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        }),
      415,
      'contains macros',
    ],
    ['embedded.docx', () => anOfficeFile('docx', { 'word/embeddings/oleObject1.bin': 'x' }), 415, 'contains other files'],
    [
      'template.docx',
      () =>
        anOfficeFile('docx', {
          'word/_rels/settings.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="https://evil.example/a.dotm" TargetMode="External"/></Relationships>',
        }),
      415,
      'loads something from elsewhere',
    ],
    ['old.doc', () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 415, 'older format'],
    ['cut.docx', async () => (await anOfficeFile('docx')).subarray(0, 200), 415, 'cannot be read'],
    ['cut.pdf', () => aPdf().subarray(0, 60), 415, 'cannot be read'],
    [
      'script.pdf',
      () =>
        Buffer.from(
          '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(a)>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
        ),
      415,
      'contains a script',
    ],
  ])('%s', async (name, create, status, sentence) => {
    const refused = await upload(name, await create());
    expect(refused.status).toBe(status);
    expect(refused.error).toContain(sentence);
  });

  it('archives that unpack to more than 500 MB, also where their directory denies it', async () => {
    const bomb = (claimed?: number) =>
      zipWorkbook(
        {
          '[Content_Types].xml': `<Types><Override ContentType="${OOXML}.spreadsheetml.sheet.main+xml"/></Types>`,
          'xl/worksheets/sheet1.xml': ['<worksheet>', ' '.repeat(1000), 1_000_000, '</worksheet>'],
        },
        claimed,
      );
    for (const content of [bomb(), bomb(4096)]) {
      const refused = await upload('bomb.xlsx', content);
      expect([refused.status, refused.error]).toEqual([
        415,
        '“bomb.xlsx” is too large when it is unpacked. Please save it again, or upload it as a PDF.',
      ]);
    }
  });
});

describe('large files', () => {
  const media = (bytes: number) => anOfficeFile('pptx', { 'ppt/media/image1.jpeg': randomBytes(bytes) });

  it('of 50 MB are stored, whatever they are, and one byte more is refused', async () => {
    const overhead = (await media(1000)).length - 1000;
    const exact = await media(MAX_DOCUMENT_BYTES - overhead - 20_000);
    expect(exact.length).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
    expect(exact.length).toBeGreaterThan(MAX_DOCUMENT_BYTES - 30_000);
    expect((await upload('large.pptx', exact)).status).toBe(200);
    const large = await upload('larger.pptx', Buffer.concat([exact, Buffer.alloc(MAX_DOCUMENT_BYTES + 1 - exact.length)]));
    expect([large.status, large.error]).toEqual([413, '“larger.pptx” is larger than 50 MB.']);

    const stream = randomBytes(49_000_000);
    const pdf = Buffer.concat([
      Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n',
      ),
      Buffer.from(`4 0 obj<</Length ${stream.length}>>stream\n`),
      stream,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    ]);
    const stored = await upload('large.pdf', pdf);
    expect([stored.status, stored.error]).toEqual([200, undefined]);
    expect(stored.file.sizeBytes).toBeGreaterThan(49_000_000);
  });
});

describe('the contents', () => {
  const blobs = () => createBlobStore(portal.config.fileStorage);
  const storedFiles = async () => (await folder.listFiles()).filter((path) => /files\/../.test(path)).length;

  it('are deleted when no document has taken them within a day, and 90 days after their document was deleted unless a copy has them', async () => {
    await upload('unused.pdf', aPdf());
    const kept = await addTestDocument(portal, operator);
    const copied = await addTestDocument(portal, operator);
    const gone = await addTestDocument(portal, operator);
    await operator.post(`/api/operator/documents/${copied.id}/copies`, { organisationIds: [2] });
    await sql`update document_file set expires_at = now() - interval '2 minutes' where expires_at is not null`.execute(portal.db);
    const before = await storedFiles();
    expect(await deleteExpiredDocumentFiles({ db: portal.db, blobs: blobs() })).toBeGreaterThan(0);
    const used = await storedFiles();
    expect(used).toBeLessThan(before);

    for (const { id } of [copied, gone]) await operator.delete(`/api/operator/documents/${id}`);
    expect(await purgeDeletedDocuments({ db: portal.db })).toBe(0);
    await sql`update publication set deleted_at = now() - interval '91 days' where deleted_at is not null`.execute(portal.db);
    expect(await purgeDeletedDocuments({ db: portal.db })).toBe(2);
    await sql`update document_file set expires_at = now() - interval '2 minutes' where expires_at is not null`.execute(portal.db);
    expect(await deleteExpiredDocumentFiles({ db: portal.db, blobs: blobs() })).toBe(1);
    expect(await storedFiles()).toBe(used - 1);
    expect((await operator.get(`/api/operator/documents/download/${kept.id}`)).status).toBe(200);
    const { documents } = (
      await operator.get<'GET /api/operator/documents'>('/api/operator/documents?organisationId=2&state=draft')
    ).body;
    expect((await operator.get(`/api/operator/documents/download/${documents[0]?.id}`)).status).toBe(200);
  });

  it('lose the names of those who downloaded them after two years, and stay counted', async () => {
    const { id } = await addTestDocument(portal, operator);
    const staff = await portal.as('staff@meridian.example');
    await downloadDocument(portal, staff, id);
    await sql`update document_download set downloaded_at = now() - interval '2 years 1 day'`.execute(portal.db);
    await forgetDownloaders({ db: portal.db });
    const log = (await operator.get<'GET /api/operator/documents/:id/downloads'>(`/api/operator/documents/${id}/downloads`)).body;
    expect(log.downloads).toMatchObject([{ by: null, organisation: 'Meridian Resorts' }]);
  });
});
