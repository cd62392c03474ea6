import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#api/testing/processor-time.ts';
import { type LinkTerms, parseLinkExpiry, parseLinkName, parseRegistrant } from './registration.rules.ts';

const lodge = {
  id: 1,
  name: 'Lodge',
  departments: [
    { id: 11, name: 'Kitchen' },
    { id: 12, name: 'Spa' },
  ],
};
const office = { id: 2, name: 'Office', departments: [] };

const everything: LinkTerms = {
  asksEmployeeNumber: true,
  asksPoNumber: true,
  asksGender: true,
  asksResort: true,
  asksBusinessArea: true,
  asksCollection: true,
  resorts: [lodge, office],
  businessAreas: [{ id: 3, name: 'Front of House' }],
  collections: [
    { id: 4, name: 'Chefs' },
    { id: 5, name: 'Porters' },
  ],
};
const nothing: LinkTerms = {
  asksEmployeeNumber: false,
  asksPoNumber: false,
  asksGender: false,
  asksResort: false,
  asksBusinessArea: false,
  asksCollection: false,
  resorts: [],
  businessAreas: [],
  collections: [],
};
const complete = {
  firstName: 'Zoë',
  lastName: 'O’Brien-Nkemelu',
  email: 'zoe@new.example',
  employeeNumber: 'E-1',
  poNumber: 'PO/7',
  gender: 20,
  organisationResortId: 1,
  departments: [11],
  organisationBusinessAreaId: 3,
  organisationCollections: [{ id: 4 }],
};

