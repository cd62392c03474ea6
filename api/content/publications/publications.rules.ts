import { isDeepStrictEqual } from 'node:util';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';

/** Whom a publication is for: those of these brands and organisations who have one of the roles, if any, and are in one of the groups, if any. */
export interface PublicationAudience {
  brandIds: readonly number[];
  organisationIds: readonly number[];
  roleIds: readonly number[];
  groupIds: readonly number[];
}

/** A publication as it is stored, with its audience. Days are texts such as `2026-12-31`. */
export interface Publication extends PublicationAudience {
  id: number;
  /** The organisation whose administrators keep it; null: the supplier keeps it. */
  organisationId: number | null;
  isPublished: boolean;
  fromDate: string | null;
  untilDate: string | null;
  displayOrder: number;
  version: number;
}

/** What is written of a publication. */
export type PublicationValues = Omit<Publication, 'id' | 'version'>;

/** What a request says of a publication. What it leaves out stays as it is; an empty list, and null for a day, take a limit away. */
export type PublicationChange = {
  [K in keyof Omit<PublicationValues, 'organisationId'>]?: PublicationValues[K] | null | undefined;
};

/** A new publication of which nothing has been said: a draft for no one. */
export const EMPTY_PUBLICATION: Omit<PublicationValues, 'organisationId'> = {
  isPublished: false,
  fromDate: null,
  untilDate: null,
  displayOrder: 0,
  brandIds: [],
  organisationIds: [],
  roleIds: [],
  groupIds: [],
};

/** What a publication will be after a change. */
export function mergePublication(
  present: Omit<PublicationValues, 'organisationId'>,
  change: PublicationChange,
): Omit<PublicationValues, 'organisationId'> {
  const day = (changed: string | null | undefined, before: string | null) => (changed === undefined ? before : changed);
  return {
    isPublished: change.isPublished ?? present.isPublished,
    fromDate: day(change.fromDate, present.fromDate),
    untilDate: day(change.untilDate, present.untilDate),
    displayOrder: change.displayOrder ?? present.displayOrder,
    brandIds: change.brandIds ?? present.brandIds,
    organisationIds: change.organisationIds ?? present.organisationIds,
    roleIds: change.roleIds ?? present.roleIds,
    groupIds: change.groupIds ?? present.groupIds,
  };
}

/** Why the days of a publication cannot be; null if they can. */
export const explainDays = ({ fromDate, untilDate }: Pick<PublicationValues, 'fromDate' | 'untilDate'>): string | null =>
  fromDate !== null && untilDate !== null && untilDate < fromDate ? 'The last day must not be before the first.' : null;

/** Whether an audience has anyone in it. */
export const isForAnyone = ({ brandIds, organisationIds }: PublicationAudience): boolean =>
  brandIds.length + organisationIds.length > 0;

/** What the fields of something published are called where someone else has changed them. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  isPublished: 'Published',
  fromDate: 'First day',
  untilDate: 'Last day',
  displayOrder: 'Place',
  brandIds: 'Brands',
  organisationIds: 'Clients',
  roleIds: 'Roles',
  groupIds: 'Groups',
  title: 'Title',
  text: 'Text',
  body: 'Text',
  link: 'Link',
  url: 'Link',
  src: 'Picture',
  altText: 'Alternative text',
  name: 'Name',
  description: 'Description',
  documentTypeId: 'Type',
  isForProducts: 'On product pages',
  systemName: 'System name',
  seName: 'Address',
  portalLocation: 'Shown at',
  includeInInformationMenu: 'In the information menu',
  isImportantNotice: 'Important notice',
};

/** Texts that are formatted or long, and addresses of pictures, are no part of a sentence. */
const MAX_SENTENCE_VALUE_LENGTH = 200;
const isReadable = (value: unknown) =>
  typeof value !== 'string' ||
  (value.length <= MAX_SENTENCE_VALUE_LENGTH && !value.includes('<') && !value.startsWith('/pictures/'));

/**
 * Throws 409 under the kind, with what each field that `wanted` would overwrite is now, when `version` is not the one that is stored. Without a version
 * the last one to save wins.
 */
export function assertPublicationNotStale(
  kind: string,
  version: number | null | undefined,
  stored: { version: number },
  wanted: object,
): void {
  if (version == null || version === stored.version) return;
  const present = { ...stored } as Readonly<Record<string, unknown>>;
  const change = { ...wanted } as Readonly<Record<string, unknown>>;
  const fields = Object.keys(change).filter(
    (field) => change[field] !== undefined && field in present && !isDeepStrictEqual(change[field], present[field]),
  );
  const readable = Object.fromEntries(fields.flatMap((field) => (isReadable(present[field]) ? [[field, present[field]]] : [])));
  throw createStaleError(kind, fields, (field) => FIELD_LABELS[field] ?? field, readable);
}
