import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { listChangedFields } from '#web/app/optimistic-concurrency.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { ConfirmIdentityDialog, needsIdentityProof, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { FormBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { type Customer, emptyPersonForm, type PersonFieldName, type PersonFormValues, toPersonUpdate } from './person-fields.ts';
import { PersonFields } from './person-form-fields.tsx';
import { usePersonChoices } from './use-person-choices.ts';

interface Added {
  person: Customer;
  /** Why the invitation could not be sent. The person has been added all the same. */
  invitationError: string | undefined;
}

async function addPerson(values: PersonFormValues, withInvitation: boolean, proof: IdentityProof | undefined): Promise<Added> {
  const names = listChangedFields(values, emptyPersonForm);
  const { version, ...newPerson } = toPersonUpdate(values, [...new Set<PersonFieldName>([...names, 'roleIds'])], 0);
  const { customers } = await api('POST /api/customers', { body: { customer: { ...newPerson, ...toCallerProof(proof) } } });
  const person = customers[0] as Customer;
  if (!withInvitation) return { person, invitationError: undefined };
  const invitationError = await api('GET /api/sendemailinvite/:id', { params: { id: person.id } }).then(
    ({ success, msg }) => (success ? undefined : (msg ?? 'The invitation could not be sent.')),
    (error: Error) => error.message,
  );
  return { person, invitationError };
}

/** The page for adding a person, and inviting them if requested. */
export function PersonNewPage() {
  const { choices, departmentsOf, listAllocations, isReady } = usePersonChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [withInvitation, setWithInvitation] = useState(true);
  /** The email address that was refused, and the person who has it. */
  const [taken, setTaken] = useState<{ email: string; owner: Customer }>();
  const [isConfirming, setIsConfirming] = useState(false);

  async function findOwner(email: string) {
    // If the email is taken by a person the administrator may see, show who it is.
    const matches = await api('GET /api/customers', { query: { query: email, limit: 5 } }).catch(() => undefined);
    const owner = matches?.customers.find((person) => person.email.toLowerCase() === email);
    if (owner) setTaken({ email, owner });
  }
  const form = useEntityForm<PersonFormValues, Added, IdentityProof>({
    draftKey: 'person.new',
    saved: emptyPersonForm,
    save: ({ values, proof }) => addPerson(values, withInvitation, proof),
    onSaved: async ({ person, invitationError }) => {
      if (invitationError)
        showError(`${formatPersonName(person)} was added but not invited: ${invitationError}`, { persistent: true });
      else showSuccess(`${formatPersonName(person)} added${withInvitation ? ' and invited' : ''}.`, { persistent: true });
      await invalidateCalls(client, 'GET /api/customers', 'GET /api/invitations', 'GET /api/organisationstructure/people');
      await navigate(paths.person(person.id));
    },
    handleError: (error) => {
      const needsProof = needsIdentityProof(error);
      setIsConfirming(needsProof);
      if (error.errors.email) void findOwner(form.values.email.trim().toLowerCase());
      return needsProof;
    },
  });
  const { values } = form;
  const owner = taken && taken.email === values.email.trim().toLowerCase() ? taken.owner : undefined;

  return (
    <>
      <PageHeader title="Add a person" above={<BackLink to={paths.people()}>People</BackLink>}>
        Name and email address are enough. You can add the rest later.
      </PageHeader>
      {isReady ? (
        <StackedForm {...form.formProps} aria-label="New person">
          <FormNotices otherErrors={form.otherErrors} />
          {owner && (
            <Notice tone="warning" role="status">
              <Link to={paths.person(owner.id)}>{formatPersonName(owner)}</Link> has this email address.
            </Notice>
          )}
          <PersonFields
            values={values}
            set={form.set}
            errors={form.errors}
            choices={{
              ...choices,
              departments: departmentsOf(values.organisationResortId) ?? [],
              allocationTypeId: listAllocations(values),
            }}
            canEditAccess
            seasonPlaceholder="The current season"
          />
          <FormBar>
            <Checkbox name="invite" checked={withInvitation} onChange={setWithInvitation}>
              Send the invitation now
            </Checkbox>
            <Button type="submit" loading={form.isSaving}>
              Add person
            </Button>
          </FormBar>
        </StackedForm>
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
        isPending={form.isSaving}
        error={form.proofError}
        onConfirm={form.saveWithProof}
      >
        The new person will administer others or approve orders. Please enter your own password to add them.
      </ConfirmIdentityDialog>
    </>
  );
}
