import { Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateItems, PERMISSION_LABELS, roleKind, rolesQuery } from './item-kinds.ts';

type Permission = (typeof PERMISSION_LABELS)[number][0];

/** Dialog for the permissions of a role in this organisation. */
export function PermissionsDialog({ roleId, onClose }: { roleId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...rolesQuery, staleTime: 0 });
  const role = data?.customerRoles.find(({ id }) => id === roleId);
  useRestoreFocus();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={role ? `Permissions of ${role.name}` : 'Permissions'}
      closeLabel="Close permissions"
      width={520}
    >
      {role ? (
        <PermissionsForm role={role} onReload={refetch} onClose={onClose} />
      ) : error ? (
        <ErrorState title="The permissions could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonText lines={7} />
        </Loading>
      )}
    </Dialog>
  );
}

interface FormProps {
  role: ReplyOf<'GET /api/customerroles'>['customerRoles'][number];
  /** Loads the role again. */
  onReload: () => unknown;
  onClose: () => void;
}

/** Only changes are sent, so that two administrators do not overwrite each other. */
function PermissionsForm({ role, onReload, onClose }: FormProps) {
  const client = useQueryClient();
  const form = useEntityForm<Record<Permission, boolean>, unknown>({
    draftKey: `permissions.${role.id}`,
    saved: Object.fromEntries(PERMISSION_LABELS.map(([name]) => [name, role.permissions.includes(name)])) as Record<
      Permission,
      boolean
    >,
    version: 0,
    save: ({ values, changed }) =>
      api('PUT /api/customerroles/:id/permissions', {
        params: { id: role.id },
        body: { granted: changed.filter((name) => values[name]), withdrawn: changed.filter((name) => !values[name]) },
      }),
    onSaved: () => {
      showSuccess(`Permissions of ${role.name} saved. They apply immediately.`);
      onClose();
      return invalidateItems(client, roleKind);
    },
    onUnchanged: onClose,
    handleError: () => {
      void onReload();
      return false;
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Stack gap={2}>
        {PERMISSION_LABELS.map(([name, label]) => (
          <Checkbox
            key={name}
            name={name}
            checked={form.values[name]}
            onChange={(checked) => form.set({ [name]: checked } as Partial<Record<Permission, boolean>>)}
          >
            {label}
          </Checkbox>
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        The highest permission decides which page people see first.
      </Text>
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Save permissions
      </FormButtons>
    </StackedForm>
  );
}
