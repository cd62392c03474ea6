import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAddress, aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let person: TestClient;
beforeEach(async () => {
  person = await portal.as((await aPerson(portal.db)).email);
});

const ADDRESS_INPUT = {
  firstName: 'Ann',
  lastName: 'Lee',
  countryId: 826,
  city: 'Leeds',
  address1: '1 Test Street',
  zipPostalCode: 'LS1 1AA',
};
const add = (address: object, who = person) =>
  who.post<'POST /api/createcustomeraddress'>('/api/createcustomeraddress/', { address });
const change = (id: number, address: object, who = person) =>
  who.put<'PUT /api/customeraddresses/:id'>(`/api/customeraddresses/${id}`, { address });
const remove = (id: number, who = person) => who.delete<'DELETE /api/customeraddresses/:id'>(`/api/customeraddresses/${id}`);
const restore = (id: number, who = person) =>
  who.post<'POST /api/customeraddresses/:id/restore'>(`/api/customeraddresses/${id}/restore`);
const list = async (who = person) => (await who.get<'GET /api/customeraddresses'>('/api/customeraddresses/')).body.addresses;
const savedAddress = async (overrides: object = {}) => (await add({ ...ADDRESS_INPUT, ...overrides })).body.address;

describe('own addresses', () => {
  it('start empty and store every field', async () => {
    expect(await list()).toEqual([]);
    const input = {
      ...ADDRESS_INPUT,
      company: 'Lee & Sons',
      address2: 'Flat 2',
      county: 'Yorkshire',
      phoneNumber: '0113 1',
      faxNumber: '0113 2',
      email: 'a@b.example',
    };

    const { status, body } = await add(input);

    expect([status, body.address]).toEqual([
      200,
      {
        ...input,
        id: expect.any(Number),
        countryName: expect.stringContaining('United Kingdom'),
        stateProvinceId: null,
        stateProvinceName: null,
        isDefault: false,
        isReadOnly: false,
        source: 'customer',
        createdOnUtc: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await list()).toEqual([{ ...body.address, isDefault: true }]);
    const shipping = (await person.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses;
    expect(shipping.map(({ id }) => id)).toContain(body.address.id);
  });

  it('are refused with a sentence for each field that is missing, too long or invalid', async () => {
    expect((await add({})).errors).toEqual({
      'address.firstName': ['First name is required.'],
      'address.lastName': ['Last name is required.'],
      'address.countryId': ['Country is required.'],
      'address.city': ['City is required.'],
      'address.address1': ['Address is required.'],
      'address.zipPostalCode': ['Postcode is required.'],
    });
    const { status, errors } = await add({
      ...ADDRESS_INPUT,
      firstName: ' \n',
      city: 'x'.repeat(101),
      email: 'no address',
      countryId: 1,
    });
    expect([status, errors]).toEqual([
      422,
      {
        'address.firstName': ['First name is required.'],
        'address.city': ['City must not be longer than 100 characters.'],
        'address.email': ['Email is not a valid email address.'],
        'address.countryId': ['We do not deliver to this country.'],
      },
    ]);
    expect((await add({ ...ADDRESS_INPUT, city: 7 })).errors).toEqual({ 'address.city': ['City is not valid.'] });
    expect(await list()).toEqual([]);
  });

  it('need a postcode only in countries that have postcodes', async () => {
    const { zipPostalCode, ...withoutPostcode } = ADDRESS_INPUT;
    const [hongKong, emirates, britain] = [344, 784, 826];
    for (const missing of [undefined, null, '', ' '])
      expect((await add({ ...withoutPostcode, zipPostalCode: missing, countryId: britain })).errors).toEqual({
        'address.zipPostalCode': ['Postcode is required.'],
      });
    for (const missing of [undefined, null, '', ' '])
      expect((await add({ ...withoutPostcode, zipPostalCode: missing, countryId: hongKong })).body.address).toMatchObject({
        countryId: hongKong,
        zipPostalCode: '',
      });
    // Where there are none, one may be written all the same: some countries have begun to give them out.
    const created = (await add({ ...withoutPostcode, zipPostalCode, countryId: emirates })).body.address;
    expect(created.zipPostalCode).toBe(zipPostalCode);
    expect((await change(created.id, { zipPostalCode: null })).body.address.zipPostalCode).toBe('');
    expect((await change(created.id, { countryId: britain })).errors).toEqual({
      'address.zipPostalCode': ['Postcode is required.'],
    });
  });

  it('in the United States can name a territory or the armed forces', async () => {
    const { body } = await person.get<'GET /api/states/:countryId'>('/api/states/840');
    const byAbbreviation = new Map(body.states.map((state) => [state.abbreviation, state]));
    expect(body.states).toHaveLength(59);
    for (const abbreviation of ['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'PR', 'VI']) {
      const state = byAbbreviation.get(abbreviation);
      expect((await add({ ...ADDRESS_INPUT, countryId: 840, stateProvinceId: state?.id })).body.address).toMatchObject({
        stateProvinceName: state?.name,
      });
    }
  });

  it('require a state of the country where it has states', async () => {
    const { rows } = await sql<{ id: number; country_id: number }>`
      select min(id) as id, country_id from state_province where country_id in (840, 124) group by country_id order by country_id desc`.execute(
      portal.db,
    );
    const [texas, canadian] = rows;
    const american = { ...ADDRESS_INPUT, countryId: 840 };

    expect((await add(american)).errors).toEqual({ 'address.stateProvinceId': ['State is required.'] });
    expect((await add({ ...american, stateProvinceId: canadian?.id })).errors).toEqual({
      'address.stateProvinceId': ['State does not belong to the country.'],
    });
    const created = (await add({ ...american, stateProvinceId: texas?.id })).body.address;
    expect(created).toMatchObject({ stateProvinceId: texas?.id, stateProvinceName: expect.any(String) });
    // A change of country resets the state.
    expect((await change(created.id, { countryId: 826 })).body.address).toMatchObject({ countryId: 826, stateProvinceId: null });
  });

  it('change only in the fields that were sent, and null clears a field', async () => {
    const { id } = await savedAddress({ company: 'Lee & Sons', phoneNumber: '1' });
    const { body } = await change(id, { city: ' York ', company: null });

    expect(body.address).toMatchObject({ ...ADDRESS_INPUT, id, city: 'York', company: null, phoneNumber: '1' });
    expect((await change(id, { city: '' })).errors).toEqual({ 'address.city': ['City is required.'] });
    expect((await list())[0]?.city).toBe('York');
  });

  it('have one default, which comes first', async () => {
    const one = await savedAddress({ isDefault: true });
    const two = await savedAddress();
    expect((await list()).map(({ id }) => id)).toEqual([one.id, two.id]);

    await change(two.id, { isDefault: true });

    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [two.id, true],
      [one.id, false],
    ]);
    const three = await savedAddress({ isDefault: true });
    expect((await list()).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([three.id]);
  });

  it('can be deleted, and restored unchanged for a day', async () => {
    const { id } = await savedAddress({ isDefault: true });
    expect((await remove(id)).body).toEqual({});
    expect(await list()).toEqual([]);
    expect((await remove(id)).status).toBe(404);
    expect((await change(id, { city: 'York' })).status).toBe(404);

    expect((await restore(id)).body.address).toMatchObject({ ...ADDRESS_INPUT, id, isDefault: true });
    expect((await restore(id)).status).toBe(200);
    await remove(id);
    const other = await savedAddress({ isDefault: true });
    expect((await restore(id)).body.address.isDefault).toBe(false);
    expect((await list()).map((address) => address.id)).toEqual([other.id, id]);
    await remove(id);
    await sql`update address set deleted_at = now() - interval '25 hours' where id = ${id}`.execute(portal.db);
    expect((await restore(id)).status).toBe(404);
  });

  it('that are deleted are no longer selected, and orders keep their copy', async () => {
    const { id } = await savedAddress();
    await sql`insert into cart (organisation_id, customer_id, shipping_address_id) values (1, ${person.customerId}, ${id})`.execute(
      portal.db,
    );
    await remove(id);
    expect((await person.get(`/api/shippingoptions/${id}`)).status).toBe(404);
    expect(
      (await person.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses.map((address) => address.id),
    ).not.toContain(id);
  });

  it('exclude a colleague’s, another organisation’s and the site’s', async () => {
    const colleague = await portal.as((await aPerson(portal.db)).email);
    const foreign = await portal.as('buyer@hallam.example');
    const site = (await person.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses.find(
      ({ source }) => source === 'resort',
    );
    const others = [await anAddress(portal.db, colleague), await anAddress(portal.db, foreign), site?.id ?? 0];
    for (const id of others) {
      for (const answer of [await change(id, { city: 'Taken' }), await remove(id), await restore(id)])
        expect([id, answer.status, answer.errors]).toEqual([id, 404, { address: ['Address not found.'] }]);
    }
    expect((await list()).length).toBe(0);
    expect((await list(colleague)).map(({ city }) => city)).toEqual(['Leeds']);
    for (const path of ['customeraddresses']) expect((await portal.anonymous().get(`/api/${path}`)).status).toBe(401);
  });

  it('are limited in number', async () => {
    await sql`insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code)
      select 1, ${person.customerId}, 'Ann', 'Lee', 826, 'Leeds', n || ' Test Street', 'LS1' from generate_series(1, 100) n`.execute(
      portal.db,
    );
    const { status, errors } = await add(ADDRESS_INPUT);
    expect([status, errors]).toEqual([409, { address: ['You can save up to 100 addresses. Please remove one first.'] }]);
  });

  it('are recorded in the audit log without the address itself', async () => {
    const { id } = await savedAddress();
    await change(id, { city: 'York' });
    await remove(id);
    await restore(id);
    const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`select action, before, after from audit_event
      where actor_id = ${person.customerId} and subject_id = ${String(id)} order by id`.execute(portal.db);
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual(
      ['address.added', 'address.changed', 'address.removed', 'address.restored'].map((action) => [action, null, null]),
    );
  });
});
