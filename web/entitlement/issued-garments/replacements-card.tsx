import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMonth } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { heldGarmentsQuery } from './issued-garment-list.tsx';
import css from './issued-garments.module.css';
import { isReplacementDue } from './issued-garments.ts';

/** The most on one page; the statement has them all. */
const MAX_SHOWN = 4;

/** Which garments the person in effect will be due to have replaced, the first one first. Nothing while that is unknown, or none. */
export function ReplacementsCard() {
  const { data } = useQuery(heldGarmentsQuery);
  const garments = (data?.garments ?? []).flatMap(({ nextReplacementOn, ...garment }) =>
    nextReplacementOn === null ? [] : [{ ...garment, nextReplacementOn }],
  );
  if (garments.length === 0) return null;
  return (
    <Card title="Later">
      <Stack component="ul" gap={0} role="list" aria-label="Replacements">
        {garments
          .toSorted((one, other) => one.nextReplacementOn.localeCompare(other.nextReplacementOn))
          .slice(0, MAX_SHOWN)
          .map((garment) => (
            <li key={garment.productId} className={css.later}>
              <span>
                {garment.quantity} × {garment.productName}
              </span>
              {isReplacementDue(garment) ? (
                <StatusBadge tone="warning">Replacement due</StatusBadge>
              ) : (
                <Text span size="sm" c="dimmed">
                  {formatMonth(garment.nextReplacementOn)}
                </Text>
              )}
            </li>
          ))}
      </Stack>
    </Card>
  );
}
