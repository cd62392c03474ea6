import { Box } from '@mantine/core';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Builder } from './builder-model.ts';

/** Why nothing, or not everything, can be ordered now. */
export function Notices({ builder: { notices } }: { builder: Builder }) {
  if (notices.length === 0) return null;
  return (
    <Box mb="md">
      <Notice tone="warning">{notices.join('\n')}</Notice>
    </Box>
  );
}
