import { formatDay } from '#web/ui/format/format.ts';

interface Choice {
  id: number;
  name: string;
}

/** Whom the caller can choose as readers. */
export interface AudienceChoices {
  /** Brands of the supplier; empty for an administrator, who publishes in their organisation alone. */
  brands: readonly (Choice & { theme?: string })[];
  organisations: readonly (Choice & { brandId: number })[];
  /** Roles of the portal, which every organisation has, and roles of one organisation. */
  roles: readonly (Choice & { organisationId: number | null })[];
  groups: readonly (Choice & { organisationId: number })[];
  /** The organisation of an administrator, in which everything is that they publish. */
  own?: Choice & { mustChooseGroups: boolean };
}

/** Who reads something published and when, as it is edited. Days are texts such as `2026-12-31`, empty for none. */
export interface AudienceValues {
  isPublished: boolean;
  fromDate: string;
  untilDate: string;
  brandIds: number[];
  organisationIds: number[];
  roleIds: number[];
  groupIds: number[];
}

/** What a form starts with for something new. */
export const EMPTY_AUDIENCE: AudienceValues = {
  isPublished: false,
  fromDate: '',
  untilDate: '',
  brandIds: [],
  organisationIds: [],
  roleIds: [],
  groupIds: [],
};

/** Names of the fields, for edit conflicts. */
export const audienceLabels: Record<keyof AudienceValues, string> = {
  isPublished: 'Status',
  fromDate: 'First day',
  untilDate: 'Last day',
  brandIds: 'Brands',
  organisationIds: 'Clients',
  roleIds: 'Roles',
  groupIds: 'Groups',
};

type Saved = { [K in keyof AudienceValues]: AudienceValues[K] extends number[] ? readonly number[] : unknown } & {
  isPublished: boolean;
  fromDate: string | null;
  untilDate: string | null;
};

/** The values of a form from what the server sent. */
export const toAudienceValues = (saved: Saved): AudienceValues => ({
  isPublished: saved.isPublished,
  fromDate: saved.fromDate ?? '',
  untilDate: saved.untilDate ?? '',
  brandIds: [...saved.brandIds],
  organisationIds: [...saved.organisationIds],
  roleIds: [...saved.roleIds],
  groupIds: [...saved.groupIds],
});

/** The part of a request that says who reads it; an administrator's takes no brands and clients. */
export const toAudienceInput = ({
  isPublished,
  fromDate,
  untilDate,
  brandIds,
  organisationIds,
  roleIds,
  groupIds,
}: AudienceValues) => ({
  ...toOwnAudienceInput({ isPublished, fromDate, untilDate, roleIds, groupIds }),
  brandIds,
  organisationIds,
});

/** As `toAudienceInput`, for what an administrator publishes in their own organisation. */
export const toOwnAudienceInput = ({
  isPublished,
  fromDate,
  untilDate,
  roleIds,
  groupIds,
}: Omit<AudienceValues, 'brandIds' | 'organisationIds'>) => ({
  isPublished,
  fromDate: fromDate || null,
  untilDate: untilDate || null,
  roleIds,
  groupIds,
});

/** What is wrong with the values, by field. */
export function findAudienceProblems(
  { fromDate, untilDate, brandIds, organisationIds, groupIds }: AudienceValues,
  { own }: Pick<AudienceChoices, 'own'>,
): Partial<Record<keyof AudienceValues, string>> {
  return {
    ...(!own && brandIds.length + organisationIds.length === 0 && { organisationIds: 'Choose at least one brand or client.' }),
    ...(own?.mustChooseGroups && groupIds.length === 0 && { groupIds: 'Choose at least one of your groups.' }),
    ...(fromDate !== '' &&
      untilDate !== '' &&
      untilDate < fromDate && { untilDate: 'The last day must not be before the first.' }),
  };
}

/** The clients whose people can read it: those chosen, and those of chosen brands. */
export const listReached = ({ organisations }: AudienceChoices, { brandIds, organisationIds }: AudienceValues) =>
  organisations.filter(({ id, brandId }) => organisationIds.includes(id) || brandIds.includes(brandId));

