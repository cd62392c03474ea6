import { Stack } from '@mantine/core';
import { AskForMoreTime } from '#web/entitlement/time-requests/ask-for-more-time.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isAllOrdered } from './builder-model.ts';
import type { BuilderState } from './use-builder.ts';

/** Why nothing, or not everything, can be ordered now; where the ordering window has closed, with a way to ask for more time. */
export function Notices({ state: { builder, canChoose, totals } }: { state: BuilderState }) {
  if (builder.notices.length === 0) return null;
  return (
    <Stack gap="sm" mb="md">
      <Notice tone="warning">{builder.notices.join('\n')}</Notice>
      {!canChoose && !isAllOrdered(totals) && <AskForMoreTime seasonId={builder.season?.id} />}
    </Stack>
  );
}
