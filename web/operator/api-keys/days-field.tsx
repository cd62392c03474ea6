import { TextInput, type TextInputProps } from '@mantine/core';
import { API_KEY_MAX_DAYS } from '#contract/identity/operators/api-key-days.ts';

/** An error at `validDays` unless they are a number of days for which a key may be accepted. */
export const validateDays = (validDays: string): { validDays?: string } =>
  /^\d{1,3}$/.test(validDays.trim()) && Number(validDays) >= 1 && Number(validDays) <= API_KEY_MAX_DAYS
    ? {}
    : { validDays: `Enter a whole number of days from 1 to ${API_KEY_MAX_DAYS}` };

/** For how many days a key is accepted. */
export const DaysField = (props: TextInputProps) => (
  <TextInput
    label="Days until it expires"
    description={`At most ${API_KEY_MAX_DAYS}. You get an email 14 days and 2 days before, and can extend it.`}
    inputMode="numeric"
    {...props}
  />
);
