import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { invalidateItems, PERMISSION_LABELS, roleKind, rolesQuery } from './item-kinds.ts';
import css from './structure.module.css';

type Permission = (typeof PERMISSION_LABELS)[number][0];

/** Dialog for the permissions of a role in this organisation. Only changes are sent, so that two administrators do not overwrite each other. */
export function PermissionsDialog({ roleId, onClose }: { roleId: number; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ ...rolesQuery, staleTime: 0 });
  const role = data?.customerRoles.find(({ id }) => id === roleId);
  const [changes, setChanges] = useState<Partial<Record<Permission, boolean>>>({});
  useRestoreFocus();
  const isGranted = (name: Permission) => changes[name] ?? role?.permissions.includes(name) ?? false;
  const names = PERMISSION_LABELS.map(([name]) => name);
  const granted = names.filter((name) => isGranted(name) && !role?.permissions.includes(name));
  const withdrawn = names.filter((name) => !isGranted(name) && role?.permissions.includes(name));
  const save = useMutation({
    mutationFn: () => api('PUT /api/customerroles/:id/permissions', { params: { id: roleId }, body: { granted, withdrawn } }),
    onSuccess: () => {
      showSuccess(`Permissions of ${role?.name} saved. They apply from the next click.`);
      onClose();
      return invalidateItems(client, roleKind);
    },
    onError: (failure) => {
      showError(failure);
      void refetch();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={role ? `Permissions of ${role.name}` : 'Permissions'}
      closeLabel="Close permissions"
      width={520}
    >
      {role ? (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (granted.length + withdrawn.length > 0) save.mutate();
            else onClose();
          }}
        >
          <div className={css.boxes}>
            {PERMISSION_LABELS.map(([name, label]) => (
              <Checkbox
                key={name}
                name={name}
                checked={isGranted(name)}
                onChange={(checked) => setChanges({ ...changes, [name]: checked })}
              >
                {label}
              </Checkbox>
            ))}
          </div>
          <p className={css.muted}>The highest permission decides which page people see first.</p>
          <div className={css.buttons}>
            <Button type="submit" loading={save.isPending} disabled={save.isPending}>
              Save permissions
            </Button>
            <Button variant="default" disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
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
