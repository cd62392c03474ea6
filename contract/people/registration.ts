import Type from 'typebox';
import { anonymous, endpoint, roles } from '../endpoint.ts';
import { bool, dateTime, entity, id, idOrNone, int, maybe, named, nullable, paging, text } from '../values.ts';

const admins = roles('OrganisationAdmin');

/** A thing named by its id, by an object that has the id, or, where people know it by that, by its name. */
const chosen = (entityName: 'department' | 'collection', message: string) =>
  Type.Union([id(entityName, message), Type.Object({ id: id(entityName, message) }, { message }), Type.String({ message })], {
    message,
  });

export const registrationTokenCheck = entity({
  success: bool,
  employeeNumberEnabled: bool,
  poNumberEnabled: bool,
  genderEnabled: bool,
  passwordEnabled: bool,
  resortEnabled: bool,
  availableResorts: Type.Array(entity({ id: int, name: text, departments: Type.Array(named) })),
  businessAreaEnabled: bool,
  availableBusinessAreas: Type.Array(named),
  collectionEnabled: bool,
  availableCollections: Type.Array(named),
  logoUrl: nullable(text),
  primaryColour: nullable(text),
  secondaryColour: nullable(text),
  tertiaryColour: nullable(text),
});

/** Every field is checked by the handler, which alone knows what the link asks for. */
const registrant = Type.Object({
  token: maybe(text),
  firstName: maybe(text),
  lastName: maybe(text),
  email: maybe(text),
  employeeNumber: maybe(text),
  poNumber: maybe(text),
  gender: maybe(Type.Integer({ message: 'Gender is required.' })),
  organisationResortId: maybe(idOrNone('resort', 'Destination is required.')),
  departments: maybe(
    Type.Array(chosen('department', 'Department is required.'), { maxItems: 100, message: 'Department is required.' }),
  ),
  organisationBusinessAreaId: maybe(idOrNone('businessArea', 'Business area is required.')),
  organisationCollections: maybe(
    Type.Array(chosen('collection', 'Wardrobe area is required.'), { maxItems: 100, message: 'Wardrobe area is required.' }),
  ),
});

const asked = {
  employeeNumberEnabled: bool,
  poNumberEnabled: bool,
  genderEnabled: bool,
  resortEnabled: bool,
  businessAreaEnabled: bool,
  collectionEnabled: bool,
};

export const registrationLink = entity({
  id: int,
  name: text,
  registrationType: int,
  organisationGroup: nullable(named),
  ...asked,
  /** What may be chosen; empty: everything that the organisation has. */
  resorts: Type.Array(named),
  businessAreas: Type.Array(named),
  collections: Type.Array(named),
  roles: Type.Array(named),
  state: Type.Union([Type.Literal('open'), Type.Literal('expired'), Type.Literal('revoked')]),
  /** To be copied and passed on; null when it is not open, or its token cannot be read any more. */
  url: nullable(text),
  expiresOnUtc: dateTime,
  revokedOnUtc: nullable(dateTime),
  createdOnUtc: dateTime,
  createdBy: nullable(text),
  registrationCount: int,
  waitingCount: int,
});

const linkName = Type.String({ minLength: 1, maxLength: 100, message: 'Name must be 1 to 100 characters long.' });
const expiry = Type.String({ maxLength: 40, message: 'Expiry is not a date.' });

export const registrationRequest = entity({
  id: int,
  state: text,
  firstName: text,
  lastName: text,
  email: text,
  employeeNumber: nullable(text),
  poNumber: nullable(text),
  gender: int,
  resort: nullable(named),
  departments: Type.Array(named),
  businessArea: nullable(named),
  collections: Type.Array(named),
  organisationGroup: nullable(named),
  roles: Type.Array(named),
  link: named,
  customerId: nullable(int),
  createdOnUtc: dateTime,
  decidedOnUtc: nullable(dateTime),
  decidedBy: nullable(text),
  rejectReason: nullable(text),
});

const searched = Type.Optional(Type.String({ maxLength: 200, message: 'Query must not be longer than 200 characters.' }));

