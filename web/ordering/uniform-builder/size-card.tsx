import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useSizingClient, useWearer } from '#web/sizing/stored-body.ts';
import { Card } from '#web/ui/layout/card.tsx';

/** The way to the wearer's measurements. Nothing is shown to someone who orders for them. */
export function SizeCard() {
  const { isOwn } = useWearer();
  const { data: known } = useSizingClient();
  if (!isOwn || !known) return null;
  return (
    <Card title="Your size" action={<Link to={paths.size()}>{known.bodyId ? 'View your size' : 'Find your size'}</Link>}>
      <Text c="dimmed">
        {known.bodyId
          ? 'Your measurements are saved. Each garment shows the size most likely to fit you.'
          : 'Enter your height and weight, and each garment shows the size most likely to fit you.'}
      </Text>
    </Card>
  );
}
