import Type from 'typebox';
import { anonymous, endpoint, roles } from '../endpoint.ts';
import {
  bool,
  callerProof,
  dateTime,
  described,
  employeeNumber,
  entity,
  fingerprint,
  gender,
  hexColour,
  id,
  idOrNone,
  int,
  maybe,
  msg,
  named,
  nullable,
  oneOf,
  paging,
  poNumber,
  seenFingerprint,
  success,
  text,
  totalCount,
} from '../values.ts';

/** The states of a request to register. */
export const REGISTRATION_STATES = ['waiting', 'approved', 'rejected', 'registered'] as const;

const admins = roles('OrganisationAdmin');

/** A record by its id, by an object with the id, or by its name. */
const chosen = (entityName: 'department' | 'collection', message: string) =>
  Type.Union([id(entityName, message), Type.Object({ id: id(entityName, message) }, { message }), Type.String({ message })], {
    message,
  });

const asksFor = described(bool, 'Whether the registration form asks for it.');

/** What a registration link asks for. */
export const registrationTokenCheck = entity('RegistrationLinkCheck', {
  success: described(bool, 'Whether the link can be used. If false, the flags are false and the lists empty.'),
  employeeNumberEnabled: asksFor,
  poNumberEnabled: asksFor,
  genderEnabled: asksFor,
  passwordEnabled: asksFor,
  resortEnabled: asksFor,
  availableResorts: described(
    Type.Array(
      entity({ id: int, name: text, departments: described(Type.Array(named), 'Departments to choose from; empty for none.') }),
    ),
    'Destinations to choose from.',
  ),
  businessAreaEnabled: asksFor,
  availableBusinessAreas: described(Type.Array(named), 'Business areas to choose from.'),
  collectionEnabled: asksFor,
  availableCollections: described(Type.Array(named), 'Wardrobes to choose from: only those that hold garments.'),
  logoUrl: described(nullable(text), 'Address of the organisation’s logo; null for the logo of the brand.'),
  primaryColour: hexColour,
  secondaryColour: hexColour,
  tertiaryColour: hexColour,
});

/** A registration. The handler checks every field, because only it knows what the link asks for. */
const registrant = entity('Registrant', {
  token: described(maybe(text), 'Secret from the registration link.'),
  firstName: maybe(text),
  lastName: maybe(text),
  email: maybe(text),
  employeeNumber: described(maybe(text), 'The organisation’s own number for the person.'),
  poNumber: described(maybe(text), 'Purchase order number.'),
  gender: described(
    maybe(Type.Integer({ minimum: 0, maximum: 100, message: 'Gender is required.' })),
    '0 not given, 10 male, 20 female.',
  ),
  organisationResortId: described(maybe(idOrNone('resort', 'Destination is required.')), 'One of `availableResorts`.'),
  departments: described(
    maybe(Type.Array(chosen('department', 'Department is required.'), { maxItems: 100, message: 'Department is required.' })),
    'Departments of the destination, as ids, objects with an id, or names.',
  ),
  organisationBusinessAreaId: described(
    maybe(idOrNone('businessArea', 'Business area is required.')),
    'One of `availableBusinessAreas`.',
  ),
  organisationCollections: described(
    maybe(
      Type.Array(chosen('collection', 'Wardrobe area is required.'), { maxItems: 100, message: 'Wardrobe area is required.' }),
    ),
    'One or more of `availableCollections`, as ids, objects with an id, or names.',
  ),
});

/** What the registration form asks for. */
const formFields = {
  employeeNumberEnabled: asksFor,
  poNumberEnabled: asksFor,
  genderEnabled: asksFor,
  resortEnabled: asksFor,
  businessAreaEnabled: asksFor,
  collectionEnabled: asksFor,
};

