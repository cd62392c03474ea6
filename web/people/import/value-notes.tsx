import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { getColumnChoice, listQuestionsCall } from './column-choice.ts';
import type { PeopleImport } from './import-labels.ts';
import { NoteList } from './reading-notes.tsx';

/** How the columns of a file are read, once for all rows, and for how many rows that decides nothing about leaving. */
export function ValueNotes({ peopleImport }: { peopleImport: PeopleImport }) {
  const { id, leavingUnread } = peopleImport;
  const { data } = useQuery(apiQuery(...listQuestionsCall(id, getColumnChoice(peopleImport).fields)));
  const notes = data?.importQuestions.notes ?? [];
  return (
    <>
      {notes.length > 0 && (
        <Notice>
          <NoteList notes={notes} />
        </Notice>
      )}
      {leavingUnread > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button component={Link} to={{ search: '?attention=leaving' }} size="compact-sm" variant="default">
              Show {leavingUnread === 1 ? 'this row' : 'these rows'}
            </Button>
          }
        >
          The last day of work or the status could not be read in {plural(leavingUnread, 'row')}. What the portal has is left as
          it is.
        </Notice>
      )}
    </>
  );
}
