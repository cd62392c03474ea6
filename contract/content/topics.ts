import Type from 'typebox';
import { endpoint, operator, optional, signedIn } from '../endpoint.ts';
import { historyEntry } from '../platform/history.ts';
import {
  bool,
  dateTime,
  described,
  displayOrder,
  entity,
  expectedVersion,
  id,
  int,
  listOf,
  maybe,
  nullable,
  oneOf,
  paging,
  text,
  totalCount,
} from '../values.ts';
import { MAX_AUDIENCE, publicationFields, publicationInput, searchTermOf } from './publications.ts';
import { TOPIC_LOCATIONS, type TopicLocation } from './topic-locations.ts';

/** Of the text of a topic, as it is stored. */
export const MAX_TOPIC_BYTES = 100_000;
/** Of what is typed or pasted. What a word processor adds is taken out before the text is measured. */
const MAX_TYPED_CHARACTERS = 500_000;
/** Topics of a place that are put in order at once. */
const MAX_ORDERED_TOPICS = 250;

const tags = ['Topics'] as const;

const location = nullable(oneOf(TOPIC_LOCATIONS, 'Where it is shown; null for one that is only in the information menu.'));
const systemName = described(text, 'Name by which integrations know it, for example `christmas-delivery`.');
const title = described(nullable(text), 'Heading; null for none.');
const body = described(
  nullable(text),
  'The text as HTML, in which nothing can run, for example `<p>We deliver until 23 December.</p>`.',
);
const includeInInformationMenu = described(bool, 'Whether it is a page of the information menu.');
const isImportantNotice = described(
  bool,
  'Whether it is shown as an important notice, once after each log-in: every topic of `importantnotice`, and others that are said to be.',
);

const topic = entity('Topic', {
  id: int,
  systemName,
  title,
  body,
  seName: described(text, 'Its title in the form of an address, for example `christmas-delivery`.'),
  portalLocation: location,
  includeInInformationMenu,
  isImportantNotice,
  displayOrder,
  updatedOnUtc: dateTime,
});

const kept = {
  ...topic.properties,
  ...publicationFields,
  audience: described(text, 'Whom it is for, in words, for example `Meridian Hotels, Hallam Leisure; only Managers`.'),
  refusal: described(nullable(text), 'Why the caller cannot change it, as a sentence; null when they can.'),
};
const { body: _body, ...listed } = kept;
const keptTopic = entity('KeptTopic', kept);
const listedTopic = entity('ListedTopic', listed);

const leftOut = described(
  Type.Array(described(text, 'For example `A link was left out.`.')),
  'What of the text cannot be in a topic and was left out, as sentences.',
);

const bodyInput = Type.String({
  maxLength: MAX_TYPED_CHARACTERS,
  message: `The text is too long: at most ${MAX_TOPIC_BYTES / 1000} KB.`,
});

const topicInput = {
  title: described(
    maybe(Type.String({ maxLength: 200, message: 'The title must not be longer than 200 characters.' })),
    'Heading, for example `Deliveries over Christmas`.',
  ),
  body: described(
    maybe(bodyInput),
    `The text as HTML, for example \`<p>We deliver until 23 December.</p>\`: paragraphs, headings (h2 to h4), lists, links, tables, emphasis, and pictures that were uploaded. The rest is left out. ${MAX_TOPIC_BYTES / 1000} KB at most.`,
  ),
  seName: described(
    maybe(
      Type.String({
        maxLength: 200,
        pattern: '^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$',
        message: 'Please enter lower-case letters, digits and hyphens.',
      }),
    ),
    'Its title in the form of an address, for example `christmas-delivery`; null: made from the title.',
  ),
  portalLocation: described(
    maybe(Type.Unsafe<TopicLocation>({ type: 'string', enum: [...TOPIC_LOCATIONS], message: 'This place is not known.' })),
    'Where it is shown; null for one that is only in the information menu.',
  ),
  includeInInformationMenu: described(maybe(bool), 'Whether it is a page of the information menu.'),
  isImportantNotice: described(
    maybe(bool),
    'Whether it is shown as an important notice, whatever its place. One of `importantnotice` always is.',
  ),
  ...publicationInput,
};
const systemNameInput = Type.String({
  maxLength: 100,
  pattern: '^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$',
  message: 'Please enter letters, digits, hyphens and dots, at most 100 characters.',
});
const systemNameField = described(
  maybe(systemNameInput),
  'Name by which integrations know it, for example `christmas-delivery`; no two topics have the same. Without one it is made from the title.',
);

