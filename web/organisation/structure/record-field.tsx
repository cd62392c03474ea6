import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import css from './structure.module.css';

/** A field of the form for a record. */
export interface RecordField {
  name: string;
  label: string;
  hint?: string;
  /** `number` sends 0 when it is empty; `optionalNumber` and `money` send null, and their value in the form is a text. */
  type: 'text' | 'longText' | 'number' | 'optionalNumber' | 'money' | 'day' | 'flag' | 'choice' | 'choices' | 'picture';
  required?: boolean;
  /** Of choices: their values and labels. The values of several `choices` are numbers. Of pictures: addresses and names. */
  options?: readonly { value: string | number; label: string }[];
  /** Explains the selected choice. */
  describe?: (value: EditableValues[string]) => string | undefined;
}

interface FieldProps {
  field: RecordField;
  value: EditableValues[string];
  error: string | undefined;
  autoFocus: boolean;
  onChange: (value: EditableValues[string]) => void;
}

/** The input of a field. */
export function RecordFieldInput({ field, value, error, autoFocus, onChange }: FieldProps) {
  const { name, label, hint, type, required = false, options = [] } = field;
  if (type === 'flag')
    return (
      <div>
        <Checkbox name={name} checked={value === true} error={error} onChange={onChange}>
          {label}
        </Checkbox>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
    );
  if (type === 'choice')
    return (
      <NativeSelect
        name={name}
        label={label}
        description={field.describe?.(value) ?? hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={<DownIcon size={16} />}
        value={String(value)}
        error={error}
        data={options.map((option) => ({ value: String(option.value), label: option.label }))}
        onChange={({ currentTarget }) =>
          onChange(options.find((option) => String(option.value) === currentTarget.value)?.value ?? '')
        }
      />
    );
  if (type === 'choices') {
    const chosen = value as readonly number[];
    return (
      <Stack component="fieldset" gap={6}>
        <Text component="legend" fw={500}>
          {label}
        </Text>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            checked={chosen.includes(Number(option.value))}
            onChange={(isChosen) =>
              onChange(
                options.map((one) => Number(one.value)).filter((id) => (id === option.value ? isChosen : chosen.includes(id))),
              )
            }
          >
            {option.label}
          </Checkbox>
        ))}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    );
  }
  if (type === 'picture') return <PictureField field={field} value={String(value)} error={error} onChange={onChange} />;
  if (type === 'longText')
    return (
      <Textarea
        name={name}
        label={label}
        description={hint}
        rows={3}
        maxLength={2000}
        value={String(value)}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (type === 'day')
    return (
      <DateField
        name={name}
        label={label}
        description={hint}
        withAsterisk={required}
        aria-required={required}
        value={String(value)}
        error={error}
        autoFocus={autoFocus}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      type={type === 'number' ? 'number' : 'text'}
      inputMode={type === 'optionalNumber' || type === 'money' ? 'decimal' : undefined}
      name={name}
      label={label}
      description={hint}
      maxLength={type === 'text' ? 100 : undefined}
      min={type === 'number' ? 0 : undefined}
      withAsterisk={required}
      aria-required={required}
      data-autofocus={autoFocus || undefined}
      value={String(value)}
      error={error}
      onChange={({ currentTarget }) => onChange(type === 'number' ? Number(currentTarget.value) : currentTarget.value)}
    />
  );
}

type PictureFieldProps = Omit<FieldProps, 'autoFocus' | 'value'> & { value: string };

/** The pictures to choose from, and a field for the address of another one. */
function PictureField({ field: { name, label, hint, options = [] }, value, error, onChange }: PictureFieldProps) {
  const choices = [{ value: '', label: 'No picture' }, ...options];
  return (
    <Stack component="fieldset" gap={6}>
      <Text component="legend" fw={500}>
        {label}
      </Text>
      {options.length > 0 && (
        <div className={css.pictures}>
          {choices.map((option) => (
            <label key={option.value} className={css.picture}>
              <input
                type="radio"
                name={`${name}-choice`}
                checked={value === option.value}
                onChange={() => onChange(String(option.value))}
              />
              <Picture src={String(option.value) || null} alt="" size={64} />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      )}
      <TextInput
        name={name}
        label="Address of the picture"
        description={hint}
        maxLength={500}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Stack>
  );
}
