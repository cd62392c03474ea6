import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { FilterOption } from '#web/app/lists/list-filter.ts';
import { flattenWardrobes } from './wardrobes/flatten-wardrobes.ts';

// The parts of an organisation by which its lists are filtered. They rarely change, and are read when a filter or a name first needs them.

type Options = readonly FilterOption<number>[] | undefined;

const RARELY = { staleTime: 30 * 60_000 };
const toOptions = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ id, label: name }));

export const useGroupOptions = (): Options =>
  useQuery({ ...apiQuery('GET /api/organisationgroups'), ...RARELY, select: (reply) => toOptions(reply.organisationGroups) })
    .data;

export const useDestinationOptions = (): Options =>
  useQuery({ ...apiQuery('GET /api/organisationresorts'), ...RARELY, select: (reply) => toOptions(reply.organisationResorts) })
    .data;

export const useBusinessAreaOptions = (): Options =>
  useQuery({
    ...apiQuery('GET /api/organisationbusinessareas'),
    ...RARELY,
    select: (reply) => toOptions(reply.organisationBusinessAreas),
  }).data;

export const useJobRoleOptions = (): Options =>
  useQuery({ ...apiQuery('GET /api/organisationjobroles'), ...RARELY, select: (reply) => toOptions(reply.organisationJobRoles) })
    .data;

export const useRoleOptions = (): Options =>
  useQuery({ ...apiQuery('GET /api/customerroles'), ...RARELY, select: (reply) => toOptions(reply.customerRoles) }).data;

export const useSeasonOptions = (): Options =>
  useQuery({ ...apiQuery('GET /api/organisationseasons'), ...RARELY, select: (reply) => toOptions(reply.organisationSeasons) })
    .data;

export const useWardrobeOptions = (): Options =>
  useQuery({
    ...apiQuery('GET /api/organisationcollection'),
    ...RARELY,
    select: (reply) => toOptions(flattenWardrobes(reply.organisationCollections)),
  }).data;

/** The name of one of them; nothing until it is known. */
export function OptionName({ useOptions, id }: { useOptions: () => Options; id: number | null }) {
  const name = useOptions()?.find((option) => option.id === id)?.label;
  return name === undefined ? null : <span title={name}>{name}</span>;
}
