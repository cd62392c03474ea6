import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let person: TestClient;

/** Hallam requires acceptance of its terms, Meridian does not. */
const HALLAM = { organisationId: 2, groupIds: [], resortId: null };
beforeEach(async () => {
  person = await portal.as((await aPerson(portal.db, HALLAM)).email);
});

const save = (customer: object, who = person) =>
  who.put<'PUT /api/customers/:id'>(`/api/customers/${who.customerId}`, { customer });
const consents = async (who = person) =>
  (await who.get<'GET /api/consents'>('/api/consents')).body.consents.map(({ kind, given, textVersion }) => [
    kind,
    given,
    textVersion,
  ]);
const profile = async (who = person) => (await who.get<'GET /api/customerprofile'>('/api/customerprofile')).body;
const setTerms = (version: number) => sql`update brand set terms_version = ${version} where id = 2`.execute(portal.db);

const NO_TERMS = ['Please accept the Terms & Conditions.'];
const NO_PRIVACY = ['Please accept the Privacy Policy.'];

describe('where terms are required', () => {
  it.each([
    [
      { termsAgreed: false, privacyAgreed: false },
      { termsAgreed: NO_TERMS, privacyAgreed: NO_PRIVACY },
    ],
    [{ termsAgreed: true, privacyAgreed: false }, { privacyAgreed: NO_PRIVACY }],
    [{ termsAgreed: false, privacyAgreed: true }, { termsAgreed: NO_TERMS }],
    [{ termsAgreed: true }, { privacyAgreed: NO_PRIVACY }],
    [{ termsAgreed: null, privacyAgreed: true }, { termsAgreed: NO_TERMS }],
  ])('%j is refused, with everything that was sent beside it', async (sent, errors) => {
    const answer = await save({ ...sent, marketingByEmail: true });

    expect([answer.status, answer.errors]).toEqual([422, errors]);
    expect(await consents()).toEqual([]);
    expect(await profile()).toMatchObject({ marketingByEmail: false, termsAndConditionsRequired: true });
  });

  it('accepting both is stored with version and time, and they are no longer required', async () => {
    const before = Date.now();
    const { status, body } = await save({ termsAgreed: true, privacyAgreed: true, marketingByPost: true });

    expect([status, body.customers[0]]).toEqual([
      200,
      expect.objectContaining({ termsAgreed: true, privacyAgreed: true, marketingByPost: true }),
    ]);
    expect((await profile()).termsAndConditionsRequired).toBe(false);
    expect((await consents()).toSorted()).toEqual([
      ['post', true, 1],
      ['privacy', true, 1],
      ['terms', true, 1],
    ]);
    const { rows } = await sql<{
      t: Date;
      p: Date;
    }>`select terms_agreed_at as t, privacy_agreed_at as p from customer where id = ${person.customerId}`.execute(portal.db);
    for (const at of [rows[0]?.t, rows[0]?.p]) expect(Math.abs((at?.getTime() ?? 0) - before)).toBeLessThan(5000);
  });

  it('other fields are saved without the terms', async () => {
    expect((await save({ poNumber: 'PO-1', marketingByEmail: true })).status).toBe(200);
  });

  it('accepted terms cannot be withdrawn here, and accepting again adds no history', async () => {
    await save({ termsAgreed: true, privacyAgreed: true });
    expect((await save({ termsAgreed: false, privacyAgreed: true })).errors).toEqual({ termsAgreed: NO_TERMS });
    expect((await save({ termsAgreed: true, privacyAgreed: true })).status).toBe(200);
    expect(await consents()).toHaveLength(2);
  });

  it('a new version has to be accepted again', async () => {
    await save({ termsAgreed: true, privacyAgreed: true });
    await setTerms(2);
    expect(await profile()).toMatchObject({ termsAgreed: false, privacyAgreed: false, termsAndConditionsRequired: true });

    await save({ termsAgreed: true, privacyAgreed: true });

    expect((await consents()).slice(0, 2).toSorted()).toEqual([
      ['privacy', true, 2],
      ['terms', true, 2],
    ]);
    expect((await profile()).termsAndConditionsRequired).toBe(false);
    await setTerms(1);
  });
});

