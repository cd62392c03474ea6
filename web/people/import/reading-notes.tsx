import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface Props {
  importId: number;
  onReading: () => void;
}

/** What was left out of the file or filled in when it was read, while that can still be changed. */
export function ReadingNotes({ importId, onReading }: Props) {
  const { data } = useQuery(apiQuery('GET /api/peopleimports/:id/reading', { params: { id: importId } }));
  const notes = data?.importReading.notes ?? [];
  if (notes.length === 0) return null;
  return (
    <Notice
      actions={
        <Button variant="default" size="compact-sm" onClick={onReading}>
          How the file was read
        </Button>
      }
    >
      <NoteList notes={notes} />
    </Notice>
  );
}

/** What was found in a file, one sentence each. */
export function NoteList({ notes }: { notes: readonly string[] }) {
  return (
    <Stack component="ul" gap={2} m={0} p={0} role="list" aria-label="What was found in the file">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </Stack>
  );
}
