import { Box, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { describeUnorderable, UNORDERABLE_REASONS, type UnorderableGroup, unorderableGroupsQuery } from './unorderable-groups.ts';
import css from './unorderable-notice.module.css';

/** The number of groups and of people that are named at once. */
const MAX_SHOWN = 3;

/** Names the groups of a wardrobe in which people can order nothing, why, and who they are; renders nothing where there are none. */
export function UnorderableNotice({ collectionId }: { collectionId: number }) {
  const groups = useQuery(unorderableGroupsQuery(collectionId)).data?.unorderableGroups ?? [];
  const [showsAll, setShowsAll] = useState(false);
  const [opened, setOpened] = useState<UnorderableGroup>();
  if (groups.length === 0) return null;
  const shown = showsAll ? groups : groups.slice(0, MAX_SHOWN);
  return (
    <Box component="section" mb="md" aria-label="Nothing to order">
      <Notice
        tone="warning"
        actions={
          shown.length < groups.length && (
            <Button variant="default" size="compact-md" onClick={() => setShowsAll(true)}>
              Show {formatNumber(groups.length - shown.length)} more
            </Button>
          )
        }
      >
        <Stack component="ul" gap="sm" role="list">
          {shown.map((group) => (
            <li key={`${group.collectionGroupId}-${group.reason}`}>
              <strong>{describeUnorderable(group)}</strong>
              <p>{UNORDERABLE_REASONS[group.reason]}</p>
              {group.peopleCount > 0 && (
                <p>
                  {group.people.slice(0, MAX_SHOWN).map(({ id, name }, index) => (
                    <Fragment key={id}>
                      {index > 0 && ', '}
                      <Link to={paths.person(id)}>{name}</Link>
                    </Fragment>
                  ))}
                  {group.peopleCount > MAX_SHOWN && (
                    <>
                      {' and '}
                      <button type="button" className={css.more} aria-haspopup="dialog" onClick={() => setOpened(group)}>
                        {formatNumber(group.peopleCount - MAX_SHOWN)} more
                      </button>
                    </>
                  )}
                </p>
              )}
            </li>
          ))}
        </Stack>
      </Notice>
      {opened && <PeopleDialog group={opened} onClose={() => setOpened(undefined)} />}
    </Box>
  );
}

function PeopleDialog({ group, onClose }: { group: UnorderableGroup; onClose: () => void }) {
  const { people, peopleCount } = group;
  return (
    <Dialog opened onClose={onClose} title={describeUnorderable(group)} closeLabel="Close" width={520}>
      <Stack gap="sm">
        <p>{UNORDERABLE_REASONS[group.reason]}</p>
        <ul className={css.people} aria-label="People">
          {people.map(({ id, name }) => (
            <li key={id}>
              <Link to={paths.person(id)} onClick={onClose}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {peopleCount > people.length && (
          <p>
            The first {formatNumber(people.length)} of {plural(peopleCount, 'person', 'people')} by last name.{' '}
            <Link to={paths.people({ wardrobe: group.collectionId })} onClick={onClose}>
              View everyone with this wardrobe
            </Link>
          </p>
        )}
      </Stack>
    </Dialog>
  );
}
