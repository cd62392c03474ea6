import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { writeTodaysTaxRates } from './tax.queries.ts';

const HALLAM = 2;
const DAY = 86_400_000;
type Settings = ReplyOf<'GET /api/operator/tax'>['taxSettings'];

const portal = usePortal();
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator();
});
afterEach(async () => {
  await sql`update organisation set tax_country_code = null, tax_rates = '{}'`.execute(portal.db);
  await sql`delete from tax_rate`.execute(portal.db);
});

const inDays = (days: number) => addDaysTo(getLocalDay(portal.clock.now(), 'Europe/London'), days);
const applyIn = (days: number) => writeTodaysTaxRates(portal.db, portal.clock.now() + days * DAY);
const add = (body: Partial<BodyOf<'POST /api/operator/tax/rates'>>, as: Pick<TestOperatorClient, 'post'> = operator) =>
  as.post<'POST /api/operator/tax/rates'>('/api/operator/tax/rates', {
    ...{ countryCode: 'GB', taxClass: 'standard', percent: 20, ...body },
  } as never);
const setCountry = (countryCode: string | null, as: Pick<TestOperatorClient, 'put'> = operator, id = HALLAM) =>
  as.put<'PUT /api/operator/organisations/:id/tax'>(`/api/operator/organisations/${id}/tax`, { countryCode });
const settings = async (): Promise<Settings> =>
  (await operator.get<'GET /api/operator/tax'>('/api/operator/tax')).body.taxSettings;
const ratesOf = async () =>
  (await sql<{ rates: object }>`select tax_rates as rates from organisation where id = ${HALLAM}`.execute(portal.db)).rows[0]
    ?.rates;
const brandOf = async (id: number) =>
  (await sql<{ id: number }>`select brand_id as id from organisation where id = ${id}`.execute(portal.db)).rows[0]?.id as number;

describe('the rates of a country', () => {
  it('apply to its clients from and until a day, and a client without a country keeps its own rate', async () => {
    await add({ percent: 20 });
    await add({ taxClass: 'childrens_clothing', percent: 0 });
    expect(await ratesOf()).toEqual({});
    expect((await setCountry('GB')).status).toBe(200);
    expect(await ratesOf()).toEqual({ standard: 0.2, childrens_clothing: 0 });
    await add({ percent: 15, startsOn: inDays(2), lastOn: inDays(4) });
    await add({ percent: 22.5, startsOn: inDays(10) });
    expect(await applyIn(1)).toEqual([]);
    expect(await applyIn(2)).toEqual([HALLAM]);
    expect(await ratesOf()).toEqual({ standard: 0.15, childrens_clothing: 0 });
    expect(await applyIn(3)).toEqual([]);
    await applyIn(5);
    expect(await ratesOf()).toEqual({ standard: 0.2, childrens_clothing: 0 });
    // After a standstill, too.
    await applyIn(30);
    expect(await ratesOf()).toEqual({ standard: 0.225, childrens_clothing: 0 });
    await setCountry(null);
    expect(await ratesOf()).toEqual({});
  });

  it('begin at midnight in the time zone of the client', async () => {
    await setCountry('GB');
    const midnight = Date.parse(`${inDays(3)}T00:00:00Z`);
    await add({ percent: 10, startsOn: inDays(3) });
    await sql`update organisation set time_zone = 'Asia/Tokyo' where id = ${HALLAM}`.execute(portal.db);
    await writeTodaysTaxRates(portal.db, midnight - 9.1 * 3_600_000);
    expect(await ratesOf()).toEqual({});
    await writeTodaysTaxRates(portal.db, midnight - 8.9 * 3_600_000);
    expect(await ratesOf()).toEqual({ standard: 0.1 });
    await sql`update organisation set time_zone = 'Europe/London' where id = ${HALLAM}`.execute(portal.db);
  });

  it('are shown with what applies today, and deleted before they begin', async () => {
    await add({ percent: 20 });
    await add({ percent: 22, startsOn: inDays(3) });
    await setCountry('GB');
    const shown = await settings();
    expect(shown.rates.map(({ percent, state, refusal }) => [percent, state, refusal])).toEqual([
      [20, 'current', 'It has begun. Add another rate to change it.'],
      [22, 'coming', null],
    ]);
    expect(shown.organisations.find(({ id }) => id === HALLAM)).toMatchObject({ countryCode: 'GB', ownPercent: 20, percent: 20 });
    const [current, coming] = shown.rates;
    expect((await operator.delete(`/api/operator/tax/rates/${current?.id}`)).status).toBe(409);
    expect((await operator.delete(`/api/operator/tax/rates/${coming?.id}`)).status).toBe(200);
    expect((await operator.delete(`/api/operator/tax/rates/${coming?.id}`)).status).toBe(404);
    const events = await sql<{
      action: string;
    }>`select action from audit_event where action like 'tax.%' order by id desc limit 2`.execute(portal.db);
    expect(events.rows.map(({ action }) => action)).toEqual(['tax.rate-deleted', 'tax.country-changed']);
  });

  it.each([
    ['a day that has passed', { startsOn: '2020-01-01' }, 422],
    ['a last day before the first', { startsOn: '2030-01-02', lastOn: '2030-01-01' }, 422],
    ['100%', { percent: 100 }, 422],
    ['a negative rate', { percent: -1 }, 422],
    ['a rate for products without tax', { taxClass: 'zero' as never }, 422],
    ['a country that does not exist', { countryCode: 'XX' }, 404],
  ])('are refused for %s', async (_, body, status) => {
    expect((await add(body)).status).toBe(status);
    expect((await settings()).rates).toEqual([]);
  });

  it('begin once a day', async () => {
    await add({});
    expect((await add({ percent: 21 })).status).toBe(409);
  });

  it('are changed only by operators of all brands whose clients pay by them', async () => {
    await setCountry('GB');
    const hallam = await brandOf(HALLAM);
    const other = await portal.asOperator({ brandIds: [hallam === 1 ? 2 : 1] });
    expect((await add({}, other)).status).toBe(403);
    expect((await setCountry('DE', other)).status).toBe(404);
    expect((await add({}, await portal.asOperator({ brandIds: [hallam] }))).status).toBe(200);
    const reader = await portal.asApiKey(['catalogue:read']);
    expect((await add({ startsOn: inDays(1) }, reader)).status).toBe(403);
  });
});
