import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { LineItems } from '#web/ui/content/line-items.tsx';
import { createDateFormat, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { PendingChoice } from './builder-context.ts';
import css from './chosen-card.module.css';
import { ChosenLines } from './chosen-lines.tsx';
import type { BuilderState } from './use-builder.ts';

const days = createDateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The garments chosen so far, the selection that is not added yet, and the way to order. */
export function ChosenCard({ state, pending }: { state: BuilderState; pending?: PendingChoice | undefined }) {
  const { builder, lines, totals, canChoose, remove } = state;
  const closes = builder.season?.orderingClosesUtc;
  return (
    <Card title={canChoose ? 'Chosen so far' : 'Chosen, not ordered'}>
      {lines.length > 0 ? (
        <ChosenLines label="Chosen so far" lines={lines} remove={remove} />
      ) : (
        !pending && <Text c="dimmed">{canChoose ? 'Garments you choose will appear here.' : 'Nothing chosen.'}</Text>
      )}
      {pending && (
        <div className={css.pending}>
          <LineItems
            label="Not added yet"
            lines={[
              {
                id: 0,
                src: pending.src,
                name: pending.name,
                notes: [pending.description, 'Not added yet'],
                figure: formatNumber(pending.quantity),
              },
            ]}
          />
        </div>
      )}
      {canChoose && totals.inCart > 0 && (
        <Stack gap="xs" mt="sm">
          <Button component={Link} to={paths.builderOrder()} variant="default" fullWidth>
            {totals.needed > 0 ? `Order these ${formatNumber(totals.inCart)} now` : 'Check and order'}
          </Button>
          {totals.needed > 0 && closes && (
            <Text c="dimmed">
              You can order the other {plural(totals.needed, 'piece')} until {days(new Date(closes))}.
            </Text>
          )}
        </Stack>
      )}
    </Card>
  );
}
