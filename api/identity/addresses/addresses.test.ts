import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAddress, aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const billing = async (person: TestClient) =>
  (await person.get<'GET /api/billingaddresses'>('/api/billingaddresses')).body.addresses;
const shipping = async (person: TestClient) =>
  (await person.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses;

describe('countries', () => {
  it('include only those that we deliver to', async () => {
    const person = await portal.as('buyer@meridian.example');
    await sql`update country set allows_shipping = false where two_letter_iso_code = 'AQ'`.execute(portal.db);

    const { body } = await person.get<'GET /api/countries'>('/api/countries/');
    const { countries } = body;

    expect(countries).toContainEqual({
      id: 826,
      name: expect.any(String),
      twoLetterIsoCode: 'GB',
      threeLetterIsoCode: 'GBR',
      numericIsoCode: 826,
      allowsBilling: true,
      allowsShipping: true,
      hasPostcodes: true,
    });
    expect(countries.some(({ twoLetterIsoCode }) => twoLetterIsoCode === 'AQ')).toBe(false);
  });

  it('have states where addresses need them, and an unknown country is not found', async () => {
    const person = await portal.as('buyer@meridian.example');
    const states = (id: number | string) => person.get<'GET /api/states/:countryId'>(`/api/states/${id}`);

    expect((await states(840)).body.states).toContainEqual({
      id: expect.any(Number),
      name: 'Texas',
      abbreviation: 'TX',
      countryId: 840,
      displayOrder: expect.any(Number),
    });
    expect((await states(826)).body).toEqual({ states: [] });
    expect((await states(999)).errors).toEqual({ country: ['Country not found.'] });
    expect((await states('GB')).status).toBe(404);
  });
});

describe('addresses', () => {
  it('for delivery are the site’s and the person’s own; only the first is the default', async () => {
    const person = await portal.as((await aPerson(portal.db, { resortId: 4 })).email);
    const own = await anAddress(portal.db, person);
    await sql`update address set is_default = true where id = ${own}`.execute(portal.db);

    const addresses = await shipping(person);

    expect(addresses.map(({ source, isDefault, isReadOnly }) => [source, isDefault, isReadOnly])).toEqual([
      ['resort', true, true],
      ['resort', false, true],
      ['customer', false, false],
    ]);
    expect(addresses[2]).toMatchObject({
      id: own,
      countryId: 826,
      stateProvinceId: null,
      createdOnUtc: expect.stringMatching(/Z$/),
    });
  });

  it('for invoices are the organisation’s and the person’s own; only the first is the default', async () => {
    const person = await portal.as((await aPerson(portal.db)).email);
    const own = await anAddress(portal.db, person);
    await sql`update address set is_default = true where id = ${own}`.execute(portal.db);

    expect((await billing(person)).map(({ source, isDefault }) => [source, isDefault])).toEqual([
      ['organisation', true],
      ['customer', false],
    ]);
  });

  it('for delivery are the person’s own where the site has none, one of them the default', async () => {
    const person = await portal.as((await aPerson(portal.db, { resortId: null })).email);
    const [first, second] = [await anAddress(portal.db, person), await anAddress(portal.db, person)];

    expect((await shipping(person)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first, true],
      [second, false],
    ]);
    await sql`update address set is_default = true where id = ${second}`.execute(portal.db);
    expect((await shipping(person)).map(({ id }) => id)).toEqual([second, first]);
  });

  it('for delivery begin with the one chosen while ordering for the person', async () => {
    const person = await portal.as((await aPerson(portal.db, { resortId: 4 })).email);
    const own = await anAddress(portal.db, person);
    const sales = await portal.as('sales@meridian.example');
    await sales.get(`/api/customers/impersonate/${person.customerId}`);
    expect((await shipping(sales)).map(({ source }) => source)).toEqual(['resort', 'resort', 'customer']);

    const { status } = await sales.post('/api/customers/saveImpersonatedCustomerShippingAddressDetails', { addressId: own });

    expect(status).toBe(200);
    expect((await shipping(sales)).map(({ id, isDefault }) => [id, isDefault])[0]).toEqual([own, true]);
  });

  it('never include a colleague’s, another organisation’s or deleted ones', async () => {
    const [person, colleague] = [
      await portal.as((await aPerson(portal.db)).email),
      await portal.as((await aPerson(portal.db)).email),
    ];
    const otherBuyer = await portal.as('buyer@hallam.example');
    const deleted = await anAddress(portal.db, person);
    await sql`update address set deleted_at = now() where id = ${deleted}`.execute(portal.db);
    const others = [await anAddress(portal.db, colleague), await anAddress(portal.db, otherBuyer), deleted];

    const seen = [...(await billing(person)), ...(await shipping(person))].map(({ id }) => id);

    expect(seen.filter((id) => others.includes(id))).toEqual([]);
    expect((await billing(otherBuyer)).every(({ company }) => !company?.includes('Meridian'))).toBe(true);
  });

  it('in countries without billing or delivery are not offered for that use', async () => {
    const person = await portal.as((await aPerson(portal.db)).email);
    await sql`update country set allows_shipping = false, allows_billing = true where two_letter_iso_code = 'AQ'`.execute(
      portal.db,
    );
    const polar = await anAddress(portal.db, person, 'AQ');

    expect((await shipping(person)).map(({ id }) => id)).not.toContain(polar);
    expect((await billing(person)).map(({ id }) => id)).toContain(polar);
  });

  it('require a session', async () => {
    for (const path of ['countries', 'states/826', 'billingaddresses', 'shippingaddresses'])
      expect([path, (await portal.anonymous().get(`/api/${path}`)).status]).toEqual([path, 401]);
  });
});