export const registrationEndpoints = {
  'GET /api/checkregistrationtoken': endpoint({
    summary: 'What a registration link asks for; never uses the link up',
    tags: ['Registration'],
    access: anonymous,
    query: Type.Object({ token: Type.Optional(text) }),
    reply: registrationTokenCheck,
  }),

  'POST /api/registerwithtoken': endpoint({
    summary: 'Register by a link; the answer does not tell whether the address is known',
    tags: ['Registration'],
    access: anonymous,
    bodyLimit: 16384,
    root: 'customer',
    body: registrant,
    reply: entity({ success: bool, msg: nullable(text), userRegistrationType: nullable(int) }),
  }),

  'GET /api/registrationlinks': endpoint({
    summary: 'Registration links in the scope of the administrator, newest first',
    tags: ['Registration'],
    access: admins,
    query: Type.Object({ ...paging }),
    reply: entity({ registrationLinks: Type.Array(registrationLink), totalCount: int }),
  }),

  'GET /api/registrationlinks/choices': endpoint({
    summary: 'What a registration link of this administrator may offer and give',
    tags: ['Registration'],
    access: admins,
    reply: entity({
      organisationGroups: Type.Array(named),
      /** Whether a link must be for one of the groups; an administrator of everything may leave it open. */
      organisationGroupRequired: bool,
      resorts: Type.Array(named),
      businessAreas: Type.Array(named),
      collections: Type.Array(named),
      roles: Type.Array(named),
    }),
  }),

  'POST /api/registrationlinks': endpoint({
    summary: 'Make a registration link',
    tags: ['Registration'],
    access: admins,
    root: 'registrationLink',
    body: Type.Object({
      name: linkName,
      registrationType: Type.Union([Type.Literal(2), Type.Literal(3)], { message: 'Registration type must be 2 or 3.' }),
      organisationGroupId: maybe(idOrNone('group', 'Group is not valid.')),
      employeeNumberEnabled: Type.Optional(bool),
      poNumberEnabled: Type.Optional(bool),
      genderEnabled: Type.Optional(bool),
      resortEnabled: Type.Optional(bool),
      businessAreaEnabled: Type.Optional(bool),
      collectionEnabled: Type.Optional(bool),
      resortIds: Type.Optional(Type.Array(id('resort'), { maxItems: 1000 })),
      businessAreaIds: Type.Optional(Type.Array(id('businessArea'), { maxItems: 1000 })),
      collectionIds: Type.Optional(Type.Array(id('collection'), { maxItems: 1000 })),
      roleIds: Type.Optional(Type.Array(id('role'), { maxItems: 50 })),
      expiresOnUtc: maybe(expiry),
    }),
    reply: entity({ registrationLink }),
  }),

  'PUT /api/registrationlinks/:id': endpoint({
    summary: 'Rename a registration link, move its expiry, revoke or restore it',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ id: id('registrationLink') }),
    root: 'registrationLink',
    body: Type.Object({
      name: Type.Optional(linkName),
      expiresOnUtc: Type.Optional(expiry),
      revoked: Type.Optional(bool),
    }),
    reply: entity({ registrationLink }),
  }),

  'GET /api/registrationrequests': endpoint({
    summary: 'People who registered themselves, in the scope of the administrator, newest first',
    tags: ['Registration'],
    access: admins,
    query: Type.Object({
      state: Type.Optional(
        Type.Union([Type.Literal('waiting'), Type.Literal('approved'), Type.Literal('rejected'), Type.Literal('registered')], {
          message: 'State must be waiting, approved, rejected or registered.',
        }),
      ),
      query: searched,
      ...paging,
    }),
    reply: entity({ registrationRequests: Type.Array(registrationRequest), totalCount: int }),
  }),

  'POST /api/registrationrequests/:id/approve': endpoint({
    summary: 'Let a waiting person in; the same answer when it was done before',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ id: id('registrationRequest') }),
    reply: entity({ registrationRequest }),
  }),

  'POST /api/registrationrequests/:id/reject': endpoint({
    summary: 'Turn a waiting person away, with a reason that is mailed to them',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ id: id('registrationRequest') }),
    body: Type.Object({
      reason: Type.String({ minLength: 1, maxLength: 500, message: 'A reason of at most 500 characters is required.' }),
    }),
    reply: entity({ registrationRequest }),
  }),

  'GET /api/wardrobepptout': endpoint({
    summary: 'Opt out of the uniform allocation by the secret of a mailed link',
    tags: ['Registration'],
    access: anonymous,
    changesByGet: true,
    query: Type.Object({ customerGuid: Type.Optional(text) }),
    reply: entity({ success: bool }),
  }),

  'GET /api/optouts': endpoint({
    summary: 'People in the scope of the administrator who want no uniform, the latest first',
    tags: ['Registration'],
    access: admins,
    query: Type.Object({ query: searched, ...paging }),
    reply: entity({
      optOuts: Type.Array(
        entity({
          customerId: int,
          firstName: text,
          lastName: text,
          email: text,
          employeeNumber: nullable(text),
          organisationGroups: Type.Array(named),
          optedOutOnUtc: dateTime,
          undoUntilUtc: dateTime,
          undoAllowed: bool,
        }),
      ),
      totalCount: int,
    }),
  }),

  'POST /api/optouts/:customerId/undo': endpoint({
    summary: 'Undo an opt-out within 30 days; the same answer when it was done before',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ customerId: id('customer') }),
    reply: entity({ success: bool, msg: nullable(text) }),
  }),
};
