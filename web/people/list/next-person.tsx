import { Box, Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { readLeft } from '#web/app/list-trail.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { ListedPerson } from '../person/listed-person.ts';
import type { PeopleListReader } from './people-list-reader.ts';

interface Props {
  /** The people of the page of the list. */
  rows: readonly ListedPerson[];
  reader: PeopleListReader;
}

/** For someone who comes back to the list after ordering for a person: orders for the one after them. Nothing where the page has none. */
export function NextPerson({ rows, reader }: Props) {
  const [, ...following] = readLeft(useLocation().state);
  const { ordering } = reader;
  const next = following
    .map((id) => rows.find((row) => row.id === id))
    .find((person) => person !== undefined && ordering?.findBlocker(person) === null);
  if (!next || !ordering) return null;
  return (
    <Box mb="md">
      <Notice
        actions={
          <Button
            size="compact-md"
            loading={ordering.busy === next.id}
            disabled={ordering.busy !== undefined}
            onClick={() => ordering.order(next)}
          >
            Next person
          </Button>
        }
      >
        Next in this list: <strong>{formatPersonName(next)}</strong>
      </Notice>
    </Box>
  );
}
