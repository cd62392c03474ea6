import { beforeAll, expect, it } from 'vitest';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

/** Files as people have reported them, with what each row does, what has to be confirmed, and what is said of it. */
const FILES: Record<string, { lines: string[]; rows: [outcome: string, findings: string[], reasons: (string | RegExp)[]][] }> = {
  'damaged numbers': {
    lines: [
      'Employee Number,First Name,Last Name,Email,Group',
      '1.02346E+11,Sci,One,sci.one@meridian.example,North',
      '1.02346E+11,Sci,Two,sci.two@meridian.example,North',
      '#N/A,Err,One,err.one@meridian.example,North',
    ],
    rows: [
      ['refuse', [], [/^The employee number “1\.02346E\+11” was shortened by a spreadsheet/]],
      ['refuse', [], [/^The employee number “1\.02346E\+11” was shortened by a spreadsheet/]],
      ['refuse', [], ['The employee number “#N/A” is an error of a spreadsheet.']],
    ],
  },
  'a shared mailbox': {
    lines: [
      'Employee Number,First Name,Last Name,Email,Group',
      '671,Amy,Rae,lodge@meridian.example,North',
      '672,Ben,Rae,lodge@meridian.example,North',
    ],
    rows: [
      ['create', [], []],
      ['refuse', [], ['Line 2 has the same email address.']],
    ],
  },
  'someone who came back': {
    lines: [
      'Employee Number,First Name,Last Name,Email,Group,End Date,Status',
      '681,Rita,Back,rita.back@meridian.example,North,2026-03-01,Terminated',
      '681,Rita,Back,rita.back@meridian.example,North,,Active',
    ],
    rows: [
      ['unchanged', [], ['Another contract of the person in line 3, whose contract is the current one.']],
      ['create', [], []],
    ],
  },
  'new numbers': {
    lines: [
      'Payroll ID,First Name,Last Name,Email',
      'P-MR12191,Fiona,Anderson,fiona.anderson@meridian.example',
      'P-MR10721,Kirsty,Anderson,kirsty.anderson@meridian.example',
    ],
    rows: [
      ['change', ['newNumber'], []],
      ['change', ['newNumber'], []],
    ],
  },
  'a new surname': {
    lines: ['Employee Number,First Name,Last Name,Email', 'MR12422,Fatima,Newname,fatima.newname@meridian.example'],
    rows: [['change', ['newSurname', 'newEmail'], [/^Email: changes once|^$/]]],
  },
  'addresses with a name': {
    lines: [
      'Employee Number,First Name,Last Name,Email,Group',
      '651,A,Quill,mailto:a.quill@meridian.example,North',
      '652,B,Quill,B Quill <b.quill@meridian.example>,North',
    ],
    rows: [
      ['create', [], ['The email address a.quill@meridian.example was taken out of “mailto:a.quill@meridian.example”.']],
      ['create', [], ['The email address b.quill@meridian.example was taken out of “B Quill <b.quill@meridian.example>”.']],
    ],
  },
  'a cell beyond the headings': {
    lines: [
      'Employee Number,First Name,Last Name,Email,Group,,',
      '901,A,Trail,a.trail@meridian.example,North,,',
      '902,B,Trail,b.trail@meridian.example,North,,check',
    ],
    rows: [
      ['create', [], []],
      ['create', [], [/check/]],
    ],
  },
  'weekly hours': {
    lines: [
      'Employee Number,First Name,Last Name,Email,Group,Weekly hours',
      '801,A,Hrs,a.hrs@meridian.example,North,37.5h',
      '802,B,Hrs,b.hrs@meridian.example,North,37:30',
      '803,C,Hrs,c.hrs@meridian.example,North,0x10',
    ],
    rows: [
      ['create', [], []],
      ['create', [], []],
      ['create', [], ['The weekly hours “0x10” are not a number. This was not imported.']],
    ],
  },
};

it.each(Object.entries(FILES))('%s', async (_, { lines, rows: expected }) => {
  const { id, findings } = await imports.preview(admin, lines.join('\n'));
  const rows = await imports.rows(admin, id);
  expect(rows.map((row) => [row.outcome, row.findings])).toEqual(expected.map(([outcome, found]) => [outcome, found]));
  for (const [index, [, , reasons]] of expected.entries()) {
    const said = rows[index]?.reasons ?? [];
    for (const [at, reason] of reasons.entries())
      if (typeof reason === 'string') expect(said[at]).toBe(reason);
      else expect(said[at] ?? '').toMatch(reason);
  }
  if (expected.every(([outcome]) => outcome === 'refuse')) return;
  expect((await imports.requestRun(admin, id, undefined, findings)).status).toBe(200);
  await imports.runJob(admin, id);
  expect((await imports.rows(admin, id)).map(({ outcome }) => outcome)).toEqual(expected.map(([outcome]) => outcome));
});
