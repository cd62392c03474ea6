import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { findPersonRecord, type PeopleImportRowReply, usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let testNumber = 0;
let prefix: string;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});
beforeEach(() => {
  testNumber += 1;
  prefix = `w${testNumber}`;
});

const HEAD = 'Employee number,Email,First name,Last name,Group,Last day of work,Account,PO';
const file = (...lines: string[]) => [HEAD, ...lines].join('\n');
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);
const address = (name: string) => `${prefix}.${name}@made.example`;
/** What rows do and why: `2 create`, `3 refuse: …`. */
const summarise = (rows: readonly PeopleImportRowReply[]) =>
  rows.map(({ line, outcome, reasons }) => [`${line} ${outcome}`, ...reasons].join(': '));
/** A person with a number and a name of their own. */
async function aKnownPerson(number: string, firstName: string, lastName: string, overrides: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(portal.db, { role: 'Staff', ...overrides });
  await run`update customer set employee_number = ${number}, first_name = ${firstName}, last_name = ${lastName} where id = ${person.id}`;
  return person;
}
const emailOf = async (id: number) =>
  (await sql<{ email: string }>`select email from customer where id = ${id}`.execute(portal.db)).rows[0]?.email;

describe('several contracts of one person', () => {
  it('give one person: the current one counts, and an ended one closes nobody', async () => {
    const rita = await aKnownPerson(`${prefix}R`, 'Rita', 'Back');
    const { rows } = await imports.run(
      admin,
      file(
        `${prefix}R,${rita.email},Rita,Back,North,2026-03-01,Terminated,`,
        `${prefix}R,${rita.email},Rita,Back,North,,Active,7`,
        `${prefix}N,${address('new')},Ned,New,North,,Active,`,
        `${prefix}N,${address('new')},Ned,New,North,2025-01-31,,`,
      ),
    );
    expect(summarise(rows)).toEqual([
      '2 unchanged: Another contract of the person in line 3, whose contract is the current one.',
      '3 change',
      '4 create',
      '5 unchanged: Another contract of the person in line 4, whose contract is the current one.',
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}R`)).toMatchObject({ active: true, po_number: '7' });
  });

  it('are found too where their lines have different keys', async () => {
    const rita = await aKnownPerson(`${prefix}R`, 'Rita', 'Back');
    const { rows } = await imports.run(
      admin,
      file(`${prefix}R,,Rita,Back,North,2026-03-01,Terminated,`, `,${rita.email},Rita,Back,North,,Active,7`),
    );
    expect(summarise(rows)[0]).toBe('2 unchanged: Another contract of the person in line 3, whose contract is the current one.');
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}R`)).toMatchObject({ active: true });
  });
});

describe('people who share an address or a number', () => {
  it('are not called the same person', async () => {
    const { id } = await imports.preview(
      admin,
      file(
        `${prefix}A,${address('lodge')},Amy,Rae,North,,,`,
        `${prefix}B,${address('lodge')},Ben,Rae,North,,,`,
        `${prefix}C,${address('c')},Cid,Elm,North,,,`,
        `${prefix}C,${address('d')},Dan,Fir,North,,,`,
      ),
    );
    expect(summarise(await imports.rows(admin, id))).toEqual([
      '2 create',
      '3 refuse: Line 2 has the same email address.',
      '4 create',
      '5 refuse: Line 4 has the same employee number.',
    ]);
  });

  it('keep their other values where they are known by the number', async () => {
    const ben = await aKnownPerson(`${prefix}B`, 'Ben', 'Rae');
    const { rows } = await imports.run(
      admin,
      file(`${prefix}A,${address('lodge')},Amy,Rae,North,,,`, `${prefix}B,${address('lodge')},Ben,Rae,North,,,9`),
    );
    expect(summarise(rows)).toEqual(['2 create', '3 change: Email: not changed, because line 2 has the same email address.']);
    expect(await emailOf(ben.id)).toBe(ben.email);
  });
});

