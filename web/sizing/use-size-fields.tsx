import { Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import type { SizeFormValues } from './size-form-values.ts';

/** The fields in which figures are typed. */
export type FigureField =
  | 'cm'
  | 'feet'
  | 'inches'
  | 'kg'
  | 'stones'
  | 'pounds'
  | 'chest'
  | 'waist'
  | 'hip'
  | 'neck'
  | 'crotchHeight'
  | 'jeans'
  | 'shirt'
  | 'braBand';

/** What the parts of the form need. */
export interface SizeFieldProps {
  typed: SizeFormValues;
  /** Error messages by field: stature, mass, chest, waist, hip. */
  problems: Readonly<Record<string, string>>;
  onChange: (typed: SizeFormValues) => void;
}

/** Text fields of the form. Errors are shown once a field has lost focus, not during typing. */
export function useSizeFields({ typed, problems, onChange }: SizeFieldProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const errorOf = (field: string, message = problems[field]) => (left.has(field) && problems[field] ? message : undefined);
  const ofField = (name: FigureField, about: string, error?: string | false) => ({
    name,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 8,
    value: typed[name],
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...typed, [name]: event.currentTarget.value, confirmed: [] }),
    onBlur: () => setLeft(new Set([...left, about])),
  });
  /** A field with its own label; `about` is the measure that its errors are reported under. */
  const field = (name: FigureField, label: string, about: string, error = errorOf(about)): ReactNode => (
    <TextInput label={label} {...ofField(name, about, error)} />
  );
  /** A field labelled by the heading above, with its unit inside. */
  const part = (name: FigureField, label: string, unit: string, about: string, error?: string | false): ReactNode => (
    <TextInput
      aria-label={label}
      rightSection={
        <Text span c="dimmed" aria-hidden="true">
          {unit}
        </Text>
      }
      {...ofField(name, about, error)}
    />
  );
  return { errorOf, field, part };
}
