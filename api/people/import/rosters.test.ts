import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { anyRoster, type Roster, type RosterPerson } from '#api/testing/rosters.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

/** Rosters that are drawn; more of them with ROSTERS=1000, others with ROSTERS_SEED. */
const COUNT = Number(process.env.ROSTERS ?? 24);
const SEED = Number(process.env.ROSTERS_SEED ?? 1);

const portal = usePortal();
const imports = usePeopleImports(portal);

type Questions = ReplyOf<'GET /api/peopleimports/:id/questions'>['importQuestions'];

/** What an administrator who knows the file answers, and what was said of it. */
async function importRoster(admin: TestClient, roster: Roster) {
  const uploaded = await imports.upload(admin, roster.content, roster.fileName);
  const { id } = uploaded;
  if (!uploaded.isReadingConfirmed) {
    const reading = await admin.post<'POST /api/peopleimports/:id/reading'>(`/api/peopleimports/${id}/reading`, {
      encoding: roster.encoding,
    });
    expect(reading.status).toBe(200);
  }
  const { columns } = await imports.get(admin, id);
  const { importQuestions: questions } = (
    await admin.get<'GET /api/peopleimports/:id/questions'>(`/api/peopleimports/${id}/questions`)
  ).body;
  const { dates, names, words, notes } = questions;
  // An order that was chosen for an earlier file is named and can be changed.
  const isNamed = ({ header }: { header: string }) => notes.some((note) => note.startsWith(`“${header}” is read `));
  expect([...dates, ...names].filter(({ basis, ...question }) => basis !== 'open' && !isNamed(question))).toEqual([]);
  const unproved = <Question extends { basis: string }>(all: readonly Question[]) =>
    all.filter(({ basis }) => basis !== 'proved');
  const response = await imports.requestPreview(
    admin,
    { ...uploaded, columns },
    {
      orders: [
        ...unproved(dates).map(({ column }) => ({ column, order: roster.dateOrder })),
        ...unproved(names).map(({ column }) => ({ column, order: roster.nameOrder })),
      ],
      words: listNearWords(words),
    },
  );
  expect(response).toMatchObject({ status: 200 });
  await imports.runJob(admin, id);
  const { deactivation, findings } = await imports.get(admin, id);
  expect((await imports.requestRun(admin, id, deactivation.closing, findings)).status).toBe(200);
  await imports.runJob(admin, id);
  const said = notes.concat(words.flatMap((question) => question.words.map(({ word }) => word)));
  return { rows: await imports.rows(admin, id), said };
}

/** Near misses are taken as they are proposed. */
const listNearWords = (words: Questions['words']) =>
  words.flatMap(({ field, words: unknown }) =>
    unknown.flatMap(({ word, proposal }) => (proposal === null ? [] : [{ field, word, value: proposal }])),
  );

async function readPeople(prefix: string): Promise<RosterPerson[]> {
  const { rows } = await sql<RosterPerson>`
    select employee_number as "employeeNumber", email, first_name as "firstName", last_name as "lastName", gender,
      (select name from resort where resort.id = resort_id) as site, starts_on as "startsOn", ends_on as "endsOn",
      weekly_hours as "weeklyHours"
    from customer where organisation_id = 1 and employee_number like ${`${prefix}%`} order by employee_number`.execute(portal.db);
  return rows.map((row) => ({ ...row, weeklyHours: row.weeklyHours === null ? null : Number(row.weeklyHours) }));
}

it(
  'reads a roster back as it was, in whatever shape, or says what it left out',
  async () => {
    const admin = await portal.as('admin@meridian.example');
    const { rows: sites } = await sql<{ name: string }>`
    select name from resort where organisation_id = 1 order by id limit 3`.execute(portal.db);
    let number = 0;
    for (const roster of fc.sample(
      fc.nat().chain(() =>
        anyRoster(
          `RO${SEED}X${number++}Y`,
          sites.map(({ name }) => name),
          'North',
        ),
      ),
      { numRuns: COUNT, seed: SEED },
    )) {
      const { people, cells, shape, ...written } = await roster;
      const { rows, said } = await importRoster(admin, { people, cells, shape, ...written });
      expect({ shape, refused: rows.filter(({ outcome }) => outcome === 'refuse') }).toEqual({ shape, refused: [] });
      const prefix = people[0]?.employeeNumber.replace(/\d+$/, '') ?? '';
      const read = await readPeople(prefix);
      expect({ shape, people: read.map(({ employeeNumber }) => employeeNumber) }).toEqual({
        shape,
        people: people.map(({ employeeNumber }) => employeeNumber),
      });
      const unsaid = people.flatMap((person, index) => {
        const found = read[index];
        const texts = [...said, ...(rows[index]?.reasons ?? [])];
        const isSaid = Object.values(cells[index] ?? {}).some((cell) => cell !== '' && texts.some((text) => text.includes(cell)));
        return (Object.keys(person) as (keyof RosterPerson)[]).flatMap((field) =>
          person[field] === found?.[field] || (isSaid && found?.[field] === null)
            ? []
            : [{ field, written: person[field], read: found?.[field], reasons: rows[index]?.reasons }],
        );
      });
      expect({ shape, unsaid }).toEqual({ shape, unsaid: [] });
    }
  },
  60_000 + COUNT * 2000,
);
