import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import type { Customer } from './person-fields.ts';
import css from './person-page.module.css';

type Wardrobe = ReplyOf<'GET /api/customers/:id/organisationcollections'>['organisationCollections'][number];
/** A wardrobe at any depth of the tree; `path` includes the names of its ancestors. */
interface FlatWardrobe {
  id: number;
  path: string;
  seasonId: number | null;
  collectionGroups: Wardrobe['collectionGroups'];
  superGroups: Wardrobe['superGroups'];
}

type Node = Pick<Wardrobe, 'id' | 'name'> &
  Partial<Pick<Wardrobe, 'seasonId' | 'collectionGroups' | 'superGroups'>> & {
    childCollections?: readonly Node[];
  };

const flatten = (nodes: readonly Node[], parentPath: string): FlatWardrobe[] =>
  nodes.flatMap(({ id, name, seasonId = null, collectionGroups = [], superGroups = [], childCollections = [] }) => {
    const path = parentPath === '' ? name : `${parentPath} › ${name}`;
    return [{ id, path, seasonId, collectionGroups, superGroups }, ...flatten(childCollections, path)];
  });

function formatQuantity({ minQuantity, allocatedQuantity }: Wardrobe['collectionGroups'][number]): string {
  if (allocatedQuantity !== null) return plural(allocatedQuantity, 'piece', 'pieces');
  return minQuantity === null ? 'any quantity' : `at least ${plural(minQuantity, 'piece', 'pieces')}`;
}

/** The wardrobes of a person: groups with the number of pieces that the person is owed, and the options to choose from. */
export function PersonWardrobes({ person }: { person: Customer }) {
  // What the person has, and which numbers, changes on other pages and while people follow a change of a wardrobe.
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/customers/:id/organisationcollections', { params: { id: person.id } }),
    staleTime: 0,
  });
  if (!data)
    return error ? (
      <ErrorState title="The wardrobes could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading wardrobes">
        <SkeletonText lines={3} />
      </Loading>
    );
  const assigned = flatten(data.organisationCollections, '').filter(({ id }) =>
    person.organisationCollections.some((wardrobe) => wardrobe.id === id),
  );
  const seasonName = (id: number | null) => person.organisationSeasons.find((season) => season.id === id)?.name;
  const seasons = person.organisationSeasons.map(({ name }) => name).join(', ');
  if (assigned.length === 0) return <p>No wardrobe, so this person has no uniform entitlement.</p>;
  return (
    <Stack>
      <Stack component="ul" gap={0} role="list" aria-label="Wardrobes">
        {assigned.map(({ id, path, seasonId, collectionGroups, superGroups }) => (
          <li key={id} className={css.entry}>
            <strong>{path}</strong>
            {seasonName(seasonId) && (
              <Text span size="sm" c="dimmed">
                {' '}
                · {seasonName(seasonId)}
              </Text>
            )}
            {collectionGroups.map((group) => {
              const option = superGroups.flatMap(({ options }) => options).find((one) => one.id === group.superGroupOptionId);
              return (
                <div key={group.id} className={css.row}>
                  <span>
                    {group.name}
                    {option && (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        · with “{option.name}”
                      </Text>
                    )}
                  </span>
                  <span className="figures">{formatQuantity(group)}</span>
                </div>
              );
            })}
            {superGroups.map(({ id: superGroup, name, options }) => (
              <Text key={superGroup} component="div" size="sm" c="dimmed">
                {name}: {options.map((option) => option.name).join(' or ')}
              </Text>
            ))}
          </li>
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        {seasons === '' ? 'Not in any season.' : `Seasons: ${seasons}.`}
      </Text>
    </Stack>
  );
}
