import { Stack, Text } from '@mantine/core';
import { ProgressBar, percentOf } from '#web/ui/feedback/progress-bar.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './import.module.css';

interface Props {
  done: number;
  total: number;
  /** What is counted. */
  nouns: readonly [one: string, several: string];
}

/** How far the preview of a file is. */
export function PreviewProgress({ done, total, nouns }: Props) {
  return (
    <Card>
      <Stack gap="sm" py={20} ta="center" align="center">
        <p className={css.dropTitle} role="status">
          Checking your file…
        </p>
        <ProgressBar label="Checking your file" done={done} total={total} />
        <Text className="figures" size="sm" c="dimmed">
          {formatNumber(done)} of {plural(total, ...nouns)}, {percentOf(done, total)}%
        </Text>
        <Text size="sm" c="dimmed">
          Nothing is changed yet. You can leave this page: it continues in the background, and you’ll find it under Earlier files.
        </Text>
      </Stack>
    </Card>
  );
}
