import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { PasswordField } from '#web/identity/login/login-fields.tsx';
import { NewPasswordFields, useNewPassword } from '#web/identity/passwords/password-fields.tsx';
import type { PasswordRule } from '#web/identity/passwords/password-rule.ts';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';

const ruleQuery = { ...apiQuery('GET /api/passwordrule'), staleTime: 5 * 60_000 };

/** Form for changing the caller's own password, without a card around it. Not available during impersonation. */
export function ChangePassword() {
  const caller = useCaller();
  const { data: rule, error, refetch } = useQuery(ruleQuery);
  if (caller?.impersonatedCustomer) return <p>To change your password, first stop ordering for someone else.</p>;
  if (rule) return <ChangeForm rule={rule} email={caller?.email ?? ''} />;
  if (error) return <ErrorState title="The password rule could not be loaded." error={error} onRetry={() => void refetch()} />;
  return (
    <Loading label="Loading the password rule">
      <Stack gap={20} maw={420}>
        <SkeletonBlock height={70} />
        <SkeletonBlock height={110} />
        <SkeletonBlock height={70} />
      </Stack>
    </Loading>
  );
}

function ChangeForm({ rule, email }: { rule: PasswordRule; email: string }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const fields = useNewPassword(rule);
  const [currentError, setCurrentError] = useState<string>();
  const [loading, setLoading] = useState(false);

  const current = () => form.current?.querySelector<HTMLInputElement>('[name=current-password]');

  async function submit(event: FormEvent) {
    event.preventDefault();
    closeAlert();
    const currentPassword = current()?.value ?? '';
    setCurrentError(currentPassword === '' ? 'Current password is required.' : undefined);
    const newPassword = await fields.submit();
    if (currentPassword === '') return current()?.focus();
    if (newPassword === undefined) return;
    setLoading(true);
    try {
      await api('POST /api/changepassword', { body: { passwordChange: { currentPassword, newPassword } } });
      fields.clear();
      form.current?.reset();
      showSuccess('Your password has been changed. Other devices have been logged out.');
      await invalidateCalls(client, 'GET /api/sessions');
    } catch (error) {
      showError(error);
      if (!(error instanceof ApiError)) return;
      const newPasswordError = error.field('newPassword');
      if (newPasswordError) fields.reject(newPasswordError);
      setCurrentError(error.field('currentPassword'));
      if (error.field('currentPassword')) current()?.select();
    } finally {
      setLoading(false);
    }
  }

  return (
    <StackedForm ref={form} noValidate onSubmit={(event) => void submit(event)} gap={20} maw={420}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current-password"
        error={currentError}
        onEdit={() => setCurrentError(undefined)}
      />
      <NewPasswordFields of={fields} label="New password" />
      <div>
        <Button type="submit" loading={loading} disabled={loading}>
          Change password
        </Button>
      </div>
    </StackedForm>
  );
}
