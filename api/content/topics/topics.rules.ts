import type { TopicLocation } from '#contract/content/topic-locations.ts';
import { TOPIC_LOCATIONS } from '#contract/content/topic-locations.ts';
import type { BodyOf } from '#contract/index.ts';
import type { PublicationAudience } from '../publications/publications.rules.ts';

const MAX_NAME = 80;

/** What a topic has besides its publication. */
export interface TopicValues {
  systemName: string;
  title: string | null;
  body: string | null;
  seName: string;
  portalLocation: TopicLocation | null;
  includeInInformationMenu: boolean;
  isImportantNotice: boolean;
}

/** The place with this name, in upper or lower case; undefined for one that is not known. */
export function findLocation(name: string): TopicLocation | undefined {
  const lower = name.toLowerCase();
  return TOPIC_LOCATIONS.find((location) => location === lower);
}

/** A title in the form of an address: `christmas-delivery`. Undefined for one without letters and digits that an address can have. */
export function toAddressName(title: string): string | undefined {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036f'’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, MAX_NAME);
  return (name.endsWith('-') ? name.slice(0, -1) : name) || undefined;
}

/** A topic of which nothing has been said. */
export const EMPTY_TOPIC: TopicValues = {
  systemName: '',
  title: null,
  body: null,
  seName: '',
  portalLocation: null,
  includeInInformationMenu: false,
  isImportantNotice: false,
};

/** What a topic will be after a change. Its text has been sanitised; undefined if the change says nothing of it. */
export function mergeTopic(
  present: TopicValues,
  change: Partial<BodyOf<'PUT /api/operator/topics/:id'>>,
  body: string | null | undefined,
): TopicValues {
  const title = change.title === undefined ? present.title : change.title?.trim() || null;
  const portalLocation = change.portalLocation === undefined ? present.portalLocation : change.portalLocation;
  const seName = change.seName === undefined ? present.seName : (change.seName ?? '');
  const systemName = change.systemName ?? present.systemName;
  return {
    systemName,
    title,
    body: body === undefined ? present.body : body,
    seName: seName || toAddressName(title ?? '') || toAddressName(systemName) || 'topic',
    portalLocation,
    includeInInformationMenu: change.includeInInformationMenu ?? present.includeInInformationMenu,
    // A topic of that place is one without being said to be.
    isImportantNotice: portalLocation === 'importantnotice' ? false : (change.isImportantNotice ?? present.isImportantNotice),
  };
}

/** Why a topic cannot be for an audience, with the field to correct; undefined if it can. */
export function explainAudience(
  { portalLocation }: Pick<TopicValues, 'portalLocation'>,
  { organisationIds, roleIds, groupIds }: PublicationAudience,
): { field: string; message: string } | undefined {
  if (portalLocation !== 'login') return undefined;
  const field =
    organisationIds.length > 0
      ? 'organisationIds'
      : roleIds.length > 0
        ? 'roleIds'
        : groupIds.length > 0
          ? 'groupIds'
          : undefined;
  return (
    field && {
      field,
      message:
        'The login page is the same for everyone: a topic there is for brands as a whole, without clients, roles and groups.',
    }
  );
}

/** Why a topic cannot be published; undefined if it can. */
export function explainMissing({
  title,
  body,
  portalLocation,
  includeInInformationMenu,
  isImportantNotice,
}: TopicValues): { field: string; message: string } | undefined {
  if (body === null && title === null) return { field: 'body', message: 'Please enter a title or a text.' };
  if (includeInInformationMenu && title === null)
    return { field: 'title', message: 'Please enter a title: it is the name of the page in the information menu.' };
  if (portalLocation === null && !includeInInformationMenu && !isImportantNotice)
    return { field: 'portalLocation', message: 'Please choose a place, or the information menu.' };
  return undefined;
}

/**
 * The places of topics that are put in this order: those that they have among all, made different where two have the same.
 * `present` are their places as they are.
 */
export function orderPlaces(ids: readonly number[], present: ReadonlyMap<number, number>): Map<number, number> {
  const places = ids.map((id) => present.get(id) ?? 0).toSorted((a, b) => a - b);
  let last = -1;
  return new Map(
    ids.map((id, index) => {
      last = Math.max(places[index] ?? 0, last + 1);
      return [id, last];
    }),
  );
}
