import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { ConfirmIdentityDialog, needsIdentityProof, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import {
  type Customer,
  emptyPersonForm,
  type PersonFieldName,
  type PersonFormValues,
  personFieldLabels,
  toPersonUpdate,
} from './person-fields.ts';
import { PersonFields } from './person-form-fields.tsx';
import css from './person-page.module.css';
import { usePersonChoices } from './use-person-choices.ts';

/** The page for adding a person, and inviting them if requested. */
export function PersonNewPage() {
  const { choices, departmentsOf, listAllocations, isReady } = usePersonChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, saveDraft] = useDraft<Partial<PersonFormValues>>('person.new');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [withInvitation, setWithInvitation] = useState(true);
  const [owner, setOwner] = useState<Customer>();
  const [isConfirming, setIsConfirming] = useState(false);
  const values: PersonFormValues = { ...emptyPersonForm, ...draft };

  const add = useMutation({
    mutationFn: async (proof?: IdentityProof) => {
      const names = (Object.keys(emptyPersonForm) as PersonFieldName[]).filter(
        (name) => String(values[name]) !== String(emptyPersonForm[name]),
      );
      const { version, ...newPerson } = toPersonUpdate(values, [...new Set<PersonFieldName>([...names, 'roleIds'])], 0);
      const { customers } = await api('POST /api/customers', { body: { customer: { ...newPerson, ...toCallerProof(proof) } } });
      const person = customers[0] as Customer;
      if (!withInvitation) return { person, invitationError: undefined };
      // The person has been added even if the invitation fails.
      const invitationError = await api('GET /api/sendemailinvite/:id', { params: { id: person.id } }).then(
        ({ success, msg }) => (success ? undefined : (msg ?? 'The invitation could not be sent.')),
        (error: Error) => error.message,
      );
      return { person, invitationError };
    },
    onSuccess: async ({ person, invitationError }) => {
      saveDraft(undefined);
      if (invitationError)
        showError(`${formatPersonName(person)} was added but not invited: ${invitationError}`, { persistent: true });
      else showSuccess(`${formatPersonName(person)} added${withInvitation ? ' and invited' : ''}.`, { persistent: true });
      await invalidateCalls(client, 'GET /api/customers', 'GET /api/invitations', 'GET /api/organisationstructure/people');
      await navigate(paths.person(person.id));
    },
    onError: async (error) => {
      if (needsIdentityProof(error)) return setIsConfirming(true);
      setIsConfirming(false);
      showError(error);
      if (!(error instanceof ApiError)) return;
      const fieldErrors = Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? '']));
      setErrors(fieldErrors);
      const first = Object.keys(personFieldLabels).find((name) => fieldErrors[name]);
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      if (!fieldErrors.email) return;
      // If the email is taken by a person the administrator may see, show who it is.
      const email = values.email.trim().toLowerCase();
      const matches = await api('GET /api/customers', { query: { query: email, limit: 5 } }).catch(() => undefined);
      setOwner(matches?.customers.find((person) => person.email.toLowerCase() === email));
    },
  });
  const set = (change: Partial<PersonFormValues>) => {
    setErrors({});
    setOwner(undefined);
    saveDraft({ ...draft, ...change });
  };
  const otherErrors = Object.entries(errors).filter(([name]) => !(name in personFieldLabels));

  return (
    <>
      <PageHeader title="Add a person" above={<BackLink to={paths.people()}>People</BackLink>}>
        Name and email address are enough. You can add the rest later.
      </PageHeader>
      {isReady ? (
        <form
          ref={form}
          noValidate
          className={css.stack}
          aria-label="New person"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (!add.isPending) add.mutate(undefined);
          }}
        >
          {otherErrors.length > 0 && (
            <Notice tone="danger" role="alert">
              {otherErrors.map(([, message]) => message).join(' ')}
            </Notice>
          )}
          {owner && (
            <Notice tone="warning" role="status">
              <Link to={paths.person(owner.id)}>{formatPersonName(owner)}</Link> has this email address.
            </Notice>
          )}
          <PersonFields
            values={values}
            set={set}
            errors={errors}
            choices={{
              ...choices,
              departments: departmentsOf(values.organisationResortId) ?? [],
              allocationTypeId: listAllocations(values),
            }}
            canEditAccess
            seasonPlaceholder="The current season"
          />
          <div className={css.bar}>
            <Checkbox name="invite" checked={withInvitation} onChange={setWithInvitation}>
              Send the invitation now
            </Checkbox>
            <Button type="submit" loading={add.isPending}>
              Add person
            </Button>
          </div>
        </form>
      ) : (
        <Card flush>
          <PageLoading label="Loading the form">
            <SkeletonRows rows={6} height={72} />
          </PageLoading>
        </Card>
      )}
      <ConfirmIdentityDialog
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        isPending={add.isPending}
        error={add.variables ? add.error : null}
        onConfirm={(proof) => add.mutate(proof)}
      >
        The new person will administer others or approve orders. Please enter your own password to add them.
      </ConfirmIdentityDialog>
    </>
  );
}
