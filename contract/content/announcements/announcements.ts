import Type from 'typebox';
import { endpoint, operator, roles, signedIn } from '../../endpoint.ts';
import {
  dateTime,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  nullable,
  paging,
  text,
  totalCount,
} from '../../values.ts';
import {
  COPIES,
  copyInput,
  keptFields,
  ownPublicationInput,
  publicationFields,
  publicationInput,
  searchTermOf,
} from '../publications.ts';
import { MAX_ANNOUNCEMENT, MAX_ANNOUNCEMENTS_SHOWN } from './announcement-limits.ts';

const tags = ['News'] as const;

const fields = {
  id: described(int, 'Id of the announcement.'),
  text: described(text, 'Plain text, with line ends.'),
  url: described(nullable(text), 'Where more can be read: https, or a path of the portal; null for none.'),
  createdOnUtc: dateTime,
  ...publicationFields,
};
/** An announcement for an administrator who keeps it. */
const ownAnnouncement = entity('OwnAnnouncement', fields);
/** An announcement for an operator. */
const announcement = entity('Announcement', { ...fields, ...keptFields });

const content = {
  text: described(
    Type.String({
      minLength: 1,
      maxLength: MAX_ANNOUNCEMENT,
      pattern: '\\S',
      message: `Enter a text of at most ${MAX_ANNOUNCEMENT} characters.`,
    }),
    'Plain text, for example `The winter coats are here.`',
  ),
  url: described(
    maybe(Type.String({ maxLength: 500, message: 'The address must not be longer than 500 characters.' })),
    'Where more can be read: an address with https, or a path of the portal, for example `/index/orders`; null or empty for none.',
  ),
};
const change = { ...content, text: Type.Optional(content.text), version: expectedVersion };
const params = Type.Object({ id: id('announcement') });
const REFUSALS = '422 `url` for anything but https and paths of the portal.';
const OWN =
  'For Admins, of their own organisation; an Admin of groups keeps what is for those groups alone (403 `groupIds` for others).';

/** Announcements: read on Home, kept by operators, and by Admins for their own organisation. */
export const announcementEndpoints = {
  'GET /api/organisations/twitter': endpoint({
    name: 'listAnnouncements',
    summary: 'List announcements for the caller',
    description: `In the form of the feed that the portal once read, the newest first: at most ${MAX_ANNOUNCEMENTS_SHOWN}. Empty without announcements, and never an error.`,
    tags,
    access: signedIn,
    query: Type.Object({ storeId: described(Type.Optional(text), 'Ignored.') }),
    reply: Type.Object({
      screenName: described(nullable(text), 'Name under which the announcements appear; null without announcements.'),
      tweets: Type.Array(
        entity({
          id: described(text, 'Id of the announcement.'),
          text: described(text, 'The announcement itself: plain text, with line ends.'),
          createdOnUtc: described(
            dateTime,
            'When it was first shown: midnight of its first day, otherwise when it was published.',
          ),
          url: described(
            text,
            'Where more can be read; `/index/news`, the page with all announcements, where it names nothing else.',
          ),
        }),
      ),
    }),
  }),

  'GET /api/organisations/announcements': endpoint({
    name: 'listOwnAnnouncements',
    summary: 'List announcements that the caller keeps',
    description: `${OWN} Drafts and those that have ended too, the newest first.`,
    tags,
    access: roles('OrganisationAdmin'),
    query: Type.Object({
      searchTerm: searchTermOf('Words to find, for example `coats`.'),
      ...paging,
    }),
    reply: entity({ announcements: Type.Array(ownAnnouncement), totalCount }),
  }),

  'GET /api/organisations/announcements/:id': endpoint({
    name: 'getOwnAnnouncement',
    summary: 'Get an announcement that the caller keeps',
    description: OWN,
    tags,
    access: roles('OrganisationAdmin'),
    params,
    reply: entity({ announcement: ownAnnouncement }),
  }),

  'POST /api/organisations/announcements': endpoint({
    name: 'addOwnAnnouncement',
    summary: 'Add an announcement of the organisation',
    description: `${OWN} ${REFUSALS} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    body: Type.Object({ ...content, ...ownPublicationInput }),
    reply: entity({ announcement: ownAnnouncement }),
  }),

  'PUT /api/organisations/announcements/:id': endpoint({
    name: 'updateOwnAnnouncement',
    summary: 'Change an announcement of the organisation',
    description: `${OWN} ${REFUSALS} What is left out stays as it is. 409 \`announcement\` when someone else has changed it.`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    params,
    body: Type.Object({ ...change, ...ownPublicationInput }),
    reply: entity({ announcement: ownAnnouncement }),
  }),

  'DELETE /api/organisations/announcements/:id': endpoint({
    name: 'deleteOwnAnnouncement',
    summary: 'Delete an announcement of the organisation',
    description: `${OWN} It can be put back.`,
    tags,
    access: roles('OrganisationAdmin'),
    params,
    reply: entity({}),
  }),

  'POST /api/organisations/announcements/:id/restore': endpoint({
    name: 'restoreOwnAnnouncement',
    summary: 'Put a deleted announcement of the organisation back',
    description: OWN,
    tags,
    access: roles('OrganisationAdmin'),
    params,
    reply: entity({ announcement: ownAnnouncement }),
  }),

  'GET /api/operator/announcements': endpoint({
    name: 'listOperatorAnnouncements',
    summary: 'List announcements of clients',
    description: 'Those of the caller’s brands, also of Admins, drafts and those that have ended too, the newest first.',
    tags,
    access: operator('content:read'),
    query: Type.Object({
      searchTerm: searchTermOf('Words to find, for example `coats`.'),
      organisationId: described(Type.Optional(id('organisation')), 'Only those that this client reads.'),
      ...paging,
    }),
    reply: entity({ announcements: Type.Array(announcement), totalCount }),
  }),

  'GET /api/operator/announcements/:id': endpoint({
    name: 'getAnnouncement',
    summary: 'Get an announcement',
    tags,
    access: operator('content:read'),
    params,
    reply: entity({ announcement }),
  }),

  'POST /api/operator/announcements': endpoint({
    name: 'addAnnouncement',
    summary: 'Add an announcement',
    description: `For one client, several or a brand. ${REFUSALS} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ ...content, ...publicationInput }),
    reply: entity({ announcement }),
  }),

  'PUT /api/operator/announcements/:id': endpoint({
    name: 'updateAnnouncement',
    summary: 'Change an announcement',
    description: `What is left out stays as it is. ${REFUSALS} 403 for one that clients of other brands read too, 409 \`announcement\` when someone else has changed it.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({ ...change, ...publicationInput }),
    reply: entity({ announcement }),
  }),

  'DELETE /api/operator/announcements/:id': endpoint({
    name: 'deleteAnnouncement',
    summary: 'Delete an announcement',
    description: 'It can be put back. 403 for one that clients of other brands read too.',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({}),
  }),

  'POST /api/operator/announcements/:id/restore': endpoint({
    name: 'restoreAnnouncement',
    summary: 'Put a deleted announcement back',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({ announcement }),
  }),

  'POST /api/operator/announcements/:id/copies': endpoint({
    name: 'copyAnnouncement',
    summary: 'Copy an announcement for other clients',
    description: COPIES,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object(copyInput),
    reply: entity({ announcements: described(Type.Array(announcement), 'The drafts that were added.') }),
  }),
} as const;
