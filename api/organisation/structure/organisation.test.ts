import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let meridian: TestClient;
let hallam: TestClient;

beforeAll(async () => {
  meridian = await portal.as('admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});

const groups = async (email: string, query = '') => {
  const { body } = await (await portal.as(email)).get<'GET /api/organisationgroups'>(`/api/organisationgroups${query}`);
  return body.organisationGroups.map(({ name }) => name);
};

describe('groups', () => {
  it('are all for an Admin of everything and for Sales, the administered ones for a group’s Admin, and otherwise one’s own', async () => {
    expect(await groups('admin@meridian.example')).toEqual(['North', 'South', 'West', 'Scotland']);
    expect(await groups('north.admin@meridian.example')).toEqual(['North']);
    expect((await groups('west.admin@meridian.example')).toSorted()).toEqual(['Scotland', 'West']);
    expect(await groups('buyer@meridian.example')).toHaveLength(4);
    expect(await groups('staff@meridian.example')).toEqual(['North']);
    expect(await groups('sales@meridian.example')).toEqual(['North', 'South', 'West', 'Scotland']);
    expect(await groups('admin@hallam.example')).toEqual(['City Hotels', 'Country Houses']);
  });

  it.each(['=true', '=1', ''])('start with “All” when addDefaultAll%s asks for it', async (value) => {
    const { body } = await meridian.get<'GET /api/organisationgroups'>(`/api/organisationgroups?addDefaultAll${value}`);

    expect(body.organisationGroups[0]).toEqual({
      id: 0,
      name: 'All',
      displayOrder: 0,
      childCollections: [],
      allowedAllocationTypes: [],
      version: 0,
    });
    expect(body.organisationGroups).toHaveLength(5);
  });

  it.each(['=false', '=0', '=', '=null', '=undefined'])('do not when addDefaultAll%s does not', async (value) => {
    expect(await groups('admin@meridian.example', `?addDefaultAll${value}`)).toHaveLength(4);
  });

  it('refuse a flag that is not a boolean', async () => {
    const { status, errors } = await meridian.get('/api/organisationgroups?addDefaultAll=perhaps');

    expect([status, Object.keys(errors)]).toEqual([400, ['addDefaultAll']]);
  });
});

describe('the allocation types', () => {
  it('are those of the wire, for anyone with a session', async () => {
    const { status, body } = await hallam.get<'GET /api/allocationtypes'>('/api/allocationtypes');

    expect([status, body.allocationTypes]).toEqual([
      200,
      [
        { id: 10, name: 'Fixed' },
        { id: 20, name: 'Quantity' },
        { id: 30, name: 'Points' },
        { id: 40, name: 'Money' },
        { id: 50, name: 'Unlimited' },
      ],
    ]);
  });
});

describe('the structure of an organisation', () => {
  it('excludes the areas, job roles, sites, seasons and images of other organisations', async () => {
    const paths = {
      organisationbusinessareas: 'organisationBusinessAreas',
      organisationjobroles: 'organisationJobRoles',
      organisationresorts: 'organisationResorts',
      organisationseasons: 'organisationSeasons',
      'organisations/slider': 'sliderImages',
    };
    for (const [path, key] of Object.entries(paths)) {
      const ids = async (person: TestClient) =>
        ((await person.get(`/api/${path}`)).body as unknown as Record<string, { id: number }[]>)[key]?.map(({ id }) => id) ?? [];
      const [ours, theirs] = [await ids(meridian), await ids(hallam)];

      expect([path, ours.length > 0, theirs.length > 0]).toEqual([path, true, true]);
      expect([path, ours.filter((id) => theirs.includes(id))]).toEqual([path, []]);
    }
  });

  it('matches the demonstration data', async () => {
    const areas = await meridian.get<'GET /api/organisationbusinessareas'>('/api/organisationbusinessareas');
    const roles = await meridian.get<'GET /api/organisationjobroles'>('/api/organisationjobroles');

    expect(areas.body.organisationBusinessAreas).toHaveLength(5);
    expect(roles.body.organisationJobRoles).toHaveLength(12);
    expect(roles.body.organisationJobRoles).toContainEqual({
      id: 6,
      name: 'Chef',
      displayOrder: expect.any(Number),
      organisationBusinessAreaId: 3,
      version: 1,
    });
  });

  it('has sites with departments, and with addresses only on request', async () => {
    const sites = async (query: string) =>
      (await meridian.get<'GET /api/organisationresorts'>(`/api/organisationresorts${query}`)).body.organisationResorts;
    const [without, including] = [await sites(''), await sites('?includeOrganisationResortAddresses=true')];

    expect(without).toHaveLength(6);
    expect(without.every(({ departments }) => departments.length > 0)).toBe(true);
    expect(without.flatMap(({ organisationResortAddresses }) => organisationResortAddresses)).toEqual([]);
    expect(including.map(({ organisationResortAddresses }) => organisationResortAddresses.length).toSorted()).toEqual([
      1, 1, 1, 1, 1, 2,
    ]);
    expect(
      including
        .flatMap(({ organisationResortAddresses }) => organisationResortAddresses)
        .every(({ isReadOnly, source }) => isReadOnly && source === 'resort'),
    ).toBe(true);
  });

  it('has seasons, the newest first, one of which is current', async () => {
    const { body } = await meridian.get<'GET /api/organisationseasons'>('/api/organisationseasons');
    const starts = body.organisationSeasons.map(({ startDateUtc }) => startDateUtc ?? '');

    expect(starts).toEqual(starts.toSorted().reverse());
    expect(body.organisationSeasons.map(({ isCurrent }) => isCurrent)).toEqual([false, true, false]);
  });

  it('has its own slider images', async () => {
    const { body } = await meridian.get<'GET /api/organisations/settings'>('/api/organisations/settings');

    expect(body).toEqual({
      name: 'Meridian Resorts',
      logoUrl: '/logos/meridian.svg',
      primaryColour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      secondaryColour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      tertiaryColour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      keepsOwnPrices: true,
      poNumberRequired: false,
      poNumberFromApprover: false,
      allowOptOut: true,
      returnDays: 365,
      timeZone: 'Europe/London',
      helpEmail: 'uniform@meridian.example',
      helpPhone: '01632 960142',
      helpText: expect.stringContaining('uniform desk'),
    });
  });

  it('has the help of its brand where it names none itself', async () => {
    const hallam = await portal.as('staff@hallam.example');
    expect((await hallam.get<'GET /api/organisations/settings'>('/api/organisations/settings')).body).toMatchObject({
      helpEmail: 'client.services@aldervane.example',
      helpPhone: '0113 496 0127',
    });
  });

  it('requires a session', async () => {
    for (const path of [
      'allocationtypes',
      'organisations/twitter',
      'organisationgroups',
      'organisationbusinessareas',
      'organisationjobroles',
      'organisationresorts',
      'organisationseasons',
      'organisations/slider',
      'organisations/settings',
    ])
      expect([path, (await portal.anonymous().get(`/api/${path}`)).status]).toEqual([path, 401]);
  });

  it('stays the caller’s while impersonating', async () => {
    const sales = await portal.as('sales@meridian.example');
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    await sql`update session set impersonated_customer_id = ${wearer.id}, impersonation_ends_at = now() + interval '10 minutes'
      where customer_id = ${sales.customerId}`.execute(portal.db);

    const { body } = await sales.get<'GET /api/organisationgroups'>('/api/organisationgroups');

    // Of the wearer it would be one.
    expect(body.organisationGroups).toHaveLength(4);
  });
});
