import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { showError } from '#web/ui/feedback/alerts.ts';
import { findIncompleteDays } from '#web/ui/forms/incomplete-day.ts';
import { readDraft, writeDraft } from '#web/ui/forms/use-draft.ts';
import { ApiError } from '../api-error.ts';
import { type EditConflict, findEditConflicts, listChangedFields } from '../optimistic-concurrency.ts';
import { type FieldErrors, toFieldErrors } from './field-errors.ts';

/** What a form sends when it is saved. */
export interface EntityFormInput<V, Proof> {
  values: V;
  /** The fields whose values differ from the saved ones; all fields of a new entity. */
  changed: (keyof V & string)[];
  /** The version that the changes are based on; 0 for a new entity. */
  expectedVersion: number;
  /** The person's proof of identity, after the server has asked for it. */
  proof: Proof | undefined;
}

interface Options<V extends object, Result, Proof> {
  /**
   * Names the draft in which input is kept in this tab until it is saved or discarded; one for each form and entity. Without one,
   * for input that must not stay on the device, the browser asks before the page is left with input that is not saved.
   */
  draftKey?: string;
  /** The values as saved, or those with which a new entity starts. */
  saved: V;
  /** The version of the saved entity, 0 if its call takes none; undefined for a new one. */
  version?: number | undefined;
  /** Checks the values before they are sent; no errors mean that they can be saved. */
  validate?: (values: V) => FieldErrors;
  save: (input: EntityFormInput<V, Proof>) => Promise<Result>;
  onSaved: (result: Result) => unknown;
  /** The version of the entity after it has been saved, for a form that stays open. */
  getVersion?: (result: Result) => number | undefined;
  /** Called in place of saving when nothing has been changed. */
  onUnchanged?: () => void;
  /** Loads the saved values again after an edit conflict, so that `saved` has them, and returns their version. */
  reload?: () => Promise<number | undefined>;
  /** Fields that the server names differently: the server's name, then the field's. */
  serverNames?: Readonly<Record<string, keyof V & string>>;
  /** Reads the proof that is part of the form, if one is needed; null when it is incomplete, so that nothing is sent. */
  readProof?: (form: HTMLFormElement) => Proof | undefined | null;
  /** Handles a refusal in another way than by showing it; returns whether it has. */
  handleError?: (error: ApiError) => boolean;
}