/** Texts of the supplier at places of the portal. */
export const topicEndpoints = {
  'GET /api/topics/portallocation/:location': endpoint({
    name: 'listTopicsOfLocation',
    summary: 'List the topics of a place',
    description:
      'In their order. Those of `login` are the brand’s and need no token; without one, every other place is empty. So is a place that is not known.',
    tags,
    access: optional,
    params: Type.Object({
      location: described(
        Type.String({ maxLength: 100, message: 'This place is not known.' }),
        `Upper and lower case are the same: \`${TOPIC_LOCATIONS.join('`, `')}\`.`,
      ),
    }),
    reply: listOf('topics', topic),
  }),

  'GET /api/topics/getinformationmenutopics': endpoint({
    name: 'listInformationTopics',
    summary: 'List the topics of the information menu',
    description: 'In their order, without their texts.',
    tags,
    access: signedIn,
    reply: listOf('topics', topic),
  }),

  'GET /api/topics/:id': endpoint({
    name: 'getTopic',
    summary: 'Get a topic',
    description: 'A list of one. Without a token, only topics of `login` are found.',
    tags,
    access: optional,
    params: Type.Object({ id: id('topic') }),
    reply: listOf('topics', topic),
  }),

  'GET /api/operator/topics': endpoint({
    name: 'listKeptTopics',
    summary: 'List topics',
    description: 'Those for the caller’s brands and their clients, by place and order, without their texts.',
    tags,
    access: operator('content:read'),
    query: Type.Object({
      location: described(
        Type.Optional(
          Type.Unsafe<TopicLocation | 'none'>({
            type: 'string',
            enum: [...TOPIC_LOCATIONS, 'none'],
            message: 'This place is not known.',
          }),
        ),
        'Only topics of this place; `none`: those without one.',
      ),
      brandId: described(
        Type.Optional(id('brand')),
        'Only topics that are for this brand as a whole or one of its organisations.',
      ),
      organisationId: described(Type.Optional(id('organisation')), 'Only topics that this organisation reads.'),
      isPublished: described(Type.Optional(bool), 'Only topics that are published, or only drafts.'),
      searchTerm: searchTermOf('Words of the title, the text or the system name.'),
      ...paging,
    }),
    reply: entity({ topics: described(Type.Array(listedTopic), 'A page of the topics.'), totalCount }),
  }),

  'GET /api/operator/topics/:id': endpoint({
    name: 'getKeptTopic',
    summary: 'Get a topic to change it',
    tags,
    access: operator('content:read'),
    params: Type.Object({ id: id('topic') }),
    reply: entity({ topic: keptTopic }),
  }),

  'GET /api/operator/topics/:id/history': endpoint({
    name: 'listTopicHistory',
    summary: 'List what was changed of a topic',
    description: 'Newest first.',
    tags,
    access: operator('content:read'),
    params: Type.Object({ id: id('topic') }),
    query: Type.Object({ ...paging }),
    reply: entity({ history: Type.Array(historyEntry), totalCount }),
  }),

  'POST /api/operator/topics/preview': endpoint({
    name: 'previewTopic',
    summary: 'Show what is kept of a text',
    description: 'The text as it would be stored. Nothing is saved. 422 `body` for one that is too long.',
    tags,
    access: operator('content:read'),
    bodyLimit: 4 * MAX_TYPED_CHARACTERS,
    refusesUnknown: true,
    body: Type.Object({ body: described(bodyInput, 'The text as HTML, for example `<p>We deliver until 23 December.</p>`.') }),
    reply: entity('TopicPreview', {
      body: described(text, 'The text as HTML, in which nothing can run, for example `<p>We deliver until 23 December.</p>`.'),
      leftOut,
    }),
  }),

  'POST /api/operator/topics': endpoint({
    name: 'addTopic',
    summary: 'Add a topic',
    description:
      'A draft unless `isPublished` is true, as the last of its place unless `displayOrder` is given. A topic of `login` is for brands as a whole. 422 for values that are not possible, `systemName` for a name that another topic has. Send an `Idempotency-Key`: with the same key it is added once.',
    tags,
    access: operator('content:write'),
    bodyLimit: 4 * MAX_TYPED_CHARACTERS,
    refusesUnknown: true,
    body: Type.Object({ systemName: systemNameField, ...topicInput }),
    reply: entity('SavedTopic', { topic: keptTopic, leftOut }),
  }),

  'PUT /api/operator/topics/order': endpoint({
    name: 'orderTopics',
    summary: 'Put topics of a place in order',
    description:
      'They share the places that they have among all. 422 `ids` for topics that are not of the place, 403 for one that is also for brands that are not the caller’s.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({
      location: described(
        maybe(Type.Unsafe<TopicLocation>({ type: 'string', enum: [...TOPIC_LOCATIONS], message: 'This place is not known.' })),
        'The place; null: the topics without one.',
      ),
      ids: described(
        Type.Array(id('topic'), {
          minItems: 1,
          maxItems: MAX_ORDERED_TOPICS,
          uniqueItems: true,
          message: `Name 1 to ${MAX_ORDERED_TOPICS} topics, each once.`,
        }),
        'Topics in order.',
      ),
    }),
    reply: entity({ topics: described(Type.Array(listedTopic), 'The topics named, in their order.') }),
  }),

  'PUT /api/operator/topics/:id': endpoint({
    name: 'updateTopic',
    summary: 'Change a topic',
    description:
      'What is absent stays as it is. People see the change at once. 403 when it is also for brands that are not the caller’s, 409 `topic` when someone else has changed it, 422 as when it is added.',
    tags,
    access: operator('content:write'),
    params: Type.Object({ id: id('topic') }),
    bodyLimit: 4 * MAX_TYPED_CHARACTERS,
    refusesUnknown: true,
    body: Type.Object({ systemName: systemNameField, ...topicInput, version: expectedVersion }),
    reply: entity('SavedTopic', { topic: keptTopic, leftOut }),
  }),

  'POST /api/operator/topics/:id/copies': endpoint({
    name: 'copyTopic',
    summary: 'Copy a topic to other clients',
    description:
      'Adds one draft for each client and each brand named, without groups, and without roles that the client does not have. Send an `Idempotency-Key`: with the same key they are added once.',
    tags,
    access: operator('content:write'),
    params: Type.Object({ id: id('topic') }),
    refusesUnknown: true,
    body: Type.Object({
      brandIds: described(
        Type.Optional(Type.Array(id('brand'), { maxItems: MAX_AUDIENCE, uniqueItems: true })),
        'Brands, for example `[1]`.',
      ),
      organisationIds: described(
        Type.Optional(Type.Array(id('organisation'), { maxItems: MAX_AUDIENCE, uniqueItems: true })),
        'Clients, for example `[1, 2]`.',
      ),
    }),
    reply: entity({ topics: described(Type.Array(listedTopic), 'The drafts that were added.') }),
  }),

  'DELETE /api/operator/topics/:id': endpoint({
    name: 'deleteTopic',
    summary: 'Delete a topic',
    description: 'No one sees it any more. `POST /api/operator/topics/:id/restore` puts it back. 403 as when it is changed.',
    tags,
    access: operator('content:write'),
    params: Type.Object({ id: id('topic') }),
    reply: entity({}),
  }),

  'POST /api/operator/topics/:id/restore': endpoint({
    name: 'restoreTopic',
    summary: 'Put a deleted topic back',
    description: 'As it was when it was deleted. Nothing changes for one that is not deleted.',
    tags,
    access: operator('content:write'),
    params: Type.Object({ id: id('topic') }),
    reply: entity({ topic: keptTopic }),
  }),
} as const;
