import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { EmailAddress } from '#web/identity/emails/email-address.tsx';
import { ConfirmIdentityDialog, needsIdentityProof, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
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
import type { usePersonChoices } from './use-person-choices.ts';

interface Props extends Pick<ReturnType<typeof usePersonChoices>, 'choices' | 'departmentsOf' | 'listAllocations'> {
  person: Customer;
  caller: Profile;
  /** Called once everything has been saved and nothing was typed meanwhile. */
  onDone?: () => void;
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
export function PersonForm({ person, caller, onDone, choices, departmentsOf, listAllocations }: Props) {
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const [savedVersion, setSavedVersion] = useState<number>();
  const [moveOrdered, setMoveOrdered] = useState(false);
  const query = apiQuery('GET /api/customers/:id', { params: { id: person.id } });
  const form = useEntityForm<PersonFormValues, ReplyOf<'PUT /api/customers/:id'>, IdentityProof>({
    draftKey: `person.${person.id}`,
    saved: toPersonFormValues(person),
    version: person.version,
    save: ({ values, changed, expectedVersion, proof }) =>
      api('PUT /api/customers/:id', {
        params: { id: person.id },
        body: {
          customer: {
            ...toPersonUpdate(values, changed, expectedVersion),
            ...(moveOrdered && changed.includes('organisationCollections') && { moveOrdered }),
            ...toCallerProof(proof),
          },
        },
      }),
    getVersion: ({ customers }) => customers[0]?.version,
    onSaved: ({ customers }) => {
      setIsConfirming(false);
      setSavedVersion(customers[0]?.version);
      setMoveOrdered(false);
      client.setQueryData(query.queryKey, { customers });
      showSuccess(`${form.values.firstName} ${form.values.lastName} saved.`, { persistent: onDone !== undefined });
      return invalidateCalls(
        client,
        'GET /api/customers',
        'GET /api/customers/:id/history',
        'GET /api/organisationstructure/people',
        'GET /api/entitlement/statement',
      );
    },
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).customers[0]?.version,
    handleError: (error) => {
      const needsProof = needsIdentityProof(error);
      setIsConfirming(needsProof);
      return needsProof;
    },
  });
  const { values, changed } = form;
  const isDone = savedVersion !== undefined && person.version >= savedVersion && changed.length === 0;
  useEffect(() => {
    if (isDone) onDone?.();
  });
  const canEditAccess = canSetAccess(caller, person);
  const allChoices: PersonChoices = { ...choices, departments: departmentsOf(values.organisationResortId) ?? [] };
  const isPreviewed = changed.some((name) => PREVIEWED.includes(name));
  const preview = useQuery({
    ...apiQuery('POST /api/customers/:id/entitlementpreview', {
      params: { id: person.id },
      body: { ...toProgramme(values), ...(moveOrdered && { moveOrdered }) },
    }),
    ...previewQueryOptions,
    enabled: isPreviewed,
  });
  const conflicts = form.conflicts.map(({ name, mine, theirs }) => ({
    name,
    label: personFieldLabels[name],
    mine: formatPersonField(name, mine, allChoices),
    theirs: formatPersonField(name, theirs, allChoices),
  }));

  return (
    <>
      <StackedForm {...form.formProps} aria-label="Person details">
        <FormNotices
          conflicts={conflicts}
          onUseSaved={(name) => form.acceptTheirs(name as PersonFieldName)}
          otherErrors={form.otherErrors}
        />
        <PersonFields
          values={values}
          set={form.set}
          errors={form.errors}
          choices={{ ...allChoices, allocationTypeId: listAllocations(values) }}
          canEditAccess={canEditAccess}
          programmePreview={
            isPreviewed && (
              <EntitlementPreview
                name={person.firstName}
                preview={preview.data?.preview}
                error={preview.error}
                isOutdated={preview.isPlaceholderData}
                moveOrdered={moveOrdered}
                onMoveOrdered={setMoveOrdered}
              />
            )
          }
          emailField={<EmailAddress person={person} canChange={canEditAccess} />}
        >
          {!canEditAccess && (
            <Text size="sm" c="dimmed">
              {caller.id === person.id
                ? 'You can’t change your own roles and permissions. Another administrator can. You can change your email address in your profile.'
                : 'Only an administrator of all this person’s groups can change their email, roles and permissions.'}
            </Text>
          )}
        </PersonFields>
        <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard}>
          Save person
        </SaveBar>
      </StackedForm>
      <ConfirmIdentityDialog
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        isPending={form.isSaving}
        error={form.proofError}
        onConfirm={form.saveWithProof}
      >
        This change lets {values.firstName} administer others or approve orders. Please enter your own password to save it.
      </ConfirmIdentityDialog>
    </>
  );
}
