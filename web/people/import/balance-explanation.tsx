import { Stack, Text } from '@mantine/core';
import { Card } from '#web/ui/layout/card.tsx';
import css from './import.module.css';

const EXAMPLE = [
  ['Employee number', 'S-1042'],
  ['Wardrobe', 'Front Desk'],
  ['Season', 'Winter 2026'],
  ['Group, product or Budget', 'Shirts'],
  ['Unit', 'pieces'],
  ['Balance left', '2'],
] as const;

/** What an opening balance is, with an example. */
export function BalanceExplanation() {
  return (
    <section className={css.past} aria-labelledby="opening-balance">
      <h2 id="opening-balance" className={css.heading}>
        What an opening balance is
      </h2>
      <Card>
        <Stack>
          <p className={css.explained}>
            The balance is what someone could still order in your previous portal, regardless of what their wardrobe grants here.
            Orders placed here are deducted from it. Importing the same file again changes nothing.
          </p>
          <dl className={css.example}>
            {EXAMPLE.map(([heading, value]) => (
              <div key={heading}>
                <Text component="dt" size="sm" c="dimmed">
                  {heading}
                </Text>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={css.explained}>
            The wardrobe grants 3 shirts, and this person had 2 left: they can order 2. If they have ordered 1 here since, they
            can order 1 more. Their statement shows the difference as “Opening balance”.
          </p>
        </Stack>
      </Card>
    </section>
  );
}
