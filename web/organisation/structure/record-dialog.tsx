import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { type EditableValues, useEditConflicts } from '#web/app/optimistic-concurrency.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { parseNumber } from '#web/ui/forms/parse-number.ts';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import css from './structure.module.css';

/** A field of the form for a record. */
export interface RecordField {
  name: string;
  label: string;
  hint?: string;
  /** `number` sends 0 when it is empty; `optionalNumber` sends null, and its value in the form is a text. */
  type: 'text' | 'longText' | 'number' | 'optionalNumber' | 'day' | 'flag' | 'choice' | 'choices' | 'picture';
  required?: boolean;
  /** Of choices: their values and labels. The values of several `choices` are numbers. Of pictures: addresses and names. */
  options?: readonly { value: string | number; label: string }[];
  /** Explains the selected choice. */
  describe?: (value: EditableValues[string]) => string | undefined;
}

type PayloadValue = EditableValues[string] | null;
/** The body of a save: the changed fields, and the version they are based on. */
export type RecordPayload = { version?: number } & Record<string, PayloadValue | undefined>;

interface Props {
  title: string;
  closeLabel: string;
  submitLabel: string;
  /** Names the draft in which the input is kept until it is saved or cancelled. */
  draftKey: string;
  fields: readonly RecordField[];
  /** Values of the form as saved, or those of a new record. */
  saved: EditableValues;
  /** Version of the record; a new one has none. */
  version?: number;
  save: (payload: RecordPayload) => Promise<unknown>;
  /** Loads the saved values again after a conflict and returns their version. */
  reload?: () => Promise<number | undefined>;
  /** Message when the record with this name has been saved. */
  savedMessage: (name: string) => string;
  onClose: () => void;
  /** Further content above the buttons. */
  children?: ReactNode;
}

const toPayloadValue = ({ type }: RecordField, value: EditableValues[string]): PayloadValue =>
  type === 'optionalNumber' ? (String(value).trim() === '' ? null : parseNumber(String(value))) : value;

/** Dialog for adding or editing a record, with the values of other editors when they saved first. */
export function RecordDialog({ fields, saved, version, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const isNew = version === undefined;
  const edit = useEditConflicts<EditableValues>(saved, version ?? 0, useDraft<Partial<EditableValues>>(props.draftKey));
  const { values, changed } = edit;
  const [errors, setErrors] = useState<Record<string, string>>({});
  useRestoreFocus();

  const showFieldErrors = (fieldErrors: Record<string, string>) => {
    setErrors(fieldErrors);
    const first = fields.find(({ name }) => fieldErrors[name])?.name;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };
  const save = useMutation({
    mutationFn: () => {
      const names = isNew ? Object.keys(values) : changed;
      const payload: RecordPayload = Object.fromEntries(
        names.map((name) => {
          const field = fields.find((candidate) => candidate.name === name);
          const value = values[name] ?? '';
          return [name, field ? toPayloadValue(field, value) : value];
        }),
      );
      return props.save(isNew ? payload : { ...payload, version: edit.expectedVersion });
    },
    onSuccess: () => {
      edit.markSaved(0);
      showSuccess(props.savedMessage(String(values.name).trim()));
      props.onClose();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showError(error);
      showFieldErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? ''])));
      if (error.status !== 409 || isNew) return showError(error);
      const current = await props.reload?.().catch(() => undefined);
      if (current === undefined) return showError(error);
      edit.showConflict(current);
      // The form may be longer than the screen, and its buttons are at the other end.
      requestAnimationFrame(() => form.current?.firstElementChild?.scrollIntoView({ block: 'center' }));
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = fields.filter(({ name, required }) => required && isEmpty(values[name]));
    const wrong = fields.filter(
      ({ name, type }) => type === 'optionalNumber' && Number.isNaN(parseNumber(String(values[name] ?? ''))),
    );
    if (missing.length + wrong.length > 0)
      showFieldErrors(
        Object.fromEntries([
          ...wrong.map(({ name, label }) => [name, `${label} must be a number, such as 250 or 1,000.50.`]),
          ...missing.map(({ name, label }) => [name, `${label} is required.`]),
        ]),
      );
    else if (!isNew && changed.length === 0) props.onClose();
    else save.mutate();
  }
  const set = (name: string, value: EditableValues[string]) => {
    edit.set({ [name]: value });
    setErrors(({ [name]: _, ...others }) => others);
  };
  const otherErrors = Object.entries(errors).filter(([name]) => !fields.some((field) => field.name === name));
  const conflicts = edit.conflicts.flatMap(({ name, mine, theirs }) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field ? [{ name, label: field.label, mine: formatValue(field, mine), theirs: formatValue(field, theirs) }] : [];
  });

  return (
    <Dialog opened onClose={props.onClose} title={props.title} closeLabel={props.closeLabel} width={520}>
      <form ref={form} noValidate className={css.form} onSubmit={submit}>
        {conflicts.length > 0 ? (
          <EditConflicts conflicts={conflicts} onUseSaved={(name) => edit.acceptTheirs(name)} />
        ) : (
          otherErrors.length > 0 && (
            <Notice tone="danger" role="alert">
              {otherErrors.map(([, message]) => message).join(' ')}
            </Notice>
          )
        )}
        {fields.map((field, index) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            autoFocus={index === 0}
            onChange={(value) => set(field.name, value)}
          />
        ))}
        {props.children}
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={save.isPending}>
            {props.submitLabel}
          </Button>
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => {
              edit.discard();
              props.onClose();
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const isEmpty = (value: EditableValues[string] | undefined) =>
  Array.isArray(value) ? value.length === 0 : String(value ?? '').trim() === '';

const formatValue = ({ type, options = [] }: RecordField, value: unknown): string => {
  const labelOf = (one: unknown) => options.find((option) => option.value === one)?.label ?? '';
  if (type === 'flag') return value === true ? 'yes' : 'no';
  if (type === 'day') return formatDate(String(value));
  if (type === 'choice' || type === 'picture') return labelOf(value);
  if (type === 'choices') return (value as readonly number[]).map(labelOf).join(', ');
  return String(value);
};

/** When the dialog closes, returns the focus to the element that opened it. */
export function useRestoreFocus(): void {
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => opener?.focus(), [opener]);
}

interface FieldProps {
  field: RecordField;
  value: EditableValues[string];
  error: string | undefined;
  autoFocus: boolean;
  onChange: (value: EditableValues[string]) => void;
}

function Field({ field, value, error, autoFocus, onChange }: FieldProps) {
  const { name, label, hint, type, required = false, options = [] } = field;
  if (type === 'flag')
    return (
      <div>
        <Checkbox name={name} checked={value === true} error={error} onChange={onChange}>
          {label}
        </Checkbox>
        {hint && <p className={css.muted}>{hint}</p>}
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
      <fieldset className={css.fieldset}>
        <legend>{label}</legend>
        {hint && <p className={css.muted}>{hint}</p>}
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
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
      </fieldset>
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
  return (
    <TextInput
      type={type === 'day' ? 'date' : type === 'number' ? 'number' : 'text'}
      inputMode={type === 'optionalNumber' ? 'decimal' : undefined}
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
    <fieldset className={css.fieldset}>
      <legend>{label}</legend>
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
    </fieldset>
  );
}
