import { describe, expect, it } from 'vitest';
import { anApplicant, aRegistrationLink, listPeopleByEmail, listRegistrationsByEmail } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

type Call = 'POST /api/registerwithtoken';

const portal = usePortal();

const register = (body: object) => portal.anonymous().post<Call>('/api/registerwithtoken', body);

describe('a refused registration', () => {
  const text = 'The activation link is not valid or has expired.';

  it('gets the same error for every invalid link, and changes nothing', async () => {
    const links = await Promise.all([
      aRegistrationLink(portal.db, { expired: true }),
      aRegistrationLink(portal.db, { revoked: true }),
      aRegistrationLink(portal.db, { organisationId: 2 }),
    ]);
    const { token } = await aRegistrationLink(portal.db);
    const applicant = anApplicant();
    const wrong = [
      ...links.map((link) => link.token),
      undefined,
      null,
      '',
      'x',
      `${token}x`,
      token.toLowerCase(),
      'x'.repeat(4000),
      '\0',
    ];

    for (const one of wrong)
      expect(await register({ ...applicant, token: one })).toMatchObject({
        status: 200,
        body: { success: false, msg: text, userRegistrationType: null },
      });
    expect([
      await listPeopleByEmail(portal.db, applicant.email),
      await listRegistrationsByEmail(portal.db, applicant.email),
    ]).toEqual([[], []]);
    // Fields are only validated for a valid link.
    expect((await register({ token: 'x' })).body.msg).toBe(text);
  });

  it('gets an error for every invalid field at once', async () => {
    const { token } = await aRegistrationLink(portal.db, {
      asks: ['employee_number', 'po_number', 'gender', 'resort', 'business_area', 'collection'],
    });

    expect(await register({ token })).toMatchObject({
      status: 422,
      errors: {
        firstName: ['First name is required.'],
        lastName: ['Last name is required.'],
        email: ['Email is required.'],
        employeeNumber: ['Employee number is required.'],
        poNumber: ['PO number is required.'],
        gender: ['Gender is required.'],
        organisationResortId: ['Destination is required.'],
        organisationBusinessAreaId: ['Business area is required.'],
        organisationCollections: ['Wardrobe area is required.'],
      },
    });
  });

  it.each([
    ['firstName', 7, 'First name is not valid.'],
    ['email', { a: 1 }, 'Email is not valid.'],
    ['gender', 'ten', 'Gender is required.'],
    ['gender', 1.5, 'Gender is required.'],
    ['organisationResortId', 'Lodge', 'Destination is required.'],
    ['organisationResortId', -1, 'Destination is required.'],
    ['organisationBusinessAreaId', [], 'Business area is required.'],
    ['departments', 'Kitchen', 'Department is required.'],
    ['departments', [true], 'Department is required.'],
    ['organisationCollections', { id: 1 }, 'Wardrobe area is required.'],
    ['organisationCollections', [[]], 'Wardrobe area is required.'],
  ])('has the wrong type in %s: %j', async (field, value, message) => {
    const { token } = await aRegistrationLink(portal.db, { asks: ['gender', 'resort', 'business_area', 'collection'] });
    const { status, errors } = await register({ ...anApplicant(), token, [field]: value });

    expect(status).toBe(422);
    expect(Object.entries(errors).find(([path]) => path.startsWith(field))?.[1]).toEqual([message]);
  });

  it.each([
    ['organisationResortId', 11, 'Destination is not one of the available options.'],
    ['departments', [111], 'Department is not one of the available options.'],
    ['departments', [21], 'Department is not one of the available options.'],
    ['organisationBusinessAreaId', 11, 'Business area is not one of the available options.'],
    ['organisationCollections', [{ id: 1011 }], 'Wardrobe area is not one of the available options.'],
  ])('is the id of another organisation or destination in %s', async (field, value, message) => {
    const { token } = await aRegistrationLink(portal.db, { asks: ['resort', 'business_area', 'collection'] });
    const applicant = anApplicant();
    const right = {
      ...applicant,
      token,
      organisationResortId: 1,
      departments: [11],
      organisationBusinessAreaId: 1,
      organisationCollections: [{ id: 11 }],
    };

    expect(await register({ ...right, [field]: value })).toMatchObject({ status: 422, errors: { [field]: [message] } });
    expect(await listPeopleByEmail(portal.db, applicant.email)).toEqual([]);
    expect((await register(right)).body.success).toBe(true);
  });

  it('is a wardrobe that only gathers others', async () => {
    const { token } = await aRegistrationLink(portal.db, { asks: ['collection'] });

    expect(await register({ ...anApplicant(), token, organisationCollections: [{ id: 1 }] })).toMatchObject({
      status: 422,
      errors: { organisationCollections: ['Wardrobe area is not one of the available options.'] },
    });
  });

  it.each([
    ['organisationResortId', 2, 'Destination is not one of the available options.'],
    ['organisationBusinessAreaId', 2, 'Business area is not one of the available options.'],
    ['organisationCollections', [{ id: 12 }], 'Wardrobe area is not one of the available options.'],
  ])('is an id of the own organisation that the link does not offer in %s', async (field, value, message) => {
    const { token } = await aRegistrationLink(portal.db, {
      asks: ['resort', 'business_area', 'collection'],
      resortIds: [1],
      businessAreaIds: [1],
      collectionIds: [11],
    });
    const right = {
      ...anApplicant(),
      token,
      organisationResortId: 1,
      departments: [11],
      organisationBusinessAreaId: 1,
      organisationCollections: [11],
    };

    expect(await register({ ...right, [field]: value })).toMatchObject({ status: 422, errors: { [field]: [message] } });
    expect((await register(right)).body.success).toBe(true);
  });

  it.each([
    ['firstName', 'Ann\r\nBcc: eve@evil.example', 'First name must be on one line.'],
    ['lastName', '<img src=x onerror=alert(1)>', 'Last name must not contain links or characters such as < and >.'],
    ['email', 'ann@new.example\r\nBcc: eve@evil.example', 'Email is not valid.'],
    ['email', 'ann@new.example,eve@evil.example', 'Email is not valid.'],
  ])('is markup, a line break or a second recipient in %s', async (field, value, message) => {
    const { token } = await aRegistrationLink(portal.db);

    expect(await register({ ...anApplicant(), token, [field]: value })).toMatchObject({
      status: 422,
      errors: { [field]: [message] },
    });
  });
});
