import { beforeAll, describe, expect, it } from 'vitest';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { ZIP_BOMBS, zipWorkbook } from '#api/testing/zip-bombs.ts';

const aFile = Buffer.from('Name,Email\nAnn,ann@north.example\n');

describe('an upload', () => {
  const portal = usePortal();
  const harness = usePeopleImports(portal);
  let admin: TestClient;
  beforeAll(async () => {
    admin = await portal.as('admin@meridian.example');
  });

  it('that cannot be read is refused, and the next one is read', async () => {
    const send = (file: Buffer) => harness.sendFile(admin, file);

    // From now on the session is in memory, and no announcement takes it out: uploads are accepted in the order in which they are sent.
    await portal.settled();
    expect((await send(aFile)).status).toBe(200);

    const [bomb, meanwhile] = await Promise.all([send(ZIP_BOMBS['a long text in every cell']()), send(aFile)]);
    expect(bomb).toMatchObject({ status: 422, errors: { file: [expect.stringContaining('too much data')] } });
    expect(meanwhile).toMatchObject({ status: 503, errors: { server: [expect.stringContaining('upload the file again')] } });
    expect((await send(aFile)).status).toBe(200);
  });

  it('with a row beyond the last one of a sheet is refused', async () => {
    const row = (number: number, text: string) => `<row r="${number}"><c t="str"><v>${text}</v></c></row>`;
    const sheet = `<worksheet>${row(1, 'Email')}${row(99_999_999_999, 'ann@north.example')}</worksheet>`;
    const { status, errors } = await harness.sendFile(admin, zipWorkbook({ 'xl/worksheets/sheet1.xml': sheet }), 'people.xlsx');
    expect([status, errors.file]).toEqual([422, [expect.any(String)]]);
  });

  it.each([
    ['people.csv', '', 'The file is empty.'],
    ['people.xlsx', 'Name,Email\nAnn,ann@north.example\n', 'This is not an Excel workbook, although its name ends in .xlsx.'],
  ])('called %s with %j is refused with what it is', async (name, content, reason) => {
    const { status, errors } = await harness.sendFile(admin, content, name);
    expect([status, errors.file]).toEqual([422, [expect.stringContaining(reason)]]);
  });

  it('of our own export changes no one, also with values that spreadsheets could take for formulas or numbers', async () => {
    const created = await harness.run(
      admin,
      [
        'Employee number,Email,First name,Last name,Group',
        '+44 20,formula@made.example,=Ann,-Ash,North',
        '-5,at@made.example,Ben,@Birch,North',
      ].join('\n'),
    );
    expect(created.rows.map(({ outcome }) => outcome)).toEqual(['create', 'create']);

    const exported = await portal.app.inject({ method: 'GET', url: '/api/customers/exportToExcel', headers: admin.headers });
    const { counts, rows } = await harness.preview(admin, exported.rawPayload, { clearEmpty: true });
    expect(counts.unchanged).toBe(rows);
  });
});
