import { Stack } from '@mantine/core';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { describeProblem } from './guide-table.ts';
import type { GuideEditorState } from './use-guide-editor.ts';

/** Problems that are listed below the table; the rest are at their cells. */
const MAX_PROBLEMS = 20;

/** What cannot be used in the table, or is unusual, with its line where it was read from a file. */
export function GuideProblems({ editor: { preview, draft, file } }: { editor: GuideEditorState }) {
  if (!preview || preview.problems.length === 0) return null;
  const errors = preview.problems.filter(({ isError }) => isError);
  // The lines of a file are those of its rows as long as no row was changed.
  const lines = file && file.rows.length === draft.rows.length ? file.lines : [];
  return (
    <Notice tone={errors.length > 0 ? 'danger' : 'warning'} role="status">
      <Stack component="ul" gap={4} role="list" aria-label="Problems in the table">
        {preview.problems.slice(0, MAX_PROBLEMS).map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity
          <li key={at}>
            {describeProblem({ ...problem, line: problem.row === null ? null : (lines[problem.row] ?? null) }, draft)}
          </li>
        ))}
        {preview.problems.length > MAX_PROBLEMS && <li>And {preview.problems.length - MAX_PROBLEMS} more.</li>}
      </Stack>
    </Notice>
  );
}
