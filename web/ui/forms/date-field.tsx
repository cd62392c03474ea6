import { TextInput, type TextInputProps } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

/**
 * The value of a date field of which only a part has been entered, such as day and month. The browser says that such a field is empty, so that what was
 * typed would be dropped without a word. It is no day: a form that does not refuse it is refused by the server.
 */
export const INCOMPLETE_DAY = 'incomplete';

/** What is wrong with a date of which a part is missing. */
export const INCOMPLETE_DAY_ERROR = 'Enter day, month and year, or leave the field empty.';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  /** A day such as 2026-03-12, an empty text, or `INCOMPLETE_DAY`. */
  value?: string | undefined;
  /** Called with a day, an empty text or `INCOMPLETE_DAY`. */
  onChange?: (day: string) => void;
}

/** An input for a day. Once it is left with a part missing, it says so; forms refuse `INCOMPLETE_DAY`, as `useEntityForm` does for all of its fields. */
export function DateField({ value = '', onChange, onBlur, error, ...rest }: Props) {
  // The parts are gone when a draft is restored, or a form is opened again: the error stays until the field has been visited.
  const [isLeft, setIsLeft] = useState(value === INCOMPLETE_DAY);
  // Parts that are typed into an empty field raise no event of their own until the date is whole.
  const [isPartial, setIsPartial] = useState(value === INCOMPLETE_DAY);

  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const day = currentTarget.validity.badInput ? INCOMPLETE_DAY : currentTarget.value;
    setIsPartial(day === INCOMPLETE_DAY);
    if (day !== value) onChange?.(day);
  };

  return (
    <TextInput
      {...rest}
      type="date"
      value={value === INCOMPLETE_DAY ? '' : value}
      error={error ?? (isLeft && isPartial ? INCOMPLETE_DAY_ERROR : undefined)}
      onChange={read}
      onKeyUp={read}
      onFocus={() => setIsLeft(false)}
      onBlur={(event) => {
        read(event);
        setIsLeft(true);
        onBlur?.(event);
      }}
    />
  );
}

/** An error for each field whose day is not whole. */
export const findIncompleteDays = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === INCOMPLETE_DAY ? [[name, INCOMPLETE_DAY_ERROR]] : [])),
  );
