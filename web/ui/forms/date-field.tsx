import { TextInput, type TextInputProps } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { INCOMPLETE_DAY, INCOMPLETE_DAY_ERROR } from './incomplete-day.ts';

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
