import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useEditConflicts } from '#web/app/optimistic-concurrency.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { EmailAddress } from '#web/identity/emails/email-address.tsx';
import { ConfirmIdentityDialog, needsIdentityProof, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { EntitlementPreview, previewQueryOptions } from '../entitlement-preview.tsx';
import {
  type Customer,
  canSetAccess,
  formatPersonField,
  type PersonChoices,
  type PersonFieldName,
  type PersonFormValues,
  personFieldLabels,
  toPersonFormValues,
  toPersonUpdate,
} from './person-fields.ts';
import { PersonFields } from './person-form-fields.tsx';
import css from './person-page.module.css';
import type { usePersonChoices } from './use-person-choices.ts';

interface Props extends Pick<ReturnType<typeof usePersonChoices>, 'choices' | 'departmentsOf' | 'listAllocations'> {
  person: Customer;
  caller: Profile;
}

/** Fields of which a change is previewed: they decide what the person is owed. */
const PREVIEWED: readonly PersonFieldName[] = ['organisationSeasons', 'organisationCollections', 'allocationTypeId'];

const toProgramme = ({
  organisationGroupIds,
  organisationSeasons,
  organisationCollections,
  allocationTypeId,
}: PersonFormValues) => ({
  organisationGroupIds: [...organisationGroupIds],
  organisationSeasons: [...organisationSeasons],
  organisationCollections: [...organisationCollections],
  allocationTypeId,
});

/** The form of all editable fields of a person. Edit conflicts are shown with both values. */
export function PersonForm({ person, caller, choices, departmentsOf, listAllocations }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const edit = useEditConflicts<PersonFormValues>(
    toPersonFormValues(person),
    person.version,
    useDraft<Partial<PersonFormValues>>(`person.${person.id}`),
  );
  const { values, changed } = edit;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isConfirming, setIsConfirming] = useState(false);
  const canEditAccess = canSetAccess(caller, person);
  const departments = departmentsOf(values.organisationResortId) ?? [];
  const allChoices: PersonChoices = { ...choices, departments };
  const query = apiQuery('GET /api/customers/:id', { params: { id: person.id } });
  const isPreviewed = changed.some((name) => PREVIEWED.includes(name));
  const preview = useQuery({
    ...apiQuery('POST /api/customers/:id/entitlementpreview', { params: { id: person.id }, body: toProgramme(values) }),
    ...previewQueryOptions,
    enabled: isPreviewed,
  });

  const save = useMutation({
    mutationFn: (proof?: IdentityProof) =>
      api('PUT /api/customers/:id', {
        params: { id: person.id },
        body: { customer: { ...toPersonUpdate(values, changed, edit.expectedVersion), ...toCallerProof(proof) } },
      }),
    onSuccess: async ({ customers }) => {
      setIsConfirming(false);
      edit.markSaved(customers[0]?.version ?? edit.expectedVersion);
      client.setQueryData(query.queryKey, { customers });
      showSuccess(`${values.firstName} ${values.lastName} saved.`);
      await invalidateCalls(
        client,
        'GET /api/customers',
        'GET /api/customers/:id/history',
        'GET /api/organisationstructure/people',
        'GET /api/entitlement/statement',
      );
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showError(error);
      if (needsIdentityProof(error)) return setIsConfirming(true);
      setIsConfirming(false);
      const fieldErrors = Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? '']));
      setErrors(fieldErrors);
      const first = Object.keys(personFieldLabels).find((name) => fieldErrors[name]);
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      if (error.status !== 409) return showError(error);
      const current = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
      const version = current?.customers[0]?.version;
      if (version === undefined) showError(error);
      else edit.showConflict(version);
    },
  });
  const set = (change: Partial<PersonFormValues>) => {
    setErrors({});
    edit.set(change);
  };
  const conflicts = edit.conflicts.map(({ name, mine, theirs }) => ({
    name,
    label: personFieldLabels[name as PersonFieldName],
    mine: formatPersonField(name as PersonFieldName, mine, allChoices),
    theirs: formatPersonField(name as PersonFieldName, theirs, allChoices),
  }));
  const otherErrors = Object.entries(errors).filter(([name]) => !(name in personFieldLabels));

  return (
    <>
      <form
        ref={form}
        noValidate
        className={css.stack}
        aria-label="Person details"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (changed.length > 0) save.mutate(undefined);
        }}
      >
        {conflicts.length > 0 ? (
          <EditConflicts conflicts={conflicts} onUseSaved={(name) => edit.acceptTheirs(name as PersonFieldName)} />
        ) : (
          otherErrors.length > 0 && (
            <Notice tone="danger" role="alert">
              {otherErrors.map(([, message]) => message).join(' ')}
            </Notice>
          )
        )}
        <PersonFields
          values={values}
          set={set}
          errors={errors}
          choices={{ ...allChoices, allocationTypeId: listAllocations(values) }}
          canEditAccess={canEditAccess}
          programmePreview={
            isPreviewed && <EntitlementPreview name={person.firstName} preview={preview.data?.preview} error={preview.error} />
          }
          emailField={<EmailAddress person={person} canChange={canEditAccess} />}
        >
          {!canEditAccess && (
            <p className={css.note}>
              {caller.id === person.id
                ? 'You can’t change your own roles and permissions. Another administrator can. You can change your email address in your profile.'
                : 'Only an administrator of all this person’s groups can change their email, roles and permissions.'}
            </p>
          )}
        </PersonFields>
        <div className={css.bar}>
          <Button type="submit" loading={save.isPending} disabled={changed.length === 0} aria-describedby="person-saved">
            Save person
          </Button>
          {changed.length > 0 && (
            <Button variant="default" disabled={save.isPending} onClick={() => edit.discard()}>
              Discard changes
            </Button>
          )}
          <p className={css.note} id="person-saved">
            {changed.length === 0 ? 'All changes saved.' : 'Not saved yet. Your changes are kept in this tab.'}
          </p>
        </div>
      </form>
      <ConfirmIdentityDialog
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        isPending={save.isPending}
        error={save.variables ? save.error : null}
        onConfirm={(proof) => save.mutate(proof)}
      >
        This change lets {values.firstName} administer others or approve orders. Please enter your own password to save it.
      </ConfirmIdentityDialog>
    </>
  );
}
