import type { BodyOf } from '#contract/index.ts';
import type { EditConflict } from '#web/app/optimistic-concurrency.ts';
import {
  type AudienceChoices,
  type AudienceValues,
  audienceLabels,
  describeAudienceValue,
  EMPTY_AUDIENCE,
  findAudienceProblems,
  toAudienceInput,
  toAudienceValues,
} from '#web/content/publications/audience.ts';
import { describeLocation, type KeptTopic, toLocation } from './topic-labels.ts';

/** A topic as it is edited; the place is empty for none. */
export interface TopicValues extends AudienceValues {
  title: string;
  body: string;
  portalLocation: string;
  includeInInformationMenu: boolean;
  isImportantNotice: boolean;
}

/** What a new topic starts with. */
export const NEW_TOPIC: TopicValues = {
  title: '',
  body: '',
  portalLocation: 'home',
  includeInInformationMenu: false,
  isImportantNotice: false,
  ...EMPTY_AUDIENCE,
};

/** The values of the form of a topic. */
export const toTopicValues = (topic: KeptTopic): TopicValues => ({
  title: topic.title ?? '',
  body: topic.body ?? '',
  portalLocation: topic.portalLocation ?? '',
  includeInInformationMenu: topic.includeInInformationMenu,
  isImportantNotice: topic.isImportantNotice,
  ...toAudienceValues(topic),
});

type TopicBody = Omit<BodyOf<'POST /api/operator/topics'>, 'systemName' | 'seName' | 'displayOrder'>;

/** The body of a request with some of the values. */
export function toTopicBody(values: TopicValues, names: readonly (keyof TopicValues)[]): Partial<TopicBody> {
  const all = {
    title: values.title.trim() || null,
    body: values.body || null,
    portalLocation: toLocation(values.portalLocation),
    includeInInformationMenu: values.includeInInformationMenu,
    isImportantNotice: values.isImportantNotice,
    ...toAudienceInput(values),
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** What is wrong with the values, by field. */
export function findTopicProblems(values: TopicValues, choices: AudienceChoices): Partial<Record<keyof TopicValues, string>> {
  return {
    ...(values.title.trim() === '' && values.body === '' && { title: 'Enter a title or a text.' }),
    ...(values.includeInInformationMenu &&
      values.title.trim() === '' && { title: 'The information menu shows the title. Enter one.' }),
    ...(values.portalLocation === '' &&
      !values.includeInInformationMenu && { portalLocation: 'Choose a place, or show it in the information menu.' }),
    ...findAudienceProblems(values, choices),
    ...(isOfLogIn(values) &&
      values.brandIds.length === 0 && { brandIds: 'Choose at least one brand.', organisationIds: undefined }),
  };
}

/** Whether it is for the page on which people log in, which is the same for everyone of a brand. */
export const isOfLogIn = ({ portalLocation }: Pick<TopicValues, 'portalLocation'>): boolean => portalLocation === 'login';

/** A change of the place: the log-in page has no clients, roles and groups. */
export const changeLocation = (portalLocation: string): Partial<TopicValues> => ({
  portalLocation,
  ...(portalLocation === 'login' && { organisationIds: [], roleIds: [], groupIds: [], isImportantNotice: false }),
});

const AUDIENCE = [
  'isPublished',
  'fromDate',
  'untilDate',
  'brandIds',
  'organisationIds',
  'roleIds',
  'groupIds',
  'portalLocation',
] as const;

/** Whether saving shows the topic to people who could not see it before, so that it is asked first. */
export const reachesMore = (values: TopicValues, changed: readonly string[]): boolean =>
  values.isPublished && AUDIENCE.some((name) => changed.includes(name));

const LABELS: Readonly<Record<keyof TopicValues, string>> = {
  title: 'Title',
  body: 'Text',
  portalLocation: 'Place',
  includeInInformationMenu: 'Information menu',
  isImportantNotice: 'Important notice',
  ...audienceLabels,
};

const toPlainText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

function describeValue(name: keyof TopicValues, value: TopicValues[keyof TopicValues], choices: AudienceChoices): string {
  if (name === 'body') return toPlainText(String(value));
  if (name === 'portalLocation') return describeLocation(toLocation(String(value)));
  if (name === 'includeInInformationMenu' || name === 'isImportantNotice') return value ? 'Yes' : 'No';
  return name === 'title' ? String(value) : describeAudienceValue(choices, name, value);
}

/** A conflict of two editors, with both values as texts. */
export const describeTopicConflict = ({ name, mine, theirs }: EditConflict<TopicValues>, choices: AudienceChoices) => ({
  name,
  label: LABELS[name],
  mine: describeValue(name, mine, choices),
  theirs: describeValue(name, theirs, choices),
});