/** A link with which people register themselves. */
export const registrationLink = entity('RegistrationLink', {
  id: int,
  name: text,
  registrationType: described(int, '2 confirmation by email, 3 approval by an administrator.'),
  organisationGroup: described(nullable(named), 'Group that people join; null for none.'),
  ...formFields,
  resorts: described(Type.Array(named), 'Destinations offered; empty for all.'),
  businessAreas: described(Type.Array(named), 'Business areas offered; empty for all.'),
  collections: described(Type.Array(named), 'Wardrobes offered; empty for all.'),
  roles: described(Type.Array(named), 'Roles that people are given.'),
  state: described(
    Type.Union([Type.Literal('open'), Type.Literal('expired'), Type.Literal('revoked')]),
    'Only an open link can be used.',
  ),
  url: described(nullable(text), 'Address to pass on; null when the link is not open or its secret can no longer be read.'),
  expiresOnUtc: dateTime,
  revokedOnUtc: described(nullable(dateTime), 'When the link was revoked; null when it was not.'),
  createdOnUtc: dateTime,
  createdBy: described(nullable(text), 'Name of the administrator; null when unknown.'),
  registrationCount: described(int, 'People who have registered.'),
  waitingCount: described(int, 'Registrations that wait for approval.'),
});

const linkName = Type.String({ minLength: 1, maxLength: 100, message: 'Name must be 1 to 100 characters long.' });
const expiry = Type.String({ maxLength: 40, message: 'Expiry is not a date.' });

/** A person who registered. */
export const registrationRequest = entity('RegistrationRequest', {
  id: int,
  state: oneOf(REGISTRATION_STATES, 'State of the request; `registered`: by a link that needs no approval.'),
  firstName: text,
  lastName: text,
  email: text,
  employeeNumber,
  poNumber,
  gender,
  resort: described(nullable(named), 'Destination chosen; null for none.'),
  departments: described(Type.Array(named), 'Departments chosen.'),
  businessArea: described(nullable(named), 'Business area chosen; null for none.'),
  collections: described(Type.Array(named), 'Wardrobes chosen.'),
  organisationGroup: described(nullable(named), 'Group of the link; null for none.'),
  roles: described(Type.Array(named), 'Roles of the link.'),
  link: described(named, 'Link that was used.'),
  customerId: described(nullable(int), 'The person’s account; null until there is one.'),
  createdOnUtc: dateTime,
  decidedOnUtc: described(nullable(dateTime), 'When an administrator decided; null while the request waits.'),
  decidedBy: described(nullable(text), 'Name of that administrator; null while the request waits.'),
  rejectReason: described(nullable(text), 'Reason given, which was mailed to the person; null when there is none.'),
  fingerprint,
});

const search = Type.Optional(Type.String({ maxLength: 200, message: 'Query must not be longer than 200 characters.' }));

