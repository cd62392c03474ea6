import { describe, expect, it } from 'vitest';
import { toFieldErrors } from './field-errors.ts';

const fields = { email: '', departments: [], groupId: 0 };

describe("the server's errors beside their fields", () => {
  it('belong to the part of the path that is a field', () => {
    expect(
      toFieldErrors(
        {
          'departments[0]': ['Department is required.'],
          'customer.email': ['Email is not valid.', 'And more.'],
          organisationGroupId: ['Group is required.'],
        },
        fields,
        { organisationGroupId: 'groupId' },
      ),
    ).toEqual({ departments: 'Department is required.', email: 'Email is not valid.', groupId: 'Group is required.' });
  });

  it("keep the server's name where there is no field, and have no text where there is none", () => {
    expect(toFieldErrors({ 'links[0].id': ['Too many links.'], email: [] }, fields)).toEqual({
      'links[0].id': 'Too many links.',
      email: '',
    });
  });
});