describe('what has to be confirmed', () => {
  it('is counted and shown by kind, and written once it is confirmed', async () => {
    const [fiona, fatima, reused] = [
      await aKnownPerson(`${prefix}F`, 'Fiona', 'Anderson'),
      await aKnownPerson(`${prefix}M`, 'Fatima', 'Oldname'),
      await aKnownPerson(`${prefix}Z`, 'Zoe', 'Zimmer'),
    ];
    const content = file(
      `P-${prefix}F,${fiona.email},Fiona,Anderson,North,,,`,
      `${prefix}M,${address('newname')},Fatima,Newname,North,,,`,
      `${prefix}Z,${reused.email},Max,Muster,North,,,`,
    );
    const seen = await imports.preview(admin, content);
    expect(seen.findings).toEqual({ newNumber: 1, newEmail: 1, newSurname: 1, newName: 1, successor: 0 });
    const list = await admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${seen.id}/rows?finding=newSurname`);
    expect(list.body.rows.map(({ line, findings }) => [line, findings])).toEqual([[3, ['newSurname', 'newEmail']]]);
    expect((await imports.requestRun(admin, seen.id, undefined, { newNumber: 2 })).errors.confirmed).toHaveLength(1);

    const { done, rows } = await imports.run(admin, content);

    expect(rows.map(({ outcome }) => outcome)).toEqual(['change', 'change', 'change']);
    expect(done.confirmedFindings).toEqual(['newNumber', 'newEmail', 'newSurname', 'newName']);
    expect(await findPersonRecord(portal, 'employee_number', `P-${prefix}F`)).toMatchObject({ id: fiona.id });
    expect(await emailOf(fatima.id)).toBe(address('newname'));
  });

  it('is left out otherwise, and the rest of the row is written', async () => {
    const [fiona, fatima, reused] = [
      await aKnownPerson(`${prefix}F`, 'Fiona', 'Anderson'),
      await aKnownPerson(`${prefix}M`, 'Fatima', 'Oldname'),
      await aKnownPerson(`${prefix}Z`, 'Zoe', 'Zimmer'),
    ];
    const { rows } = await imports.run(
      admin,
      file(
        `P-${prefix}F,${fiona.email},Fiona,Anderson,North,,,1`,
        `${prefix}M,${address('newname')},Fatima,Newname,North,,,1`,
        `${prefix}Z,${reused.email},Max,Muster,North,,,1`,
      ),
      undefined,
      { newSurname: 1 },
    );
    expect(summarise(rows)).toEqual([
      '2 change: Employee number: not changed, because new numbers were not confirmed.',
      '3 change: Email: not changed, because new addresses were not confirmed.',
      '4 refuse: Someone with another name has this number or address, and that was not confirmed.',
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}F`)).toMatchObject({ id: fiona.id, po_number: '1' });
    expect(await emailOf(fatima.id)).toBe(fatima.email);
  });

  it('is not, where someone else has the new address', async () => {
    const [fatima, owner] = [
      await aKnownPerson(`${prefix}M`, 'Fatima', 'Same'),
      await aKnownPerson(`${prefix}O`, 'Olga', 'Owner'),
    ];
    const { rows } = await imports.run(admin, file(`${prefix}M,${owner.email},Fatima,Same,North,,,1`));
    expect(summarise(rows)).toEqual(['2 change: Email: not changed, because the new address belongs to Olga Owner.']);
    expect(await emailOf(fatima.id)).toBe(fatima.email);
    const mixed = await imports.preview(admin, file(`${prefix}M,${owner.email},Olga,Owner,North,,,1`));
    expect(summarise(await imports.rows(admin, mixed.id))).toEqual([
      '2 refuse: The employee number is that of Fatima Same, but the name and the email address are those of Olga Owner.',
    ]);
  });
});