/** A change of brands or clients, with which roles and groups of clients that no longer read it go. */
export function changeReaders(
  choices: AudienceChoices,
  values: AudienceValues,
  change: Partial<Pick<AudienceValues, 'brandIds' | 'organisationIds'>>,
): Partial<AudienceValues> {
  const before = new Set(listReached(choices, values).map(({ id }) => id));
  const left = new Set(listReached(choices, { ...values, ...change }).map(({ id }) => id));
  // What this form cannot name stays: it is not the caller's to take away.
  const isGone = (list: readonly { id: number; organisationId: number | null }[], id: number) => {
    const organisationId = list.find((one) => one.id === id)?.organisationId;
    return organisationId != null && before.has(organisationId) && !left.has(organisationId);
  };
  return {
    ...change,
    roleIds: values.roleIds.filter((id) => !isGone(choices.roles, id)),
    groupIds: values.groupIds.filter((id) => !isGone(choices.groups, id)),
  };
}

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });
/** Names that are written out; the others are counted. */
const MAX_NAMES = 4;

function joinNames(names: readonly string[], format: Intl.ListFormat, noun: string): string {
  const more = names.length - MAX_NAMES;
  if (more <= 1) return format.format(names);
  return format.format([...names.slice(0, MAX_NAMES), `${more} more ${noun}`]);
}

const pick = (list: readonly Choice[], ids: readonly number[]) =>
  list.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

function describeDays({ fromDate, untilDate }: Pick<AudienceValues, 'fromDate' | 'untilDate'>): string {
  if (fromDate !== '' && fromDate === untilDate) return ` on ${formatDay(fromDate)}`;
  return `${fromDate && ` from ${formatDay(fromDate)}`}${untilDate && ` until ${formatDay(untilDate)}`}`;
}

/** Who will read it and when, in sentences: "Shown to everyone at Meridian Resorts from 1 Dec 2026 until 31 Dec 2026." */
export function describeAudience(choices: AudienceChoices, values: AudienceValues): string {
  const { own } = choices;
  const reached = listReached(choices, values);
  const places = own
    ? [own.name]
    : [
        ...pick(choices.brands, values.brandIds).map((name) => `all clients of ${name}`),
        ...reached
          .filter(({ id, brandId }) => values.organisationIds.includes(id) && !values.brandIds.includes(brandId))
          .map(({ name }) => name),
      ];
  if (places.length === 0) return 'Choose at least one brand or client to show it to.';
  const roles = pick(choices.roles, values.roleIds);
  const limited = (own ? [own] : reached).flatMap(({ id, name }) => {
    const groups = pick(
      choices.groups.filter(({ organisationId }) => organisationId === id),
      values.groupIds,
    );
    return groups.length > 0 ? [{ name, groups: joinNames(groups, or, 'groups') }] : [];
  });
  const [only] = limited;
  const isOnlyPlace = only !== undefined && places.length === 1 && places[0] === only.name;
  const who = [
    roles.length > 0 || isOnlyPlace ? 'people' : 'everyone',
    roles.length > 0 && `with the role ${joinNames(roles, or, 'roles')}`,
    isOnlyPlace && `in ${only.groups}`,
  ]
    .filter(Boolean)
    .join(' ');
  const verb = values.isPublished ? 'Shown to' : 'Draft: no one sees it yet. Once published, it is shown to';
  return [
    `${verb} ${who} at ${joinNames(places, and, 'clients')}${describeDays(values)}.`,
    ...(isOnlyPlace ? [] : limited.slice(0, MAX_NAMES).map(({ name, groups }) => `At ${name} only to people in ${groups}.`)),
    ...(!isOnlyPlace && limited.length > MAX_NAMES
      ? [`${limited.length - MAX_NAMES} more clients are limited to certain groups too.`]
      : []),
  ].join(' ');
}

/** A value of the audience as text, for edit conflicts. */
export function describeAudienceValue(choices: AudienceChoices, name: keyof AudienceValues, value: unknown): string {
  if (name === 'isPublished') return value ? 'Published' : 'Draft';
  if (name === 'fromDate' || name === 'untilDate') return value ? formatDay(String(value)) : '';
  const lists = {
    brandIds: choices.brands,
    organisationIds: choices.organisations,
    roleIds: choices.roles,
    groupIds: choices.groups,
  };
  return pick(lists[name], value as number[]).join(', ');
}
