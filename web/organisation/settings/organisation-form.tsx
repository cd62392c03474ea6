import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { settingsQuery } from '#web/app/session/profile.ts';
import { ConfirmIdentityDialog, needsIdentityProof, toCallerProof } from '#web/identity/login/confirm-identity-dialog.tsx';
import type { IdentityProof } from '#web/identity/login/identity-proof.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { LookFields } from './look-fields.tsx';
import css from './organisation-page.module.css';
import {
  formatSetting,
  listTimeZones,
  type OwnSettings,
  ownSettingsQuery,
  SETTING_LABELS,
  type SettingsValues,
  toSettingsUpdate,
  toSettingsValues,
  validateSettings,
} from './organisation-settings.ts';

const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The form of the settings that administrators may change. */
export function OrganisationForm({ settings: { organisationSettings, brandHelp } }: { settings: OwnSettings }) {
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const form = useEntityForm<SettingsValues, OwnSettings, IdentityProof>({
    draftKey: 'organisation',
    saved: toSettingsValues(organisationSettings),
    version: organisationSettings.version,
    validate: validateSettings,
    save: ({ values, changed, expectedVersion, proof }) =>
      api('PUT /api/organisations/ownsettings', {
        body: {
          organisationSettings: { ...toSettingsUpdate(values, changed), version: expectedVersion, ...toCallerProof(proof) },
        },
      }),
    getVersion: (saved) => saved.organisationSettings.version,
    onSaved: (saved) => {
      setIsConfirming(false);
      client.setQueryData(ownSettingsQuery.queryKey, saved);
      showSuccess('Settings saved. They apply to everyone immediately.');
      return Promise.all([
        client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
        invalidateCalls(client, 'GET /api/organisations/ownsettings/history', 'GET /api/customerprofile'),
      ]);
    },
    reload: async () => (await client.fetchQuery({ ...ownSettingsQuery, staleTime: 0 })).organisationSettings.version,
    serverNames: { fileIds: 'logo' },
    handleError: (error) => {
      const needsProof = needsIdentityProof(error);
      setIsConfirming(needsProof);
      return needsProof;
    },
  });
  const { values, errors, set } = form;
  const timeZones = useMemo(() => listTimeZones(organisationSettings.timeZone), [organisationSettings.timeZone]);
  const text = (name: keyof SettingsValues) => ({
    ...form.getInputProps(name),
    label: SETTING_LABELS[name],
    inputWrapperOrder: HELP_BELOW,
  });

  return (
    <>
      <StackedForm {...form.formProps} aria-label="Organisation settings">
        <FormNotices
          conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
            name,
            label: SETTING_LABELS[name],
            mine: formatSetting(name, mine),
            theirs: formatSetting(name, theirs),
          }))}
          onUseSaved={(name) => form.acceptTheirs(name as keyof SettingsValues)}
          otherErrors={form.otherErrors}
        />
        <Card title="Look">
          <LookFields values={values} errors={errors} set={set} />
        </Card>
        <Card title="Help and contact">
          <div className={css.fields}>
            <Text size="sm" c="dimmed" className={css.wide}>
              Your people find this under Help on every page. Leave blank to use your supplier’s contact details.
            </Text>
            <TextInput {...text('helpEmail')} type="email" maxLength={254} placeholder={brandHelp.helpEmail ?? ''} />
            <TextInput {...text('helpPhone')} type="tel" maxLength={40} placeholder={brandHelp.helpPhone ?? ''} />
            <Textarea
              {...text('helpText')}
              description="For example opening hours, or what to do when something is needed urgently."
              rows={3}
              maxLength={2000}
              placeholder={brandHelp.helpText ?? ''}
              className={css.wide}
            />
          </div>
        </Card>
        <Card title="Access">
          <div className={css.fields}>
            <TextInput
              {...text('passwordMinLength')}
              description="From 8 to 64 characters. Applies to new passwords; existing ones stay valid."
              inputMode="numeric"
              maxLength={2}
            />
            <TextInput
              {...text('leaverAccessDays')}
              description="After the last working day, to see orders and return garments. Then the account closes."
              inputMode="numeric"
              maxLength={4}
            />
            <TextInput
              {...text('fullTimeHours')}
              description="Files of people can name a share of them, as 80 %."
              inputMode="decimal"
              maxLength={6}
            />
            <div className={css.wide}>
              <Checkbox
                name="impersonationNotice"
                checked={values.impersonationNotice}
                error={errors.impersonationNotice}
                onChange={(impersonationNotice) => set({ impersonationNotice })}
              >
                {SETTING_LABELS.impersonationNotice}
              </Checkbox>
            </div>
          </div>
        </Card>
        <Card title="Orders and dates">
          <div className={css.fields}>
            <TextInput
              {...text('poNumberPattern')}
              description="A regular expression, such as ^PO-\d{6}$ for PO- and six digits. Leave empty to accept any."
              maxLength={200}
              spellCheck={false}
            />
            <TextInput {...text('poNumberMessage')} description="For example: PO numbers look like PO-123456." maxLength={200} />
            <NativeSelect
              {...text('timeZone')}
              description="Ordering windows, deadlines and working days begin and end in this zone."
              rightSection={<DownIcon size={16} />}
              data={timeZones}
            />
          </div>
        </Card>
        <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard}>
          Save settings
        </SaveBar>
      </StackedForm>
      <ConfirmIdentityDialog
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        isPending={form.isSaving}
        error={form.proofError}
        onConfirm={form.saveWithProof}
      >
        Shorter passwords, longer access for leavers and no emails about orders for someone else make accounts less secure. Please
        enter your own password to save these changes.
      </ConfirmIdentityDialog>
    </>
  );
}