/** Registration links and registrations. */
export const registrationEndpoints = {
  'GET /api/checkregistrationtoken': endpoint({
    name: 'checkRegistrationLink',
    summary: 'Check a registration link',
    description: 'Returns what the registration form asks for. Checking does not use up the link.',
    tags: ['Registration'],
    access: anonymous,
    query: Type.Object({ token: described(Type.Optional(text), 'Secret from the registration link.') }),
    reply: registrationTokenCheck,
  }),

  'POST /api/registerwithtoken': endpoint({
    name: 'register',
    summary: 'Register with a link',
    description:
      'The reply is the same for a known and an unknown email address. Fields that the link does not ask for are ignored.',
    tags: ['Registration'],
    access: anonymous,
    bodyLimit: 16384,
    root: 'customer',
    body: registrant,
    reply: entity({
      success,
      msg,
      userRegistrationType: described(
        nullable(int),
        '2 an email has been sent to confirm the address, 3 an administrator must approve; null on failure.',
      ),
    }),
  }),

  'GET /api/registrationlinks': endpoint({
    name: 'listRegistrationLinks',
    summary: 'List registration links',
    description: 'Newest first.',
    tags: ['Registration'],
    access: admins,
    query: Type.Object({ ...paging }),
    reply: entity({ registrationLinks: Type.Array(registrationLink), totalCount }),
  }),

  'GET /api/registrationlinks/choices': endpoint({
    name: 'getRegistrationLinkChoices',
    summary: 'List what a new registration link may offer',
    tags: ['Registration'],
    access: admins,
    reply: entity({
      organisationGroups: Type.Array(named),
      organisationGroupRequired: described(bool, 'Whether a link must be for one of these groups.'),
      resorts: described(Type.Array(named), 'Destinations that a link may offer.'),
      businessAreas: described(Type.Array(named), 'Business areas that a link may offer.'),
      collections: described(Type.Array(named), 'Wardrobes that a link may offer.'),
      roles: described(Type.Array(named), 'Roles that a link may give.'),
    }),
  }),

  'POST /api/registrationlinks': endpoint({
    name: 'createRegistrationLink',
    summary: 'Create a registration link',
    description:
      'It can be used any number of times until it expires or is revoked. Takes the caller’s password, and a code where the caller has a second factor (422 without them).',
    tags: ['Registration'],
    access: admins,
    root: 'registrationLink',
    refusesUnknown: true,
    body: Type.Object({
      name: linkName,
      registrationType: described(
        Type.Union([Type.Literal(2), Type.Literal(3)], { message: 'Registration type must be 2 or 3.' }),
        '2 confirmation by email, 3 approval by an administrator.',
      ),
      organisationGroupId: described(
        maybe(idOrNone('group', 'Group is not valid.')),
        'Group that people join; 0 or null for none.',
      ),
      employeeNumberEnabled: Type.Optional(asksFor),
      poNumberEnabled: Type.Optional(asksFor),
      genderEnabled: Type.Optional(asksFor),
      resortEnabled: Type.Optional(asksFor),
      businessAreaEnabled: Type.Optional(asksFor),
      collectionEnabled: Type.Optional(asksFor),
      resortIds: described(Type.Optional(Type.Array(id('resort'), { maxItems: 1000 })), 'Destinations to offer; empty for all.'),
      businessAreaIds: described(
        Type.Optional(Type.Array(id('businessArea'), { maxItems: 1000 })),
        'Business areas to offer; empty for all.',
      ),
      collectionIds: described(
        Type.Optional(Type.Array(id('collection'), { maxItems: 1000 })),
        'Wardrobes to offer; empty for all.',
      ),
      roleIds: described(Type.Optional(Type.Array(id('role'), { maxItems: 50 })), 'Roles that people are given.'),
      expiresOnUtc: described(maybe(expiry), 'Last moment of use, ISO 8601.'),
      ...callerProof,
    }),
    reply: entity({ registrationLink }),
  }),

  'PUT /api/registrationlinks/:id': endpoint({
    name: 'updateRegistrationLink',
    summary: 'Change a registration link',
    description:
      'Its name and expiry; `revoked` revokes or restores it. A later expiry and restoring take the caller’s password and code, as creating does.',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ id: id('registrationLink') }),
    root: 'registrationLink',
    body: Type.Object({
      name: Type.Optional(linkName),
      expiresOnUtc: described(Type.Optional(expiry), 'Last moment of use, ISO 8601.'),
      revoked: described(Type.Optional(bool), 'True revokes the link, false restores it.'),
      ...callerProof,
    }),
    reply: entity({ registrationLink }),
  }),

  'GET /api/registrationrequests': endpoint({
    name: 'listRegistrationRequests',
    summary: 'List people who registered',
    description: 'Newest first.',
    tags: ['Registration'],
    access: admins,
    query: Type.Object({
      state: described(
        Type.Optional(
          Type.Union([Type.Literal('waiting'), Type.Literal('approved'), Type.Literal('rejected'), Type.Literal('registered')], {
            message: 'State must be waiting, approved, rejected or registered.',
          }),
        ),
        'Only registrations in this state.',
      ),
      query: described(search, 'Words to find in name, email or employee number.'),
      ...paging,
    }),
    reply: entity({ registrationRequests: Type.Array(registrationRequest), totalCount }),
  }),

  'POST /api/registrationrequests/:id/approve': endpoint({
    name: 'approveRegistrationRequest',
    summary: 'Approve a registration',
    description: 'The person is mailed. Repeating the request returns the same response.',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ id: id('registrationRequest') }),
    body: Type.Object({ fingerprint: seenFingerprint }),
    reply: entity({ registrationRequest }),
  }),

  'POST /api/registrationrequests/:id/reject': endpoint({
    name: 'rejectRegistrationRequest',
    summary: 'Reject a registration',
    description: 'The reason is mailed to the person.',
    tags: ['Registration'],
    access: admins,
    params: Type.Object({ id: id('registrationRequest') }),
    body: Type.Object({
      reason: described(
        Type.String({ minLength: 1, maxLength: 500, message: 'A reason of at most 500 characters is required.' }),
        'Reason, which is mailed to the person.',
      ),
      fingerprint: seenFingerprint,
    }),
    reply: entity({ registrationRequest }),
  }),
};
