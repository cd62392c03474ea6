import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api, apiQuery, refresh } from '../api.ts';
import { ApiError } from '../api-error.ts';
import type { Profile } from '../hooks/profile.ts';
import { useTwoEditors } from '../hooks/two-editors.ts';
import { showError, showSuccess } from '../ui/alerts.ts';
import { Conflicts } from '../ui/conflicts.tsx';
import { useDraft } from '../ui/draft.ts';
import { Notice } from '../ui/notice.tsx';
import {
  type Choices,
  type Customer,
  type FieldName,
  inWords,
  labels,
  maySetAccess,
  savedOf,
  type Typed,
  toSent,
} from './person-fields.ts';
import { PersonFields } from './person-form-fields.tsx';
import css from './person-page.module.css';

interface Props {
  person: Customer;
  caller: Profile;
  choices: Choices;
  departmentsOf: (resortId: number) => Choices['departments'];
}

/** Everything that an administrator says of a person, saved together; what two change at once is shown with both values. */
export function PersonForm({ person, caller, choices, departmentsOf }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const edit = useTwoEditors<Typed>(savedOf(person), person.version, useDraft<Partial<Typed>>(`person.${person.id}`));
  const { typed, changed } = edit;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const mayAccess = maySetAccess(caller, person);
  const departments = departmentsOf(typed.organisationResortId) ?? [];
  const known: Choices = { ...choices, departments };
  const query = apiQuery('GET /api/customers/:id', { params: { id: person.id } });

  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/customers/:id', {
        params: { id: person.id },
        body: { customer: toSent(typed, changed, edit.seen) },
      }),
    onSuccess: async ({ customers }) => {
      edit.finish(customers[0]?.version ?? edit.seen);
      client.setQueryData(query.queryKey, { customers });
      showSuccess(`${typed.firstName} ${typed.lastName} is saved.`);
      await refresh(client, 'GET /api/customers', 'GET /api/customers/:id/history', 'GET /api/organisationstructure/people');
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showError(error);
      const found = Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? '']));
      setErrors(found);
      const first = Object.keys(labels).find((name) => found[name]);
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      if (error.status !== 409) return showError(error);
      const now = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
      const version = now?.customers[0]?.version;
      if (version === undefined) showError(error);
      else edit.meet(version);
    },
  });
  const set = (change: Partial<Typed>) => {
    setErrors({});
    edit.set(change);
  };
  const conflicts = edit.conflicts.map(({ name, mine, theirs }) => ({
    name,
    label: labels[name as FieldName],
    mine: inWords(name as FieldName, mine, known),
    theirs: inWords(name as FieldName, theirs, known),
  }));
  const unplaced = Object.entries(errors).filter(([name]) => !(name in labels));

  return (
    <form
      ref={form}
      noValidate
      className={css.stack}
      aria-label="The person"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (changed.length > 0) save.mutate();
      }}
    >
      {conflicts.length > 0 ? (
        <Conflicts conflicts={conflicts} onTake={(name) => edit.take(name as FieldName)} />
      ) : (
        unplaced.length > 0 && (
          <Notice tone="danger" role="alert">
            {unplaced.map(([, sentence]) => sentence).join(' ')}
          </Notice>
        )
      )}
      <PersonFields typed={typed} set={set} errors={errors} choices={known} mayAccess={mayAccess}>
        {!mayAccess && (
          <p className={css.note}>
            {caller.id === person.id
              ? 'Nobody changes their own email, roles and rights here; another administrator can.'
              : 'Email, roles and rights of this person are changed by an administrator of all their groups.'}
          </p>
        )}
      </PersonFields>
      <div className={css.bar}>
        <Button type="submit" loading={save.isPending} disabled={changed.length === 0} aria-describedby="person-saved">
          Save
        </Button>
        {changed.length > 0 && (
          <Button variant="default" disabled={save.isPending} onClick={() => edit.undo()}>
            Undo changes
          </Button>
        )}
        <p className={css.note} id="person-saved">
          {changed.length === 0 ? 'Everything is saved.' : 'Not saved yet. What you typed is kept in this tab.'}
        </p>
      </div>
    </form>
  );
}
