import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import {
  ConfirmIdentityDialog,
  needsIdentityProof,
  PROOF_FIELDS,
  toCallerProof,
} from '#web/identity/login/confirm-identity-dialog.tsx';
import {
  type IdentityProof,
  IdentityProofFields,
  type IdentityProofState,
  useIdentityProof,
} from '#web/identity/login/identity-proof.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { CardFacts } from '../../card-facts.tsx';
import { addDays, getLastValidDay } from './registration-link-fields.ts';
import css from './registration-link-form.module.css';

export type RegistrationLink = ReplyOf<'GET /api/registrationlinks'>['registrationLinks'][number];

const listNames = (list: readonly { name: string }[], none: string) =>
  list.length === 0 ? none : list.map(({ name }) => name).join(', ');

/** What a link asks for and leads to, its address, and the form and buttons that change it. */
export function RegistrationLinkDetails({ link }: { link: RegistrationLink }) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  function stopEditing() {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  }
  return (
    <Stack gap="sm" mt="xs">
      <CardFacts
        facts={[
          ['Approval', link.registrationType === 2 ? 'Not needed, confirmed by email' : 'Needed'],
          ['Role', listNames(link.roles, 'No role')],
          ['Group', link.organisationGroup?.name ?? 'No group'],
          ['Also asks for', describeRequestedFields(link)],
          ['Destinations', link.resortEnabled && listNames(link.resorts, 'All')],
          ['Business areas', link.businessAreaEnabled && listNames(link.businessAreas, 'All')],
          ['Wardrobes', link.collectionEnabled && listNames(link.collections, 'All')],
          [
            link.state === 'expired' ? 'Expired' : 'Expires',
            !link.revokedOnUtc && formatDate(getLastValidDay(link.expiresOnUtc)),
          ],
          ['Revoked', formatDate(link.revokedOnUtc)],
        ]}
      />
      {link.state === 'open' && <Address link={link} />}
      {isEditing ? (
        <EditForm link={link} onClose={stopEditing} />
      ) : (
        <Actions link={link} editButton={editButton} onEdit={() => setEditing(true)} />
      )}
    </Stack>
  );
}

function describeRequestedFields(link: RegistrationLink): string | false {
  const fields = [
    link.employeeNumberEnabled && 'employee number',
    link.poNumberEnabled && 'PO number',
    link.genderEnabled && 'gender',
  ].filter(Boolean);
  return fields.length > 0 && fields.join(', ');
}

/** The address of the link to pass on. If the browser does not allow copying, it is selected instead. */
function Address({ link }: { link: RegistrationLink }) {
  const field = useRef<HTMLInputElement>(null);
  if (link.url === null) {
    return (
      <Text size="sm" c="dimmed">
        This link can’t be shown again. It still works for people who have it.
      </Text>
    );
  }
  const { url } = link;
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showSuccess(`Link “${link.name}” copied.`);
    } catch {
      field.current?.select();
      showError('Your browser did not allow copying. The address is selected, so you can copy it yourself.');
    }
  }
  return (
    <Group gap="xs">
      <TextInput
        ref={field}
        flex="1 1 240px"
        readOnly
        aria-label={`Address of ${link.name}`}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="light" aria-label={`Copy link ${link.name}`} onClick={() => void copy()}>
        Copy link
      </Button>
    </Group>
  );
}

type Change = { name?: string; expiresOnUtc?: string; revoked?: boolean };

const updateLink = (link: RegistrationLink, change: Change, proof?: IdentityProof) =>
  api('PUT /api/registrationlinks/:id', {
    params: { id: link.id },
    body: { registrationLink: { ...change, ...toCallerProof(proof) } },
  });

interface ActionsProps {
  link: RegistrationLink;
  editButton: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}

function Actions({ link, editButton, onEdit }: ActionsProps) {
  const client = useQueryClient();
  const [isRestoring, setRestoring] = useState(false);
  const change = useMutation({
    mutationFn: ({ revoked, proof }: { revoked: boolean; proof?: IdentityProof }) => updateLink(link, { revoked }, proof),
    onSuccess: (_, { revoked }) => {
      setRestoring(false);
      showSuccess(revoked ? `Link “${link.name}” revoked.` : `Link “${link.name}” restored.`);
      return invalidateCalls(client, 'GET /api/registrationlinks');
    },
    onError: (error) => {
      if (!needsIdentityProof(error)) showError(error);
    },
  });
  const isRevoked = link.state === 'revoked';
  return (
    <Group gap="xs">
      <Button ref={editButton} variant="default" aria-label={`Edit ${link.name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        disabled={change.isPending}
        aria-label={`${isRevoked ? 'Restore' : 'Revoke'} ${link.name}`}
        onClick={() => (isRevoked ? setRestoring(true) : change.mutate({ revoked: true }))}
      >
        {isRevoked ? 'Restore' : 'Revoke'}
      </Button>
      <ConfirmIdentityDialog
        opened={isRestoring}
        onClose={() => setRestoring(false)}
        isPending={change.isPending}
        error={change.error}
        confirmLabel="Restore link"
        onConfirm={(proof) => change.mutate({ revoked: false, proof })}
      >
        Everyone who has the link “{link.name}” can register with it again.
      </ConfirmIdentityDialog>
    </Group>
  );
}

function EditForm({ link, onClose }: { link: RegistrationLink; onClose: () => void }) {
  const client = useQueryClient();
  const secondFactor = useQuery(apiQuery('GET /api/secondfactor'));
  const savedDay = getLastValidDay(link.expiresOnUtc).slice(0, 10);
  const form = useEntityForm<{ name: string; expiresOn: string }, unknown, IdentityProof>({
    draftKey: `registration-link.edit.${link.id}`,
    saved: { name: link.name, expiresOn: savedDay },
    version: 0,
    validate: ({ name, expiresOn }) => ({
      ...(name.trim() === '' && { name: 'Name is required.' }),
      ...(expiresOn === '' && { expiresOn: 'Expiry is required.' }),
    }),
    readProof: (element) => (isExtended ? (proof.read(element) ?? null) : undefined),
    save: ({ values: { name, expiresOn }, changed, proof: given }) =>
      updateLink(link, { name: name.trim(), ...(changed.includes('expiresOn') && { expiresOnUtc: expiresOn }) }, given),
    serverNames: { expiresOnUtc: 'expiresOn' },
    onSaved: () => {
      showSuccess(`Link “${form.values.name.trim()}” saved.`);
      onClose();
      return invalidateCalls(client, 'GET /api/registrationlinks');
    },
    onUnchanged: onClose,
    // Errors of the password and the code are shown at their fields.
    handleError: needsIdentityProof,
  });
  const isExtended: boolean = form.values.expiresOn > savedDay;
  const proof: IdentityProofState = useIdentityProof({
    needsCode: secondFactor.data?.on === true,
    error: form.error,
    fields: PROOF_FIELDS,
  });
  const today = new Date();
  return (
    <form {...form.formProps} aria-label={`Edit ${link.name}`}>
      <Stack>
        <FormNotices otherErrors={form.otherErrors} />
        <div className={css.pair}>
          <TextInput label="Name" maxLength={100} autoFocus {...form.getInputProps('name')} />
          <DateField
            label="Expires at the end of"
            min={addDays(today, 0)}
            max={addDays(today, 366)}
            {...form.getInputProps('expiresOn')}
          />
        </div>
        {isExtended && <IdentityProofFields of={proof} label="Your password" />}
        <FormButtons
          isSaving={form.isSaving}
          onCancel={() => {
            form.discard();
            onClose();
          }}
        >
          Save link
        </FormButtons>
      </Stack>
    </form>
  );
}
