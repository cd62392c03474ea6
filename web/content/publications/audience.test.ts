import { describe, expect, it } from 'vitest';
import { type AudienceChoices, changeReaders, describeAudience, EMPTY_AUDIENCE, findAudienceProblems } from './audience.ts';

const choices: AudienceChoices = {
  brands: [
    { id: 1, name: 'Sundial' },
    { id: 2, name: 'Harbour' },
  ],
  organisations: [
    { id: 1, name: 'Meridian Resorts', brandId: 1 },
    { id: 2, name: 'Hallam Hotels', brandId: 1 },
    { id: 3, name: 'Pike Ferries', brandId: 2 },
  ],
  roles: [
    { id: 33, name: 'Administrator', organisationId: null },
    { id: 34, name: 'Wearer', organisationId: null },
    { id: 90, name: 'Night manager', organisationId: 1 },
  ],
  groups: [
    { id: 10, name: 'Kitchen', organisationId: 1 },
    { id: 11, name: 'Spa', organisationId: 1 },
    { id: 20, name: 'Crew', organisationId: 3 },
  ],
};
const published = { ...EMPTY_AUDIENCE, isPublished: true };

describe('who will see it', () => {
  it.each([
    [{}, 'Choose at least one brand or client to show it to.'],
    [
      { organisationIds: [1, 2], fromDate: '2026-12-01', untilDate: '2026-12-31' },
      'Shown to everyone at Meridian Resorts and Hallam Hotels from 1 Dec 2026 until 31 Dec 2026.',
    ],
    [{ organisationIds: [1, 3], brandIds: [1] }, 'Shown to everyone at all clients of Sundial and Pike Ferries.'],
    [{ organisationIds: [1], groupIds: [10, 11] }, 'Shown to people in Kitchen or Spa at Meridian Resorts.'],
    [
      { organisationIds: [1, 2], groupIds: [10], roleIds: [34] },
      'Shown to people with the role Wearer at Meridian Resorts and Hallam Hotels. At Meridian Resorts only to people in Kitchen.',
    ],
    [
      { organisationIds: [2], fromDate: '2026-12-24', untilDate: '2026-12-24' },
      'Shown to everyone at Hallam Hotels on 24 Dec 2026.',
    ],
    [
      { organisationIds: [2], isPublished: false },
      'Draft: no one sees it yet. Once published, it is shown to everyone at Hallam Hotels.',
    ],
  ])('%o', (values, expected) => {
    expect(describeAudience(choices, { ...published, ...values })).toBe(expected);
  });

  it('counts the clients beyond the first four', () => {
    const organisations = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, name: `Client ${index + 1}`, brandId: 1 }));
    expect(
      describeAudience({ ...choices, organisations }, { ...published, organisationIds: organisations.map(({ id }) => id) }),
    ).toBe('Shown to everyone at Client 1, Client 2, Client 3, Client 4 and 5 more clients.');
  });

  it('is the organisation of an administrator', () => {
    const own = { id: 1, name: 'Meridian Resorts', mustChooseGroups: true };
    expect(describeAudience({ ...choices, own }, { ...published, groupIds: [10] })).toBe(
      'Shown to people in Kitchen at Meridian Resorts.',
    );
    expect(findAudienceProblems(published, { own })).toEqual({ groupIds: 'Choose at least one of your groups.' });
  });
});

describe('changing the readers', () => {
  it('takes out roles and groups of clients that no longer read it, and leaves those that the caller cannot name', () => {
    const values = { ...published, organisationIds: [1, 3], roleIds: [34, 90, 777], groupIds: [10, 20, 888] };
    expect(changeReaders(choices, values, { organisationIds: [3] })).toEqual({
      organisationIds: [3],
      roleIds: [34, 777],
      groupIds: [20, 888],
    });
  });

  it('keeps groups of a client that is still reached by its brand', () => {
    const values = { ...published, brandIds: [1], organisationIds: [1], groupIds: [10] };
    expect(changeReaders(choices, values, { organisationIds: [] })).toMatchObject({ groupIds: [10] });
  });
});

it('refuses a last day before the first, and no readers', () => {
  expect(findAudienceProblems({ ...published, fromDate: '2026-12-02', untilDate: '2026-12-01' }, choices)).toEqual({
    organisationIds: 'Choose at least one brand or client.',
    untilDate: 'The last day must not be before the first.',
  });
});