describe('an address that cannot be one', () => {
  it('is left out of someone known by the number, with nothing to confirm, and costs the row of someone new', async () => {
    const fatima = await aKnownPerson(`${prefix}M`, 'Fatima', 'Same');
    const { done, rows } = await imports.run(
      admin,
      file(`${prefix}M,nobody,Fatima,Same,North,,,1`, `${prefix}N,#N/A,Ned,New,North,,,1`),
    );
    expect(done.findings.newEmail).toBe(0);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['change', 'refuse']);
    expect(rows[0]?.reasons).toEqual([expect.stringMatching(/This was not imported\.$/)]);
    expect(rows[1]?.reasons).toContain('The email address “#N/A” is an error of a spreadsheet. This was not imported.');
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}M`)).toMatchObject({
      email: fatima.email,
      po_number: '1',
    });
  });
});

describe('names in one column', () => {
  it('are those of the person however they are split, and tell apart who shares a number', async () => {
    const known = await aKnownPerson(`${prefix}V`, 'Anna', 'van der Berg');
    const { id } = await imports.preview(
      admin,
      [
        'Employee number,Email,Worker Name,Group',
        `${prefix}V,${known.email},"van der Berg, Anna",North`,
        `${prefix}C,${address('c')},"Elm, Cid",North`,
        `${prefix}C,${address('d')},"Fir, Dan",North`,
      ].join('\n'),
    );
    const rows = await imports.rows(admin, id);
    expect(summarise(rows)).toEqual(['2 unchanged', '3 create', '4 refuse: Line 3 has the same employee number.']);
    expect(rows.map(({ person }) => person)).toEqual(['Anna van der Berg', 'Cid Elm', 'Dan Fir']);
  });
});

describe('a successor', () => {
  const desk = (email: string) => file(`${prefix}S,${email},Sam,Successor,North,,,`);

  it('takes the address of a leaver whose account is closed, and undoing gives it back', async () => {
    const leaver = await aKnownPerson(`${prefix}L`, 'Lea', 'Leaver', { active: false });
    const unconfirmed = await imports.run(admin, desk(leaver.email), undefined, {});
    expect(summarise(unconfirmed.rows)).toEqual([
      '2 refuse: Email: someone who has left had this address, and that it has a new owner was not confirmed.',
    ]);

    const { done, rows } = await imports.run(admin, desk(leaver.email));

    expect(done.confirmedFindings).toEqual(['successor']);
    expect(summarise(rows)).toEqual(['2 create: The email address was that of Lea Leaver, whose account is closed.']);
    expect(await findPersonRecord(portal, 'email', leaver.email)).toMatchObject({ employee_number: `${prefix}S` });
    expect(await emailOf(leaver.id)).toBe(`former-${leaver.id}@former.invalid`);
    // The leaver is still in the file of the next day.
    const next = await imports.preview(
      admin,
      file(`${prefix}L,${leaver.email},Lea,Leaver,North,,closed,`, `${prefix}S,${leaver.email},Sam,Successor,North,,,`),
    );
    expect(next.counts).toMatchObject({ unchanged: 2, refuse: 0 });
    await imports.undo(admin, done);
    expect(await emailOf(leaver.id)).toBe(leaver.email);
  });

  it('does not take that of someone whose account is open, of an administrator, or of people out of reach', async () => {
    const open = await aKnownPerson(`${prefix}L`, 'Lea', 'Leaver');
    const peer = await aKnownPerson(`${prefix}P`, 'Pia', 'Peer', { active: false, role: 'Admin' });
    const south = await aKnownPerson(`${prefix}X`, 'Xan', 'South', { active: false, groupIds: [SOUTH.groupId] });
    for (const { email } of [open, peer]) {
      const { id } = await imports.preview(admin, desk(email));
      const [row] = await imports.rows(admin, id);
      expect(row?.outcome).toBe('refuse');
      expect(row?.reasons[0]).toMatch(/^This email address belongs to /);
    }
    const north = await portal.as('north.admin@meridian.example');
    const { id } = await imports.preview(north, desk(south.email));
    expect(summarise(await imports.rows(north, id))).toEqual(['2 refuse: This email address cannot be used.']);
    expect(await Promise.all([open, peer, south].map(({ id }) => emailOf(id)))).toEqual([open.email, peer.email, south.email]);
  });
});

describe('damaged and dressed cells', () => {
  it('are refused, or read and said', async () => {
    const { rows } = await imports.run(
      admin,
      [
        'Employee number,Email,First name,Last name,Group,Weekly hours',
        `1.02346E+11,${address('a')},Sci,One,North,`,
        `#N/A,${address('b')},Err,One,North,`,
        `8${testNumber}234.0,mailto:${address('c')},Cid,Elm,North,37:30`,
        `${prefix}D,Dan Fir <${address('d')}>,Dan,Fir,North,50 %`,
        `${prefix}E,${address('e')},Eve,Gum,North,0x10`,
      ].join('\n'),
    );
    expect(summarise(rows)).toEqual([
      '2 refuse: The employee number “1.02346E+11” was shortened by a spreadsheet, so its last digits are lost. Please format the column as text and save the file again.',
      '3 refuse: The employee number “#N/A” is an error of a spreadsheet.',
      `4 create: The employee number “8${testNumber}234.0” was read as 8${testNumber}234.: The email address ${address('c')} was taken out of “mailto:${address('c')}”.`,
      `5 create: The email address ${address('d')} was taken out of “Dan Fir <${address('d')}>”.: Weekly hours: “50 %” was read as 20, with 40 hours for full time.`,
      '6 create: The weekly hours “0x10” are not a number. This was not imported.',
    ]);
    expect(await findPersonRecord(portal, 'employee_number', `8${testNumber}234`)).toMatchObject({
      email: address('c'),
      weekly_hours: 37.5,
    });
    expect(await findPersonRecord(portal, 'email', address('d'))).toMatchObject({ weekly_hours: 20 });
  });

  it('of other fields are left out', async () => {
    const known = await aKnownPerson(`${prefix}K`, 'Kim', 'Known');
    const { id } = await imports.preview(admin, file(`${prefix}K,${known.email},#N/A,Known,#REF!,,#N/A,1.02E+11`));
    expect(summarise(await imports.rows(admin, id))).toEqual([
      [
        '2 unchanged',
        '“#N/A” is an error of a spreadsheet. This was not imported.',
        '“#REF!” is an error of a spreadsheet. This was not imported.',
        '“#N/A” is an error of a spreadsheet. This was not imported.',
        'The PO number “1.02E+11” was shortened by a spreadsheet. This was not imported.',
      ].join(': '),
    ]);
  });

  it('are looked up by what they mean', async () => {
    const known = await aKnownPerson(`7${testNumber}1`, 'Kim', 'Known');
    const { rows } = await imports.run(admin, file(`7${testNumber}1.0,Kim Known <${known.email}>,Kim,Known,North,,,5`));
    expect(rows[0]).toMatchObject({ outcome: 'change', customerId: known.id, findings: [] });
  });

  it('give a destination to departments that only one has', async () => {
    await run`insert into department (organisation_id, resort_id, name) values (1, ${NORTH.resortId}, ${`Spa ${prefix}`}),
      (1, ${NORTH.resortId}, ${`Bar ${prefix}`}), (1, ${SOUTH.resortId}, ${`Bar ${prefix}`})`;
    const { rows } = await imports.run(
      admin,
      [
        'Employee number,Email,First name,Last name,Group,Department',
        `${prefix}A,${address('a')},Ann,Ash,North,Spa ${prefix}; Bar ${prefix}`,
        `${prefix}B,${address('b')},Ben,Ash,North,Bar ${prefix}`,
      ].join('\n'),
    );
    expect(rows[0]?.reasons[0]).toMatch(/^Destination: .+, the only one with these departments\.$/);
    expect(rows[1]).toMatchObject({
      outcome: 'create',
      reasons: ['Departments belong to a destination, and this person has none. This was not imported.'],
    });
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}A`)).toMatchObject({
      resort_id: NORTH.resortId,
      departments: [`Bar ${prefix}`, `Spa ${prefix}`],
    });
  });
});
