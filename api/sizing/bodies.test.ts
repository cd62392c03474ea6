import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { AVERAGE_MAN, aWearer, createWearer, getProductId, saveTestBody, type TestWearer } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Call } from '#contract/index.ts';
import { deleteExpiredBodies } from './bodies.queries.ts';

const portal = usePortal({ logTo: { write: (line) => lines.push(line) } });
const lines: string[] = [];

const RESTART = 'An error occurred, please start again';
const count = async (table: string, customerId: number) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where customer_id = ${customerId}`.execute(
      portal.db,
    )
  ).rows[0]?.n;
const statusInList = async (customerId: number) =>
  (
    await sql<{ measured: boolean }>`select measured_at is not null as measured from customer where id = ${customerId}`.execute(
      portal.db,
    )
  ).rows[0]?.measured;

describe('POST /sizing/body/newbody', () => {
  it('stores nothing without consent to the current text', async () => {
    const wearer = await aWearer(portal, { agreed: false });
    const refused = await wearer.request('POST', '/sizing/body/newbody', AVERAGE_MAN);
    expect([refused.status, refused.code, refused.text]).toEqual([
      422,
      'CONSENT_REQUIRED',
      'Please give your consent before you save measurements.',
    ]);
    expect((await wearer.request('POST', '/sizing/consent', { version: 7 })).text).toBe(
      'The text has changed. Please read it again.',
    );
    expect([await count('body', wearer.client.customerId), await count('body_consent', wearer.client.customerId)]).toEqual([
      0, 0,
    ]);
    expect(await statusInList(wearer.client.customerId)).toBe(false);
  });

  it.each([
    ['2 m 80', { height: 280 }, 'height', 'Please check your height: we can advise from 130 to 215 cm.'],
    ['5 kg', { weight: 5 }, 'weight', 'Please check your weight: we can advise from 35 to 200 kg.'],
    [
      'a unit code 1 of weight',
      { weightUnits: 1 },
      'weightUnits',
      'Please give the weight in kilograms, or in stones and pounds.',
    ],
    [
      'a unit code 1 of height',
      { heightUnits: 1 },
      'heightUnits',
      'Please give the height in centimetres, or in feet and inches.',
    ],
    ['gender 3', { gender: 3 }, 'gender', 'Please choose male, female or unisex.'],
    ['a text for a number', { height: 'tall' }, 'height', 'Please check your height.'],
    [
      'feet beside centimetres',
      { heightFeet: 5 },
      'heightFeet',
      'Please give the height in centimetres alone, or in feet and inches.',
    ],
    [
      'an unknown cup',
      { ukbracup: 'Z' },
      'ukbracup',
      'Please choose a cup: AA, A, B, C, D, DD, E, F, FF, G, GG, H, HH, J, JJ, K.',
    ],
    [
      'an impossible combination of height and weight',
      { height: 210, weight: 36 },
      'weight',
      'Please check your height and weight: they do not fit together.',
    ],
    [
      'a tape of nothing',
      { tapes: [{ name: 'shadow', value: 90, unit: 0 }] },
      'tapes',
      expect.stringMatching(/^Please measure one of: neck, chest/),
    ],
    [
      'a tape in a unit code 1',
      { tapes: [{ name: 'chest', value: 90, unit: 1 }] },
      'tapes',
      'Please give tape measurements in centimetres or inches.',
    ],
    [
      'a size of no brand',
      { referenceSizes: [{ brandId: 1, brandCategoryId: 101, brandCategorySizeId: 9 }] },
      'referenceSizes',
      'Please choose a size from the list.',
    ],
  ])('refuses %s in words and keeps nothing', async (_, wrong, field, message) => {
    const wearer = await aWearer(portal);
    const { status, body } = await wearer.request('POST', '/sizing/body/newbody', { ...AVERAGE_MAN, ...wrong });
    expect([status, body.errors, body.code]).toEqual([422, { [field]: [message] }, 'VALIDATION']);
    expect(await count('body', wearer.client.customerId)).toBe(0);
  });

  it('reports contradictory answers and uses them once they are confirmed', async () => {
    const wearer = await aWearer(portal);
    const answers = { ...AVERAGE_MAN, ukshirt: 14, ukjeans: 44 };
    const { body } = await wearer.request('POST', '/sizing/body/newbody', answers);
    expect(body.body.questions).toHaveLength(1);
    const [question] = body.body.questions;
    expect(question.field).toBe('ukshirt');
    expect(question.message).toMatch(/^You entered 14 in for the collar\. We expected 15\.0 to 17\.0\. Is it right\?$/);
    const confirmed = await wearer.request('PUT', `/sizing/body/${body.body.id}`, { confirmed: ['ukshirt'] });
    expect(confirmed.body.body).toMatchObject({ ...answers, questions: [] });
  });

  it('takes the values of a fitter as they are, and shows the height that the person gave', async () => {
    const wearer = await aWearer(portal);
    const heightOf = async (input: object) => {
      const { body } = await wearer.request('POST', '/sizing/body/newbody', { ...AVERAGE_MAN, ...input });
      const { body: read } = await wearer.request('GET', `/sizing/body/profile/${body.body.id}`);
      return [body.body.measured, read.profile.measurements.find(({ name }: { name: string }) => name === 'stature')];
    };
    const [isMeasured, said] = await heightOf({});
    expect([isMeasured, said]).toEqual([false, expect.objectContaining({ value: 178, source: 'said' })]);
    expect(said.high).toBeLessThan(179);
    expect(await heightOf({ measured: true })).toEqual([
      true,
      expect.objectContaining({ value: 178, low: 178, high: 178, source: 'tape' }),
    ]);
  });

  it('reads stones and pounds, feet and inches, and stores them as entered', async () => {
    const wearer = await aWearer(portal);
    const british = { gender: 1, heightUnits: 2, heightFeet: 5, height: 4, weightUnits: 2, weightStones: 10, weight: 7 };
    const { body } = await wearer.request('POST', '/sizing/body/newbody', british);
    expect(body.body).toMatchObject(british);
    const { body: read } = await wearer.request('GET', `/sizing/body/profile/${body.body.id}`);
    const of = (name: string) => read.profile.measurements.find((each: { name: string }) => each.name === name).value;
    // Self-reported measures deviate slightly, and the model corrects for it.
    expect([Math.round(of('stature')), Math.round(of('mass'))]).toEqual([expect.closeTo(162, -1), expect.closeTo(67, -1)]);
    expect(read.profile).toMatchObject({ isComplete: true, gender: 1, usedBodyBlocks: [], avatarUrl: null });
  });

  it('accepts someone of unspecified sex, with wide intervals', async () => {
    const wearer = await aWearer(portal);
    const width = async (gender: number) => {
      const id = await saveTestBody(wearer, { ...AVERAGE_MAN, gender });
      const { body } = await wearer.request('GET', `/sizing/body/profile/${id}`);
      const hip = body.profile.measurements.find((each: { name: string }) => each.name === 'hip');
      return hip.high - hip.low;
    };
    expect(await width(2)).toBeGreaterThan(await width(0));
  });

  it('stores up to ten per person; the newest is the default', async () => {
    const wearer = await aWearer(portal);
    const ids: string[] = [];
    for (let made = 0; made < 10; made += 1) ids.push(await saveTestBody(wearer));
    expect((await wearer.request('POST', '/sizing/body/newbody', AVERAGE_MAN)).code).toBe('TOO_MANY_BODIES');
    expect((await wearer.request('GET', '/sizing/client')).body.client.bodyId).toBe(ids.at(-1));
    await wearer.request('DELETE', `/sizing/body/completeprofile/${ids.at(-1)}`);
    expect((await wearer.request('GET', '/sizing/client')).body.client.bodyId).toBe(ids.at(-2));
  });
});

describe('PUT /sizing/body/:id', () => {
  it('keeps omitted fields, clears null fields, and is validated like a new body', async () => {
    const wearer = await aWearer(portal);
    const id = await saveTestBody(wearer, { ...AVERAGE_MAN, ukjeans: 34 });
    expect((await wearer.request('PUT', `/sizing/body/${id}`, { weight: 90, UKJEANS: null })).body.body).toMatchObject({
      ...AVERAGE_MAN,
      weight: 90,
      ukjeans: null,
    });
    expect((await wearer.request('PUT', `/sizing/body/${id}`, { height: 280 })).status).toBe(422);
    expect((await wearer.request('GET', `/sizing/body/${id}`)).body.body).toMatchObject({ height: 178, weight: 90 });
  });

  it('derives missing sizes with defaultupdate, lists them, and never treats them as entered', async () => {
    const wearer = await aWearer(portal);
    const id = await saveTestBody(wearer, { ...AVERAGE_MAN, ukshirt: 16 });
    const other = await saveTestBody(wearer);
    const { body } = await wearer.request('PUT', `/sizing/body/defaultupdate/${id}`, { weight: 82 });
    expect(body.body).toMatchObject({ ukshirt: 16, derivedFields: ['ukjeans'], isDefault: true });
    expect(body.body.ukjeans).toBeGreaterThan(30);
    expect((await wearer.request('GET', `/sizing/body/${other}`)).body.body.isDefault).toBe(false);
    const heavier = await wearer.request('PUT', `/sizing/body/defaultupdate/${id}`, { weight: 110 });
    expect(heavier.body.body.ukjeans).toBeGreaterThan(body.body.ukjeans);
    expect((await wearer.request('PUT', `/sizing/body/${id}`, { ukjeans: 40 })).body.body).toMatchObject({
      ukjeans: 40,
      derivedFields: [],
    });
  });
});

describe('access to a body', () => {
  let owner: TestWearer;
  let id: string;
  beforeAll(async () => {
    owner = await aWearer(portal);
    id = await saveTestBody(owner, { ...AVERAGE_MAN, height: 187.5 });
  });

  it.each([
    ['a colleague', () => aWearer(portal)],
    ['someone of another organisation', () => aWearer(portal, { email: 'buyer@hallam.example' })],
    [
      'an administrator',
      async () => aWearer(portal, { email: (await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email }),
    ],
  ])('is limited to its wearer: %s', async (_, find) => {
    const other = await find();
    const polo = await getProductId(portal, 'pique-polo');
    const refused = [
      await other.request('GET', `/sizing/body/${id}`),
      await other.request('GET', `/sizing/body/profile/${id}`),
      await other.request('PUT', `/sizing/body/${id}`, { height: 150 }),
      await other.request('PUT', `/sizing/body/defaultupdate/${id}`, { height: 150 }),
      await other.request('DELETE', `/sizing/body/completeprofile/${id}`),
    ];
    expect(refused.map(({ status, code, text }) => [status, code, text])).toEqual(
      refused.map(() => [404, 'BODY_NOT_FOUND', RESTART]),
    );
    const advised = await other.request('POST', '/sizing/suggestion/newsuggestion', { YourBodyID: id, YourGarmentID: polo });
    expect([404, 422]).toContain(advised.status);
    expect(JSON.stringify([refused, advised])).not.toContain('187.5');
    expect((await owner.request('GET', `/sizing/body/${id}`)).body.body.height).toBe(187.5);
  });

  it('shows an administrator who has been measured, but no measurements', async () => {
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    await sql`update customer set bodime_customer_id = ${id} where id = ${owner.client.customerId}`.execute(portal.db);
    const { body } = await admin.get<'GET /api/customers/:id'>(`/api/customers/${owner.client.customerId}`);
    expect(body.customers[0]).toMatchObject({ bodiMeCustomerId: null, bodiMeUsedBodyBlocks: [] });
    expect(await statusInList(owner.client.customerId)).toBe(true);
  });

  it('cannot be read or changed during impersonation', async () => {
    const actor = await portal.as((await aPerson(portal.db, { role: 'Sales', groupIds: [] })).email);
    await actor.get(`/api/customers/impersonate/${owner.client.customerId}`);
    const { body } = await actor.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    const acting = createWearer(portal, actor, body.access_token);
    for (const [method, path] of [
      ['GET', `/sizing/body/${id}`],
      ['GET', `/sizing/body/profile/${id}`],
      ['GET', `/sizing/suggestion/fitformeasurements/${id}/1`],
      ['PUT', `/sizing/body/${id}`],
      ['POST', '/sizing/body/newbody'],
      ['POST', '/sizing/consent'],
      ['DELETE', `/sizing/body/completeprofile/${id}`],
    ] as const)
      expect([
        path,
        (await acting.request(method, path, method === 'GET' || method === 'DELETE' ? undefined : { version: 1 })).status,
      ]).toEqual([path, 403]);
    const { client } = (await acting.request('GET', '/sizing/client')).body;
    expect(client).toMatchObject({ bodyId: null, isMeasured: true });
  });

  it.each(['demo-7', '0', '99999999999', '-1'])('what is no id is answered with the text to start again: %s', async (wrong) => {
    const { status, code, text } = await owner.request('GET', `/sizing/body/${wrong}`);
    expect([status, code, text]).toEqual([400, 'ERROR_RESTART', RESTART]);
  });
});

describe('stored data', () => {
  /** A height that occurs nowhere else in the database. */
  const CANARY = 171.734;

  /** Every row in the database that contains a word, as text. */
  async function placesWith(...words: string[]): Promise<string[]> {
    const { rows } = await sql<{ schema: string; table: string }>`
      select table_schema as schema, table_name as "table" from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(portal.db);
    const places: string[] = [];
    for (const { schema, table } of rows) {
      const text = sql`${sql.table(`${schema}.${table}`)} as it`;
      for (const word of words) {
        // Binary values are rendered as hexadecimal.
        const hex = Buffer.from(word).toString('hex');
        const found = await sql<{ n: number }>`
          select count(*)::int as n from ${text} where it::text like ${`%${word}%`} or it::text like ${`%${hex}%`}`.execute(
          portal.db,
        );
        if (found.rows[0]?.n) places.push(`${table}: ${word}`);
      }
    }
    return places;
  }

  it('is readable nowhere in the database and cannot be decrypted for another person', async () => {
    const [wearer, other] = [await aWearer(portal), await aWearer(portal)];
    const id = await saveTestBody(wearer, { ...AVERAGE_MAN, height: CANARY });
    await saveTestBody(other);
    expect(await placesWith(String(CANARY))).toEqual([]);
    await sql`update body set sealed = (select sealed from body where id = ${Number(id)}) where customer_id = ${other.client.customerId}`.execute(
      portal.db,
    );
    const moved = (await other.request('GET', '/sizing/client')).status;
    expect(moved).toBe(500);
    await sql`delete from body_consent where customer_id = ${other.client.customerId}`.execute(portal.db);
  });

  it('is deleted from database and log when its wearer deletes it', async () => {
    const wearer = await aWearer(portal);
    const me = wearer.client.customerId;
    const polo = await getProductId(portal, 'pique-polo');
    const id = await saveTestBody(wearer, { ...AVERAGE_MAN, height: CANARY, ukbracup: 'DD' });
    await wearer.client.put(`/api/customers/${me}`, {
      customer: { bodiMeCustomerId: id, bodiMeUsedBodyBlocks: ['waistcanary'] },
    });
    const { body } = await wearer.request('POST', '/sizing/suggestion/newsuggestion', { YourBodyID: id, YourGarmentID: polo });
    await wearer.request('PUT', `/sizing/body/${id}`, { height: 280.4321 });
    expect(await statusInList(me)).toBe(true);

    expect((await wearer.request('DELETE', `/sizing/body/completeprofile/${id}`)).body).toEqual({});

    for (const table of ['body', 'body_consent', 'size_suggestion']) expect([table, await count(table, me)]).toEqual([table, 0]);
    expect(await statusInList(me)).toBe(false);
    expect(await placesWith(String(CANARY), 'waistcanary', '280.4321')).toEqual([]);
    expect((await wearer.client.get<'GET /api/customerprofile'>('/api/customerprofile')).body.bodiMeCustomerId).toBeNull();
    expect(lines.join('\n')).not.toMatch(/171\.734|280\.4321|waistcanary/);
    for (const path of [`/sizing/body/${id}`, `/sizing/suggestion/${body.suggestion.id}`])
      expect((await wearer.request('GET', path)).text).toBe(RESTART);
    expect((await wearer.request('DELETE', `/sizing/body/completeprofile/${id}`)).code).toBe('BODY_NOT_FOUND');
    // Proves that the search finds existing values.
    expect((await placesWith('buyer@meridian.example')).length).toBeGreaterThan(0);
  });

  it('is deleted with the consent, and with a person who was removed permanently', async () => {
    const [wearer, gone] = [await aWearer(portal), await aWearer(portal)];
    await saveTestBody(wearer);
    await saveTestBody(gone);
    const call: Call = 'DELETE /sizing/consent';
    expect((await wearer.request('DELETE', call.slice(7))).status).toBe(200);
    expect(await count('body', wearer.client.customerId)).toBe(0);
    await sql`update customer set deleted_at = now() - interval '31 days' where id = ${gone.client.customerId}`.execute(
      portal.db,
    );
    await deleteExpiredBodies(portal.db);
    expect([await count('body', gone.client.customerId), await count('body_consent', gone.client.customerId)]).toEqual([0, 0]);
  });

  it('is included in the export of personal data', async () => {
    const wearer = await aWearer(portal);
    await saveTestBody(wearer, { ...AVERAGE_MAN, height: 176.25 });
    const { body } = await wearer.client.get<'GET /api/mydata'>('/api/mydata');
    expect(body.bodies).toMatchObject([{ height: 176.25, weight: 82 }]);
    expect(body.bodyConsent).toMatchObject({ version: 1 });
  });

  it('has a consent text that matches the current version', async () => {
    const words = await readFile(new URL('../../web/sizing/save-body-card.tsx', import.meta.url), 'utf8');
    const text = /<Checkbox name="agree"[^>]*>([\s\S]*?)<\/Checkbox>/.exec(words)?.[1]?.replaceAll(/\s+/g, ' ').trim();
    // When the text changes, increase BODY_CONSENT_VERSION and update it here.
    expect(text).toBe(
      'I agree that my measurements are saved in encrypted form, to recommend sizes to me and to people who order for me. No one else sees my measurements. Administrators see only that I have been measured. This browser stores them for 30 days. I can delete everything here at any time.',
    );
  });
});
