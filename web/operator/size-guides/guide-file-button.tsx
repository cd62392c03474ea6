import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { GuideEditorState } from './use-guide-editor.ts';

/** Chooses a file from which the table is read. */
export function GuideFileButton({ editor: { read } }: { editor: GuideEditorState }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" size="compact-md" loading={read.isPending} onClick={() => input.current?.click()}>
        Read from a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hidden
        aria-label="Choose a CSV file or an Excel workbook"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) read.mutate(chosen);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