describe('where terms are not required', () => {
  beforeEach(async () => {
    person = await portal.as((await aPerson(portal.db)).email);
  });

  it('accepting and withdrawing are both stored', async () => {
    await save({ termsAgreed: true });
    await save({ termsAgreed: false });

    expect(await consents()).toEqual([
      ['terms', false, 1],
      ['terms', true, 1],
    ]);
    expect((await profile()).termsAgreed).toBe(false);
  });

  it('a profile that is posted back does not withdraw an older agreement', async () => {
    await save({ termsAgreed: true, privacyAgreed: true });
    await sql`update brand set terms_version = 2 where id = 1`.execute(portal.db);
    await save({ ...(await profile()), poNumber: 'PO-5' });
    await sql`update brand set terms_version = 1 where id = 1`.execute(portal.db);

    expect(await consents()).toHaveLength(2);
    expect(await profile()).toMatchObject({ termsAgreed: true, poNumber: 'PO-5' });
  });
});

describe('the history of consents', () => {
  it('starts empty: no one has consented by default', async () => {
    expect(await consents()).toEqual([]);
    expect(await profile()).toMatchObject({
      marketingByEmail: false,
      marketingByFax: false,
      marketingByPhone: false,
      marketingByPost: false,
    });
  });

  it('has a row for each change, newest first, with the version of the text', async () => {
    await save({ marketingByEmail: true, marketingByFax: true });
    await sql`update brand set marketing_version = 2 where id = 2`.execute(portal.db);
    await save({ marketingByEmail: true, marketingByFax: false, marketingByPhone: true });
    await sql`update brand set marketing_version = 1 where id = 2`.execute(portal.db);

    const all = await consents();
    expect(all.slice(0, 2).toSorted()).toEqual([
      ['fax', false, 2],
      ['phone', true, 2],
    ]);
    expect(all.slice(2).toSorted()).toEqual([
      ['email', true, 1],
      ['fax', true, 1],
    ]);
  });

  it('is written by every change of a consent, also for a new account', async () => {
    await sql`update customer set marketing_by_phone = true where id = ${person.customerId}`.execute(portal.db);
    await sql`update customer set marketing_by_phone = false where id = ${person.customerId}`.execute(portal.db);
    expect(await consents()).toEqual([
      ['phone', false, 1],
      ['phone', true, 1],
    ]);
    const { rows } = await sql<{ id: number }>`
      insert into customer (organisation_id, brand_id, email, first_name, last_name, marketing_by_email, terms_agreed_version, terms_agreed_at)
      values (2, 2, 'fresh@made.example', 'F', 'M', true, 1, '2026-01-02T00:00:00Z') returning id`.execute(portal.db);
    const { rows: history } =
      await sql`select kind, created_at from consent_entry where customer_id = ${rows[0]?.id} order by kind`.execute(portal.db);
    expect(history).toEqual([
      { kind: 'email', created_at: expect.any(Date) },
      { kind: 'terms', created_at: new Date('2026-01-02T00:00:00Z') },
    ]);
  });

  it('exists for the consents of the demonstration’s people', async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from customer c where c.terms_agreed_version is not null and not exists (
      select from consent_entry e where e.customer_id = c.id and e.kind = 'terms' and e.given)`.execute(portal.db);
    expect(rows[0]?.n).toBe(0);
  });

  it('cannot be rewritten', async () => {
    await save({ marketingByEmail: true });
    await expect(
      sql`update consent_entry set given = false where customer_id = ${person.customerId}`.execute(portal.db),
    ).rejects.toThrow(/append-only/);
  });

  it('shows only one’s own consents', async () => {
    await save({ marketingByEmail: true });
    const colleague = await portal.as((await aPerson(portal.db, HALLAM)).email);
    expect(await consents(colleague)).toEqual([]);
  });
});
