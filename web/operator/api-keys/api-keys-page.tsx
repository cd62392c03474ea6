import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDateTime } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { meets, useOwnRights } from '../session/operator-access.ts';
import { invalidateOperatorCalls } from '../session/operator-api.ts';
import { type ApiKey, type ApiKeyListActions, apiKeysList } from './api-keys-list.tsx';
import { ExtendForm } from './extend-form.tsx';
import { KeyForm } from './key-form.tsx';
import { RotateForm } from './rotate-form.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { useRevokeKey } from './use-revoke-key.ts';

type Window =
  | { name: 'new' }
  | { name: 'rotate' | 'extend' | 'revoke'; key: ApiKey }
  | { name: 'secret'; secret: string; note: string };

const titles: Record<Window['name'], string> = {
  new: 'New API key',
  rotate: 'Replace the secret',
  extend: 'Extend API key',
  revoke: 'Revoke API key',
  secret: 'Secret of the API key',
};

/** The API keys of the supplier's other systems. */
export function ApiKeysPage() {
  const client = useQueryClient();
  const [open, setOpen] = useState<Window>();
  const rights = useOwnRights();
  const actions = useMemo(
    (): ApiKeyListActions => ({
      open: (name, key) => setOpen({ name, key }),
      canRenew: ({ scopes }) => meets(rights, scopes),
    }),
    [rights],
  );
  const model = useList(apiKeysList, actions);
  const close = () => setOpen(undefined);
  const refresh = () => invalidateOperatorCalls(client, 'GET /api/operator/apikeys');
  const showSecret = (secret: string, note: string) => {
    setOpen({ name: 'secret', secret, note });
    void refresh();
  };
  const revocation = useRevokeKey(close);

  return (
    <>
      <PageHeader
        title="API keys"
        actions={
          <Button aria-haspopup="dialog" onClick={() => setOpen({ name: 'new' })}>
            New API key
          </Button>
        }
      >
        Your other systems use them to make the same calls as operators, for the brands and purposes you select.{' '}
        <Link to={operatorPaths.docs}>API documentation</Link>
      </PageHeader>
      <ListPage model={model} cardsBelow={1200} />
      <Dialog opened={open !== undefined} onClose={close} title={open ? titles[open.name] : ''} closeLabel="Close">
        {open?.name === 'new' && (
          <KeyForm
            onCreated={(secret, expiresUtc) => showSecret(secret, `The key can be used until ${formatDateTime(expiresUtc)}.`)}
            onCancel={close}
          />
        )}
        {open?.name === 'rotate' && <RotateForm apiKey={open.key} onRotated={showSecret} onCancel={close} />}
        {open?.name === 'extend' && (
          <ExtendForm
            apiKey={open.key}
            onExtended={(expiresUtc) => {
              close();
              showSuccess(`${open.key.name} now expires on ${formatDateTime(expiresUtc)}.`);
              void refresh();
            }}
            onCancel={close}
          />
        )}
        {open?.name === 'revoke' && (
          <Stack gap={18}>
            <p>
              <strong>{open.key.name}</strong> will stop working immediately, with all its secrets. This cannot be undone, but you
              can create a new key.
            </p>
            <Group gap={10}>
              <Button color="red" loading={revocation.isPending} onClick={() => revocation.mutate(open.key)}>
                Revoke API key
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
        {open?.name === 'secret' && <ShownSecret secret={open.secret} note={open.note} onDone={close} />}
      </Dialog>
    </>
  );
}