const pick = <V extends object>(values: V, names: readonly (keyof V & string)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>;

/**
 * A form for one entity: values and errors by `@mantine/form`, plus what every form of the portal needs. Input is kept as a draft
 * until it is saved or discarded. The server's errors are shown at their fields, and the first of them is focused. When someone else
 * has saved the same field meanwhile, both values are shown (`conflicts`), and saving again overwrites the other value knowingly.
 * Fields that were not touched follow the saved values.
 */
export function useEntityForm<V extends object, Result, Proof = undefined>(options: Options<V, Result, Proof>) {
  const { draftKey, saved, version } = options;
  const isNew = version === undefined;
  const element = useRef<HTMLFormElement>(null);
  /** The values that count as saved: a field that differs from them has been changed here. */
  const reference = useRef(saved);
  const seen = useRef(saved);
  const [expectedVersion, setExpectedVersion] = useState(version ?? 0);
  const [conflictBase, setConflictBase] = useState<V>();

  const keepDraft = (values: V) => {
    if (draftKey === undefined) return;
    const names = listChangedFields(values, reference.current);
    writeDraft(draftKey, names.length > 0 ? pick(values, names) : undefined);
  };

  const form = useForm<V>({
    initialValues: { ...saved, ...(draftKey !== undefined && readDraft<Partial<V>>(draftKey)) },
    validate: (values) => ({ ...options.validate?.(values), ...findIncompleteDays(values) }),
    onValuesChange: (values) => {
      keepDraft(values);
      for (const name of Object.keys(form.errors)) if (!(name in saved)) form.clearFieldError(name);
    },
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  });
  const { values } = form;

  const setFields = (change: Partial<V>) => {
    for (const [name, value] of Object.entries(change)) form.setFieldValue(name, value as never);
  };

  useEffect(() => {
    const changedElsewhere = listChangedFields(saved, seen.current);
    if (changedElsewhere.length === 0) return;
    seen.current = saved;
    const before = reference.current;
    reference.current = { ...before, ...pick(saved, changedElsewhere) };
    const touched = new Set(listChangedFields(form.getValues(), before));
    setFields(
      pick(
        saved,
        changedElsewhere.filter((name) => !touched.has(name)),
      ),
    );
  });

  function showFieldErrors(errors: FieldErrors) {
    form.setErrors(errors);
    const first = [...Object.keys(saved), ...Object.keys(errors)].find((name) => errors[name]);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  }

  async function showConflict(error: ApiError) {
    const before = reference.current;
    const current = await options.reload?.().catch(() => undefined);
    if (current === undefined) return showError(error);
    setConflictBase(before);
    setExpectedVersion(current);
  }

  const changed = listChangedFields(values, saved);
  useLeaveWarning(draftKey === undefined && changed.length > 0);
  const saving = useMutation({
    mutationFn: async (proof: Proof | undefined) => ({
      sent: values,
      result: await options.save({
        values,
        changed: isNew ? (Object.keys(values) as (keyof V & string)[]) : changed,
        expectedVersion,
        proof,
      }),
    }),
    onSuccess: async ({ sent, result }) => {
      // What has been sent counts as saved, what was typed meanwhile does not. What the server made of it arrives with `saved`.
      reference.current = { ...reference.current, ...sent };
      keepDraft(form.getValues());
      setConflictBase(undefined);
      setExpectedVersion(options.getVersion?.(result) ?? expectedVersion);
      await options.onSaved(result);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showError(error);
      if (options.handleError?.(error)) return;
      showFieldErrors(toFieldErrors(error.errors, saved, options.serverNames));
      if (error.status === 409 && !isNew) await showConflict(error);
      else showError(error);
    },
  });

  function submit() {
    if (saving.isPending) return;
    if (!isNew && changed.length === 0) return options.onUnchanged?.();
    const proof = element.current ? options.readProof?.(element.current) : undefined;
    if (proof !== null) saving.mutate(proof);
  }

  return {
    values,
    errors: form.errors as FieldErrors,
    changed,
    isDirty: changed.length > 0,
    isSaving: saving.isPending,
    /** Why the latest attempt was refused. */
    error: saving.error,
    /** Why the proof of identity was refused; null if none was given yet. */
    proofError: saving.variables === undefined ? null : saving.error,
    conflicts: findEditConflicts(conflictBase, values, saved) as EditConflict<V>[],
    /** Texts that belong to none of the fields. */
    otherErrors: Object.entries(form.errors as FieldErrors).flatMap(([name, text]) => (name in saved ? [] : [text])),
    /** Value, error, name and change handler of a field, for an input. */
    getInputProps: form.getInputProps,
    /** Changes some fields. */
    set: setFields,
    /** Replaces the entered value of a field with the one someone else saved. */
    acceptTheirs: (name: keyof V & string) => setFields(pick(saved, [name])),
    /** Saves with a proof of the person's identity. */
    saveWithProof: (proof: Proof) => saving.mutate(proof),
    /** Restores the saved values and deletes the draft. */
    discard: () => {
      setFields(saved);
      form.clearErrors();
      setConflictBase(undefined);
      if (draftKey !== undefined) writeDraft(draftKey, undefined);
    },
    /** Properties of the `form` element. */
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        // A dialog may have been opened from within another form, to which React would pass the event.
        event.stopPropagation();
        form.onSubmit(submit, (errors) => showFieldErrors(errors as FieldErrors))(event);
      },
    },
  };
}

/** Makes the browser ask before the page is closed or loaded again. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isActive]);
}
