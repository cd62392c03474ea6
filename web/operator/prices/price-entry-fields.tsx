import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DateField } from '#web/ui/forms/date-field.tsx';
import css from './prices.module.css';

/** What is typed about the days of a price. Empty: from today, and without an end. */
export interface TypedDays {
  startsOn: string;
  lastOn: string;
}

/** What is wrong with the days, by field. */
export function findDayProblems({ startsOn, lastOn }: TypedDays, today: string): Partial<Record<keyof TypedDays, string>> {
  if (startsOn !== '' && startsOn < today) return { startsOn: 'Choose today or a later day. A price can’t begin in the past.' };
  if (lastOn !== '' && lastOn < (startsOn || today)) return { lastOn: 'The last day must not be before the first.' };
  return {};
}

/** The days as calls take them. */
export const toDays = ({ startsOn, lastOn }: TypedDays) => ({
  ...(startsOn !== '' && { startsOn }),
  ...(lastOn !== '' && { lastOn }),
});

interface Props {
  today: string;
  getInputProps: (field: keyof TypedDays) => ComponentProps<typeof DateField>;
}

/** The first and the last day of a price. */
export const PriceDaysFields = ({ today, getInputProps }: Props) => (
  <div className={css.pair}>
    <DateField label="First day" description="Leave blank for today." min={today} {...getInputProps('startsOn')} />
    <DateField label="Last day" description="Leave blank for no end." min={today} {...getInputProps('lastOn')} />
  </div>
);

/** What happens after the last day of a price. */
export const PriceReturns = () => (
  <Text size="sm" c="dimmed">
    From the day after, the previous price applies again, unless another one has been set.
  </Text>
);
