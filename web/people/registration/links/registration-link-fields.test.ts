import { describe, expect, it } from 'vitest';
import {
  addDays,
  createRegistrationLinkDraft,
  getLastValidDay,
  type RegistrationLinkChoices,
  toRegistrationLinkBody,
  validateRegistrationLink,
} from './registration-link-fields.ts';

const choices: RegistrationLinkChoices = {
  organisationGroups: [{ id: 1, name: 'North' }],
  organisationGroupRequired: false,
  resorts: [{ id: 2, name: 'Lodge' }],
  businessAreas: [{ id: 3, name: 'Kitchen' }],
  collections: [],
  roles: [
    { id: 34, name: 'Staff' },
    { id: 35, name: 'Buyer' },
  ],
};
const today = new Date(2026, 10, 21, 15);

describe('a new link', () => {
  it('has useful defaults', () => {
    expect(createRegistrationLinkDraft(choices, today)).toMatchObject({
      registrationType: 2,
      groupId: 0,
      expiresOn: '2027-02-19',
      resort: true,
      collection: false,
      roleIds: [34],
    });
    expect(createRegistrationLinkDraft({ ...choices, organisationGroupRequired: true, roles: [] }, today)).toMatchObject({
      groupId: 1,
      roleIds: [],
    });
  });

  it('needs a name, an expiry, and a group where one is required', () => {
    const draft = createRegistrationLinkDraft(choices, today);

    expect(
      validateRegistrationLink({ ...draft, name: ' ', expiresOn: '' }, { ...choices, organisationGroupRequired: true }),
    ).toEqual({
      name: 'Name is required.',
      groupId: 'Group is required.',
      expiresOn: 'Expiry is required.',
    });
    expect(validateRegistrationLink({ ...draft, name: 'Summer' }, choices)).toEqual({});
  });

  it('sends no options of fields that are not requested', () => {
    const draft = {
      ...createRegistrationLinkDraft(choices, today),
      name: ' Summer ',
      resort: false,
      resortIds: [2],
      businessArea: true,
      businessAreaIds: [3],
    };

    expect(toRegistrationLinkBody(draft)).toMatchObject({
      name: 'Summer',
      organisationGroupId: null,
      resortEnabled: false,
      resortIds: [],
      businessAreaEnabled: true,
      businessAreaIds: [3],
      roleIds: [34],
    });
  });
});

describe('the days of a link', () => {
  it('are counted across the end of a month', () => {
    expect(addDays(today, 0)).toBe('2026-11-21');
    expect(addDays(today, 10)).toBe('2026-12-01');
  });

  it('end with the entered day in every time zone', () => {
    expect(getLastValidDay('2026-07-01T00:00:00.000Z')).toBe('2026-06-30T12:00:00Z');
    expect(getLastValidDay('2026-07-01T10:30:00.000Z')).toBe('2026-07-01T12:00:00Z');
  });
});
