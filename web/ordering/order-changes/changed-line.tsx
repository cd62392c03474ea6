import { Box, Group, Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { describeRemaining } from '#contract/ordering/remainder.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { useWearerLabel } from '../wearer-label.ts';

export type Line = ReplyOf<'GET /api/orders/:id'>['orders'][number]['orderItems'][number];

/** A line in words: "Polo shirt, Navy, L". */
export const describeLine = ({ productName, attributeDescription }: Pick<Line, 'productName' | 'attributeDescription'>) =>
  [productName, attributeDescription].filter(Boolean).join(', ');

/** How many pieces of a line can remain, as a sentence: "At least 5 or none can remain."; undefined for any number. */
export function describeQuantityRule(line: Pick<Line, 'leastRemaining' | 'allowedRemaining'>): string | undefined {
  if (line.leastRemaining <= 1 && line.allowedRemaining.length === 0) return undefined;
  const rule = describeRemaining(line);
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)} can remain.`;
}

/** The line that is about to be changed. */
export function ChangedLine({ line }: { line: Line }) {
  const getWearerLabel = useWearerLabel();
  return (
    <Group wrap="nowrap" gap="sm" miw={0}>
      <Picture src={line.images[0]?.src} alt="" size={48} />
      <Box miw={0}>
        <Text fw={600}>{line.productName}</Text>
        <Text size="sm" c="dimmed">
          {[line.attributeDescription, getWearerLabel(line)].filter(Boolean).join(' · ')}
        </Text>
      </Box>
    </Group>
  );
}
