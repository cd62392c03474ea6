import type { HistoryLabels, ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { ReplyOf } from '#contract/index.ts';
import { sanitiseAgain } from '../html/sanitise-html.rules.ts';
import { describeAudience } from '../publications/audiences.rules.ts';
import type { Publication, PublicationValues } from '../publications/publications.rules.ts';
import type { KeptTopicRow, StoredTopic } from './topics.queries.ts';
import type { TopicValues } from './topics.rules.ts';

type Topic = ReplyOf<'GET /api/topics/:id'>['topics'][number];
type ListedTopic = ReplyOf<'GET /api/operator/topics'>['topics'][number];
type KeptTopic = ReplyOf<'GET /api/operator/topics/:id'>['topic'];

const SHARED = 'It is also shown to clients of brands that are not yours. Copy it to change it for your clients.';

/** A topic as people read it, its text sanitised again. */
export const toTopic = ({ updatedAt, body, ...topic }: StoredTopic): Topic => ({
  ...topic,
  body: body === null ? null : sanitiseAgain(body),
  updatedOnUtc: updatedAt.toISOString(),
});

/** A topic in the list of those who keep it, with whom it is for. */
export function toListedTopic(
  { body: _body, updatedAt, isShared, ...topic }: KeptTopicRow,
  { id: _id, organisationId: _organisationId, ...publication }: Publication,
  names: ReferenceNames,
): ListedTopic {
  return {
    ...topic,
    ...publication,
    brandIds: [...publication.brandIds],
    organisationIds: [...publication.organisationIds],
    roleIds: [...publication.roleIds],
    groupIds: [...publication.groupIds],
    updatedOnUtc: updatedAt.toISOString(),
    audience: describeAudience(publication, names),
    refusal: isShared ? SHARED : null,
  };
}

/** A topic as those who keep it change it. */
export const toKeptTopic = (row: KeptTopicRow, publication: Publication, names: ReferenceNames): KeptTopic => ({
  ...toListedTopic(row, publication, names),
  body: row.body === null ? null : sanitiseAgain(row.body),
});

const EXCERPT = 300;

const PLACES: Readonly<Record<string, string>> = {
  home: 'Home',
  login: 'Login page',
  importantnotice: 'Important notice',
  cart: 'Cart',
  checkout: 'Checkout',
  orderconfirmation: 'Order confirmation',
  footer: 'Footer',
  help: 'Help',
};

/** How events of topics are worded. */
export const TOPIC_HISTORY: HistoryLabels = {
  actions: {
    'topic.added': 'Added the topic',
    'topic.changed': 'Changed the topic',
    'topic.moved': 'Moved it in its place',
    'topic.deleted': 'Deleted the topic',
    'topic.restored': 'Put the topic back',
  },
  fields: {
    copyOfId: ['Copy of topic'],
    systemName: ['System name'],
    title: ['Title'],
    body: ['Text', ({ html }: { html: string }) => excerpt(html)],
    seName: ['Address'],
    portalLocation: ['Place', PLACES],
    includeInInformationMenu: ['In the information menu'],
    isImportantNotice: ['Important notice'],
    isPublished: ['Published'],
    fromDate: ['First day'],
    untilDate: ['Last day'],
    displayOrder: ['Order'],
    brandIds: ['Brands', 'brand'],
    organisationIds: ['Clients', 'organisation'],
    roleIds: ['Roles', 'role'],
    groupIds: ['Groups', 'group'],
  },
};

function excerpt(html: string): string {
  const text = html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)} …` : text;
}

/** What of a topic is recorded. */
export const toRecorded = (
  topic: TopicValues,
  { brandIds, organisationIds, roleIds, groupIds, ...publication }: Omit<PublicationValues, 'organisationId'>,
): JsonObject => {
  const { isPublished, fromDate, untilDate, displayOrder } = publication;
  const audience = [brandIds, organisationIds, roleIds, groupIds].map((ids) => [...ids].toSorted((a, b) => a - b));
  const [brands = [], organisations = [], roles = [], groups = []] = audience;
  return {
    ...{
      systemName: topic.systemName,
      title: topic.title,
      body: topic.body === null ? null : { html: topic.body },
      seName: topic.seName,
    },
    ...{ portalLocation: topic.portalLocation, includeInInformationMenu: topic.includeInInformationMenu },
    ...{ isImportantNotice: topic.isImportantNotice, isPublished, fromDate, untilDate, displayOrder },
    ...{ brandIds: brands, organisationIds: organisations, roleIds: roles, groupIds: groups },
  };
};
