import type { ComponentProps, ReactNode } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { type RecordField, RecordFieldInput } from './record-field.tsx';

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
  reload?: (() => Promise<number | undefined>) | undefined;
  /** Message when the record with this name has been saved. */
  savedMessage: (name: string) => string;
  onClose: () => void;
  /** Further content above the buttons, which may depend on what is entered. */
  children?: ReactNode | ((values: EditableValues) => ReactNode);
  /** In place of the usual buttons, where what is entered decides what they say. */
  buttons?: ((values: EditableValues, usual: UsualButtons) => ReactNode) | undefined;
}

export type UsualButtons = ComponentProps<typeof FormButtons>;

const isNumber = ({ type }: RecordField) => type === 'optionalNumber' || type === 'money';

const toPayloadValue = (field: RecordField, value: EditableValues[string]): PayloadValue =>
  isNumber(field) ? (String(value).trim() === '' ? null : parseNumber(String(value))) : value;

/** The errors that can be found without the server. */
const validate = (fields: readonly RecordField[], values: EditableValues): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { name, label, type, required } = field;
      if (required && isEmpty(values[name])) return [[name, `${label} is required.`]];
      const number = isNumber(field) ? parseNumber(String(values[name] ?? '')) : 0;
      if (Number.isNaN(number)) return [[name, `${label} must be a number, such as 250 or 1,000.50.`]];
      if (type === 'money' && !isWholeMinorUnits(number)) return [[name, `${label} must have at most two decimals.`]];
      return [];
    }),
  );

/** Dialog for adding or editing a record, with the values of other editors when they saved first. */
export function RecordDialog({ fields, saved, version, ...props }: Props) {
  const form = useEntityForm<EditableValues, unknown>({
    draftKey: props.draftKey,
    saved,
    version,
    validate: (values) => validate(fields, values),
    save: ({ values, changed, expectedVersion }) => {
      const payload: RecordPayload = Object.fromEntries(
        changed.map((name) => {
          const field = fields.find((candidate) => candidate.name === name);
          const value = values[name] ?? '';
          return [name, field ? toPayloadValue(field, value) : value];
        }),
      );
      return props.save(version === undefined ? payload : { ...payload, version: expectedVersion });
    },
    onSaved: () => {
      showSuccess(props.savedMessage(String(form.values.name).trim()));
      props.onClose();
    },
    onUnchanged: props.onClose,
    reload: props.reload,
  });
  useRestoreFocus();
  const usual: UsualButtons = {
    isSaving: form.isSaving,
    onCancel: () => {
      form.discard();
      props.onClose();
    },
    children: props.submitLabel,
  };
  const conflicts = form.conflicts.flatMap(({ name, mine, theirs }) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field ? [{ name, label: field.label, mine: formatValue(field, mine), theirs: formatValue(field, theirs) }] : [];
  });

  return (
    <Dialog opened onClose={props.onClose} title={props.title} closeLabel={props.closeLabel} width={520}>
      <StackedForm {...form.formProps}>
        <FormNotices conflicts={conflicts} onUseSaved={form.acceptTheirs} otherErrors={form.otherErrors} />
        {fields.map((field, index) => (
          <RecordFieldInput
            key={field.name}
            field={field}
            value={form.values[field.name] ?? ''}
            error={form.errors[field.name]}
            autoFocus={index === 0}
            onChange={(value) => form.set({ [field.name]: value })}
          />
        ))}
        {typeof props.children === 'function' ? props.children(form.values) : props.children}
        {props.buttons ? props.buttons(form.values, usual) : <FormButtons {...usual} />}
      </StackedForm>
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
