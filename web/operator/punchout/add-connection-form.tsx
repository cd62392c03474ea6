import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { CONNECTION_PROFILES, PROFILE_NAMES, type ProfileName } from '#contract/integrations/punchout/connection-values.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { Select } from './select.tsx';

const INITIAL = {
  organisationId: 0,
  profile: 'ariba' as ProfileName,
  name: '',
  key: '',
  domain: 'NetworkID',
  identity: '',
  userName: '',
};

const isOci = (profile: ProfileName) => CONNECTION_PROFILES[profile].protocol === 'oci';

function findProblems({ organisationId, profile, name, key, domain, identity, userName }: typeof INITIAL) {
  return {
    ...(organisationId === 0 && { organisationId: 'Select an organisation' }),
    ...(name.trim() === '' && { name: 'Enter a name, such as Corvane purchasing' }),
    ...(!/^[A-Za-z0-9-]{8,60}$/.test(key.trim()) && { key: 'Enter 8 to 60 letters, digits and hyphens' }),
    ...(isOci(profile)
      ? userName.trim() === '' && { userName: 'Enter the user name that the buyer sends' }
      : {
          ...(domain.trim() === '' && { domain: 'Enter a domain, such as NetworkID' }),
          ...(identity.trim() === '' && { identity: 'Enter the identity that the buyer sends' }),
        }),
  };
}

/** Adds a connection with the usual settings of a system. Everything else is set on its page. */
export function AddConnectionForm({ onAdded, onCancel }: { onAdded: (id: number) => void; onCancel: () => void }) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<typeof INITIAL, ReplyOf<'POST /api/operator/punchout/connections'>>({
    draftKey: 'punchout-connection.new',
    saved: INITIAL,
    validate: findProblems,
    serverNames: { buyerIdentities: 'identity' },
    save: ({ values: { organisationId, profile, name, key, domain, identity, userName } }) => {
      const connection = {
        organisationId,
        profile,
        protocol: CONNECTION_PROFILES[profile].protocol,
        name: name.trim(),
        key: key.trim(),
        ...(isOci(profile)
          ? { userName: userName.trim() }
          : { buyerIdentities: [{ domain: domain.trim(), identity: identity.trim() }] }),
      };
      return operatorApi('POST /api/operator/punchout/connections', { body: { connection }, headers: keyOf(connection) });
    },
    onSaved: async ({ connection }) => {
      form.discard();
      await invalidateOperatorCalls(client, 'GET /api/operator/punchout/connections');
      showSuccess('The connection has been added. Set a secret to let the buyer in.');
      onAdded(connection.id);
    },
  });
  const { values, errors, set } = form;
  const text = (field: 'name' | 'key' | 'domain' | 'identity' | 'userName') => ({
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <OrganisationSelect
        label="Organisation"
        name="organisationId"
        none="Select an organisation"
        value={values.organisationId}
        error={errors.organisationId}
        onChange={(organisationId) => set({ organisationId })}
      />
      <Select
        label="System of the buyer"
        description="Fills in its usual settings. You can change each of them."
        data={PROFILE_NAMES.map((value) => ({ value, label: CONNECTION_PROFILES[value].label }))}
        {...form.getInputProps('profile')}
      />
      <TextInput label="Name" description="People read “Return to …” with it." maxLength={100} {...text('name')} />
      <TextInput
        label="Key"
        description="Part of the address that the buyer enters. It can’t be changed later."
        maxLength={60}
        {...text('key')}
      />
      {isOci(values.profile) ? (
        <TextInput
          label="User name"
          description="The buyer’s system sends it with the secret."
          maxLength={200}
          {...text('userName')}
        />
      ) : (
        <>
          <TextInput
            label="Domain of the buyer’s identity"
            description="As in From: DUNS, NetworkID."
            maxLength={100}
            {...text('domain')}
          />
          <TextInput label="Identity of the buyer" maxLength={200} {...text('identity')} />
        </>
      )}
      <Text size="sm" c="dimmed">
        Orders of a new connection are tests until you make it live.
      </Text>
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Add connection
      </FormButtons>
    </StackedForm>
  );
}