describe('registering', () => {
  it('accepts the fields that the link requests', () => {
    expect(parseRegistrant(everything, complete).registrant).toEqual({
      firstName: 'Zoë',
      lastName: 'O’Brien-Nkemelu',
      email: 'zoe@new.example',
      employeeNumber: 'E-1',
      poNumber: 'PO/7',
      gender: 20,
      resortId: 1,
      departmentIds: [11],
      businessAreaId: 3,
      collectionIds: [4],
    });
  });

  it('ignores fields that the link does not request, even if invalid', () => {
    const sent = { ...complete, employeeNumber: '<', gender: 7, organisationResortId: 99, departments: ['?'] };

    expect(parseRegistrant(nothing, sent).registrant).toEqual({
      firstName: 'Zoë',
      lastName: 'O’Brien-Nkemelu',
      email: 'zoe@new.example',
      employeeNumber: null,
      poNumber: null,
      gender: 0,
      resortId: null,
      departmentIds: [],
      businessAreaId: null,
      collectionIds: [],
    });
  });

  it('returns an error for every missing field', () => {
    expect(parseRegistrant(everything, {}).errors).toEqual({
      firstName: ['First name is required.'],
      lastName: ['Last name is required.'],
      email: ['Email is required.'],
      employeeNumber: ['Employee number is required.'],
      poNumber: ['PO number is required.'],
      gender: ['Gender is required.'],
      organisationResortId: ['Destination is required.'],
      organisationBusinessAreaId: ['Business area is required.'],
      organisationCollections: ['Wardrobe area is required.'],
    });
    expect(parseRegistrant(nothing, {}).errors).toEqual({
      firstName: ['First name is required.'],
      lastName: ['Last name is required.'],
      email: ['Email is required.'],
    });
  });

  it.each([null, '', '   ', '\t'])('treats %j as missing', (value) => {
    expect(parseRegistrant(everything, { ...complete, firstName: value }).errors).toEqual({
      firstName: ['First name is required.'],
    });
  });

  it.each([0, null, 5, 30, -10])('refuses %j as gender', (gender) => {
    expect(parseRegistrant(everything, { ...complete, gender }).errors).toEqual({ gender: ['Gender is required.'] });
  });

  it.each([10, 20])('accepts %j as gender', (gender) => {
    expect(parseRegistrant(everything, { ...complete, gender }).registrant?.gender).toBe(gender);
  });

  it('requires departments only if the destination has any', () => {
    expect(parseRegistrant(everything, { ...complete, departments: [] }).errors).toEqual({
      departments: ['Department is required.'],
    });
    expect(parseRegistrant(everything, { ...complete, departments: null }).errors).toEqual({
      departments: ['Department is required.'],
    });
    expect(
      parseRegistrant(everything, { ...complete, organisationResortId: 2, departments: [] }).registrant?.departmentIds,
    ).toEqual([]);
    expect(
      parseRegistrant(everything, { ...complete, organisationResortId: 2, departments: [11] }).registrant?.departmentIds,
    ).toEqual([]);
  });

  it('does not require a choice from an empty list', () => {
    const empty = { ...everything, resorts: [], businessAreas: [], collections: [] };
    const { firstName, lastName, email, employeeNumber, poNumber, gender } = complete;

    expect(parseRegistrant(empty, { firstName, lastName, email, employeeNumber, poNumber, gender }).registrant).toMatchObject({
      resortId: null,
      businessAreaId: null,
      collectionIds: [],
    });
  });

  it.each([
    ['organisationResortId', 9, 'Destination is not one of the available options.'],
    ['organisationBusinessAreaId', 9, 'Business area is not one of the available options.'],
    ['organisationCollections', [{ id: 4 }, { id: 9 }], 'Wardrobe area is not one of the available options.'],
    ['departments', [11, 21], 'Department is not one of the available options.'],
    ['departments', ['Kitchen', 'Bar'], 'Department is not one of the available options.'],
  ])('refuses what %s does not offer', (field, value, sentence) => {
    expect(parseRegistrant(everything, { ...complete, [field]: value }).errors).toEqual({ [field]: [sentence] });
  });

  it.each([
    [
      [11, 12],
      [11, 12],
    ],
    [
      [{ id: 11 }, { id: 12 }],
      [11, 12],
    ],
    [
      [' kitchen ', 'SPA'],
      [11, 12],
    ],
    [['11'], [11]],
    [[11, { id: 11 }, 'Kitchen'], [11]],
  ])('accepts departments as %j', (departments, ids) => {
    expect(parseRegistrant(everything, { ...complete, departments }).registrant?.departmentIds).toEqual(ids);
  });

  it.each([
    ['Ann\r\nBcc: eve@evil.example', 'First name must be on one line.'],
    ['Ann\u2028', undefined],
    ['An\u2028n', 'First name must be on one line.'],
    ['Ann\u202egnp.exe', 'First name must be on one line.'],
    ['<script>alert(1)</script>', 'First name must not contain links or characters such as < and >.'],
    ['You won: http://evil.example', 'First name must not contain links or characters such as < and >.'],
    ['Win at www.evil.example', 'First name must not contain links or characters such as < and >.'],
    ['eve@evil.example', 'First name must not contain links or characters such as < and >.'],
    ['a'.repeat(101), 'First name must not be longer than 100 characters.'],
    ['a'.repeat(100), undefined],
    ['Nguyễn Thị  Minh', undefined],
    ["D'Arcy, Jr.", undefined],
    ['{{7*7}}', undefined],
    ['=cmd|calc', undefined],
  ])('checks the name %j', (firstName, sentence) => {
    expect(parseRegistrant(nothing, { ...complete, firstName }).errors).toEqual(
      sentence === undefined ? undefined : { firstName: [sentence] },
    );
  });

  it.each([
    'zoe',
    'zoe@',
    '@new.example',
    'zoe@new',
    'zoe@new..example',
    'zoe@new.example, eve@evil.example',
    'zoe@new.example;eve@evil.example',
    '<zoe@new.example>',
    'Zoe <zoe@new.example>',
    'zoe@new.example\r\nBcc: eve@evil.example',
    'zo e@new.example',
    'zoe@new.exam ple',
    '"zoe"@new.example',
    'zoë@new.example',
    'zoe@[127.0.0.1]',
    'İ@new.example',
    `${'a'.repeat(65)}@new.example`,
  ])('refuses %j as an email address', (email) => {
    expect(parseRegistrant(nothing, { ...complete, email }).errors).toEqual({ email: ['Email is not valid.'] });
  });

  it.each(['zoe@new.example', ' zoe@new.example ', 'Zoe.O+uniform@mail.new-company.example', "o'brien@new.example"])(
    'accepts %j as an email address',
    (email) => {
      expect(parseRegistrant(nothing, { ...complete, email }).registrant?.email).toBe(email.trim());
    },
  );

  it('refuses addresses that are too long', () => {
    const email = `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(10)}.example`;

    expect(parseRegistrant(nothing, { ...complete, email }).errors).toEqual({
      email: ['Email must not be longer than 254 characters.'],
    });
  });

  it('returns a registrant or errors for any input, and accepts no line break', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (firstName, lastName, email) => {
          const { registrant, errors } = parseRegistrant(nothing, { firstName, lastName, email });
          expect((registrant === undefined) !== (errors === undefined)).toBe(true);
          for (const text of [registrant?.firstName, registrant?.lastName, registrant?.email]) {
            expect(text ?? '').not.toMatch(/[\r\n\0<>]/);
          }
        },
      ),
    );
  });

  it('takes no longer for hostile addresses than for ordinary ones', async () => {
    const taken = await measureProcessorMs(() => {
      for (const email of [`${'a.'.repeat(100)}@`, `a@${'a-'.repeat(120)}`, `a@${'a.'.repeat(120)}`, 'a'.repeat(254)])
        for (let time = 0; time < 200; time += 1) parseRegistrant(nothing, { ...complete, email });
    });
    expect(taken).toBeLessThan(500);
  });
});

describe('the expiry of a link', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const day = (text: string) => ({ moment: new Date(text), isDay: true });

  it('is the end of the given day', () => {
    expect(parseLinkExpiry(day('2026-11-21'), now)).toEqual({ expiresAt: new Date('2026-11-22') });
    expect(parseLinkExpiry({ moment: new Date('2026-11-21T12:00:01Z'), isDay: false }, now)).toEqual({
      expiresAt: new Date('2026-11-21T12:00:01Z'),
    });
  });

  it.each([
    [undefined, 'Expiry is not a date.'],
    [day('2026-11-20'), 'Expiry must be in the future.'],
    [day('2027-11-24'), 'Expiry must not be more than a year away.'],
  ])('is not %j', (sent, error) => {
    expect(parseLinkExpiry(sent, now)).toEqual({ error });
  });
});

describe('the name of a link', () => {
  it('is on one line', () => {
    expect(parseLinkName('  Summer  team ')).toEqual({ name: 'Summer team' });
    expect(parseLinkName('  ')).toEqual({ error: 'Name is required.' });
    expect(parseLinkName('a\nb')).toEqual({ error: 'Name must be on one line.' });
  });
});
