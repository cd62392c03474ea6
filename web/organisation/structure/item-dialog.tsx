import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { type EditableValues, useEditConflicts } from '#web/app/optimistic-concurrency.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { type ItemField, type ItemPayload, invalidateItems, type StructureItem, type StructureItemKind } from './item-kinds.ts';
import css from './structure.module.css';

interface Props {
  kind: StructureItemKind;
  /** The item to edit; a new one is added without. */
  item?: StructureItem;
  onClose: () => void;
}

/** Dialog for adding or editing an item. The input is kept as a draft until it is saved or cancelled. */
export function ItemDialog({ kind, item, onClose }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const saved = item?.values ?? kind.initialValues;
  const edit = useEditConflicts<EditableValues>(
    saved,
    item?.version ?? 0,
    useDraft<Partial<EditableValues>>(`structure.${kind.slug}.${item?.id ?? 'new'}`),
  );
  const { values, changed } = edit;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const areas = useQuery({
    ...apiQuery('GET /api/organisationbusinessareas'),
    enabled: kind.fields.some(({ type }) => type === 'area'),
  }).data?.organisationBusinessAreas;
  const fields = kind.fields.filter(({ appliesTo }) => appliesTo?.(item) ?? true);
  useRestoreFocus();

  const formatValue = (field: ItemField, value: unknown): string => {
    if (field.type === 'flag') return value === true ? 'yes' : 'no';
    if (field.type === 'day') return formatDate(String(value));
    if (field.type === 'area') return areas?.find(({ id }) => id === value)?.name ?? '';
    return String(value);
  };
  const showFieldErrors = (fieldErrors: Record<string, string>) => {
    setErrors(fieldErrors);
    const first = fields.find(({ name }) => fieldErrors[name])?.name;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };
  const save = useMutation({
    mutationFn: () => {
      const payload = Object.fromEntries(
        (item ? changed : Object.keys(values)).map((name) => [name, values[name]]),
      ) as ItemPayload;
      return kind.save(item?.id, item ? { ...payload, version: edit.expectedVersion } : payload);
    },
    onSuccess: () => {
      edit.markSaved(0);
      showSuccess(`“${String(values.name).trim()}” ${item ? 'saved' : 'added'}.`);
      onClose();
      return invalidateItems(client, kind);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showError(error);
      showFieldErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? ''])));
      if (error.status !== 409 || !item) return showError(error);
      const current = await client
        .fetchQuery({ queryKey: kind.query.queryKey, queryFn: kind.query.load, staleTime: 0 })
        .catch(() => undefined);
      const version = current?.find(({ id }) => id === item.id)?.version;
      if (version === undefined) showError(error);
      else edit.showConflict(version);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = fields.filter(({ name, required }) => required && String(values[name] ?? '').trim() === '');
    if (missing.length > 0)
      showFieldErrors(Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is required.`])));
    else if (item && changed.length === 0) onClose();
    else save.mutate();
  }
  const set = (name: string, value: string | number | boolean) => {
    edit.set({ [name]: value });
    setErrors(({ [name]: _, ...others }) => others);
  };
  const otherErrors = Object.entries(errors).filter(([name]) => !fields.some((field) => field.name === name));
  const conflicts = edit.conflicts.flatMap(({ name, mine, theirs }) => {
    const field = kind.fields.find((candidate) => candidate.name === name);
    return field ? [{ name, label: field.label, mine: formatValue(field, mine), theirs: formatValue(field, theirs) }] : [];
  });

  return (
    <Dialog
      opened
      onClose={onClose}
      title={item ? `Edit ${item.name}` : `New ${kind.singular}`}
      closeLabel={`Close ${kind.singular}`}
      width={520}
    >
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
            areas={areas ?? []}
            autoFocus={index === 0}
            onChange={(value) => set(field.name, value)}
          />
        ))}
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={save.isPending}>
            {`${item ? 'Save' : 'Add'} ${kind.singular}`}
          </Button>
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => {
              edit.discard();
              onClose();
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** When the dialog closes, returns the focus to the element that opened it. */
export function useRestoreFocus(): void {
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => opener?.focus(), [opener]);
}

interface FieldProps {
  field: ItemField;
  value: EditableValues[string];
  error: string | undefined;
  areas: readonly { id: number; name: string }[];
  autoFocus: boolean;
  onChange: (value: string | number | boolean) => void;
}

function Field({ field, value, error, areas, autoFocus, onChange }: FieldProps) {
  const { name, label, hint, type, required = false } = field;
  if (type === 'flag')
    return (
      <div>
        <Checkbox name={name} checked={value === true} error={error} onChange={onChange}>
          {label}
        </Checkbox>
        {hint && <p className={css.muted}>{hint}</p>}
      </div>
    );
  if (type === 'area')
    return (
      <NativeSelect
        name={name}
        label={label}
        rightSection={<DownIcon size={16} />}
        value={String(value)}
        error={error}
        data={[{ value: '0', label: 'None' }, ...areas.map((area) => ({ value: String(area.id), label: area.name }))]}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    );
  return (
    <TextInput
      type={type === 'day' ? 'date' : type}
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
