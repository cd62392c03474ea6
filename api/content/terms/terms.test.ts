import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const [SUNDIAL, ALDER] = [1, 2];
/** Hallam, of Alder & Vane, requires its terms. */
const HALLAM = { organisationId: 2, groupIds: [], resortId: null };
const portal = usePortal();
let operator: TestOperatorClient;
let person: TestClient;

beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [ALDER] });
  person = await portal.as((await aPerson(portal.db, HALLAM)).email);
});

type Body = BodyOf<'POST /api/operator/terms/:id/versions'>;
const read = async (client = operator, brandId = ALDER) =>
  client.get<'GET /api/operator/terms/:id'>(`/api/operator/terms/${brandId}`);
const publish = (body: Partial<Body> & { version: number }, client = operator, brandId = ALDER, key?: string) =>
  client.post<'POST /api/operator/terms/:id/versions'>(
    `/api/operator/terms/${brandId}/versions`,
    { terms: { kind: 'standard' }, privacy: { kind: 'standard' }, ...body },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const current = async () => (await read()).body.terms;
const profile = async () => (await person.get<'GET /api/customerprofile'>('/api/customerprofile')).body;
const agree = () =>
  person.put<'PUT /api/customers/:id'>(`/api/customers/${person.customerId}`, {
    customer: { termsAgreed: true, privacyAgreed: true },
  });
const shown = async (host = 'alder.localhost') => (await portal.anonymous(host).get<'GET /api/terms'>('/api/terms')).body;

describe('publishing a version of the terms', () => {
  it('asks everyone again whose organisation requires them, and says before how many they are', async () => {
    await agree();
    expect((await profile()).termsAndConditionsRequired).toBe(false);
    const before = await current();
    const { rows } = await sql<{ people: number }>`
      select count(*)::int as people from customer where organisation_id = 2 and active and deleted_at is null and (ends_on is null or ends_on >= current_date)`.execute(
      portal.db,
    );
    expect([before.people, before.organisations]).toEqual([rows[0]?.people, 1]);
    expect(before.agreed).toBeGreaterThan(0);

    const { status, body } = await publish({
      version: before.version,
      terms: { kind: 'text', text: '<h2>Orders</h2><p onclick="x()">Pay <b>first</b>.</p><script>alert(1)</script>' },
      privacy: { kind: 'address', url: 'https://alder.example/privacy' },
    });

    expect([status, body.terms.version, body.terms.agreed, body.terms.people]).toEqual([
      200,
      before.version + 1,
      0,
      before.people,
    ]);
    expect(body.leftOut).toEqual(['Scripts were left out.']);
    expect(await shown()).toMatchObject({
      version: before.version + 1,
      publishedOnUtc: expect.any(String),
      terms: { kind: 'text', text: '<h2>Orders</h2><p>Pay <strong>first</strong>.</p>', url: null },
      privacy: { kind: 'address', url: 'https://alder.example/privacy', text: null },
    });
    expect(await profile()).toMatchObject({ termsAgreed: false, privacyAgreed: false, termsAndConditionsRequired: true });
    expect((await agree()).status).toBe(200);
    expect((await profile()).termsAndConditionsRequired).toBe(false);

    const after = await current();
    expect(after.agreed).toBe(1);
    expect(
      after.versions.map(({ version, agreed, publishedBy, terms }) => [version, agreed > 0, publishedBy !== null, terms.kind]),
    ).toEqual([
      [before.version + 1, true, true, 'text'],
      [before.version, true, false, 'standard'],
    ]);
    // Another brand's terms stay as they are.
    expect((await shown('sundial.localhost')).version).toBe(1);
  });

  it('leads the links of the brand to the address that was published', async () => {
    const { version } = await current();
    await publish({ version, terms: { kind: 'address', url: 'https://alder.example/terms' } });
    portal.clock.advance(61_000);
    const theme = await portal.anonymous('alder.localhost').get<'GET /api/theme/getthemebyhost'>('/api/theme/getthemebyhost');

    expect(theme.body).toMatchObject({ termsUrl: 'https://alder.example/terms', privacyUrl: '/privacy' });
    const [newest, earlier] = (await current()).versions;
    expect([newest?.terms.url, earlier?.terms.kind, earlier?.privacy.url]).toEqual([
      'https://alder.example/terms',
      'text',
      'https://alder.example/privacy',
    ]);
  });

  it('is refused when another version is current than the one that was seen, and done once for one key', async () => {
    const { version } = await current();
    const results = await Promise.all([publish({ version }), publish({ version })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await current()).version).toBe(version + 1);
    expect((await publish({ version })).errors).toEqual({
      version: ['Someone else has published a new version. Nothing was published. Please check it first.'],
    });

    const again = await Promise.all([1, 2].map(() => publish({ version: version + 1 }, operator, ALDER, 'the-same-key')));
    expect(again.map(({ status, body }) => [status, body.terms.version])).toEqual([
      [200, version + 2],
      [200, version + 2],
    ]);
  });

  it.each<[Partial<Body>, Record<string, string[]>]>([
    [{ terms: { kind: 'text', text: '<p> </p>' } }, { 'terms.text': ['Please enter the text of the terms.'] }],
    [{ privacy: { kind: 'text' } }, { 'privacy.text': ['Please enter the text of the privacy policy.'] }],
    [{ terms: { kind: 'address' } }, { 'terms.url': ['Please enter the address of the terms.'] }],
    [
      { terms: { kind: 'address', url: 'javascript:alert(1)' } },
      { 'terms.url': ['Please enter an address that begins with https://.'] },
    ],
    [
      { terms: { kind: 'text', text: `<p>${'x'.repeat(100_001)}</p>` } },
      { 'terms.text': ['The text is too long: at most 100 KB.'] },
    ],
    [
      { terms: { kind: 'text', text: `<p>a</p><img src="/pictures/${'a'.repeat(40)}.webp" alt="">` } },
      { 'terms.text': ['This text can’t contain pictures. Please remove them.'] },
    ],
  ])('refuses %j', async (input, errors) => {
    const { version } = await current();
    const refused = await publish({ version, ...input });
    expect([refused.status, refused.errors]).toEqual([422, errors]);
    expect((await current()).version).toBe(version);
  });

  it('is for operators and keys with the right, of the brand alone', async () => {
    const [reader, other] = await Promise.all([
      portal.asApiKey(['content:read'], [ALDER]),
      portal.asOperator({ brandIds: [SUNDIAL] }),
    ]);
    const { version } = await current();

    expect((await publish({ version }, reader)).status).toBe(403);
    expect((await read(other)).status).toBe(404);
    expect((await publish({ version: 1 }, other, ALDER)).status).toBe(404);
    const list = await other.get<'GET /api/operator/terms'>('/api/operator/terms');
    // Its client requires no agreement, so no one of it would be asked.
    expect(list.body.terms.map(({ brandId, people }) => [brandId, people])).toEqual([[SUNDIAL, 0]]);
    expect((await read(reader)).body.terms.version).toBe(version);
    const key = await portal.asApiKey(['content:write'], [ALDER]);
    expect((await publish({ version }, key)).body.terms.versions[0]?.publishedBy).toBeTruthy();
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_event where action = 'terms.published' and subject_id = '2' and brand_id = 2`.execute(
      portal.db,
    );
    expect(rows[0]?.n).toBe((await current()).version - 1);
  });
});
