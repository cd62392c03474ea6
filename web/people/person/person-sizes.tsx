import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { formatMonth } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './person-page.module.css';

/** The sizes that a person has kept of what they ordered. Nothing while that is unknown, and for someone for whom the reader may not order. */
export function PersonSizes({ customerId }: { customerId: number }) {
  const { data } = useQuery({ ...apiQuery('GET /api/keptsizes', { query: { customerId } }), retry: false });
  if (!data) return null;
  // The same piece is proposed for each garment with its size guide.
  const kept = [...new Map(data.keptSizes.map((size) => [size.keptProductId, size])).values()];
  return (
    <Card title="Sizes kept">
      {kept.length > 0 ? (
        <dl className={css.pairs}>
          {kept.map(({ keptProductId, keptProductName, values, sinceOn }) => (
            <div key={keptProductId}>
              <dt>
                {keptProductName}
                <Text span size="sm" c="dimmed" display="block">
                  Since {formatMonth(sinceOn)}
                </Text>
              </dt>
              <dd>{values.map(({ name }) => name).join(' ')}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>None yet.</p>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        From orders that were kept and not exchanged. Only the wearer can see their measurements.
      </Text>
    </Card>
  );
}
