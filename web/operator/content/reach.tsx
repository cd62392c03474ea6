import { Text } from '@mantine/core';
import type { AudienceValues } from '#web/content/publications/audience.ts';
import { useReach } from './use-reach.ts';

/** How many people something would reach, below the fields of who reads it. Nothing while that is not known. */
export function Reach({ values }: { values: AudienceValues }) {
  const reach = useReach(values);
  if (reach === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      Reaches {reach}.
    </Text>
  );
}
