import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiDocsLink } from '#web/app/shell/api-docs-link.tsx';
import list from '#web/privacy/account/account.module.css';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import css from '../operator-forms.module.css';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import { KeyForm } from './key-form.tsx';
import { RotateForm } from './rotate-form.tsx';
import { ShownSecret } from './shown-secret.tsx';

type ApiKey = ReplyOf<'GET /api/operator/apikeys'>['apiKeys'][number];

type Window =
  | { name: 'new' }
  | { name: 'rotate'; key: ApiKey }
  | { name: 'revoke'; key: ApiKey }
  | { name: 'secret'; secret: string; note: string };

const titles: Record<Window['name'], string> = {
  new: 'New API key',
  rotate: 'Replace the secret',
  revoke: 'Revoke API key',
  secret: 'Secret of the API key',
};

/** The API keys of the supplier's other systems. */
export function ApiKeysPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/apikeys'));
  const [open, setOpen] = useState<Window>();
  const close = () => setOpen(undefined);
  const refresh = () => invalidateOperatorCalls(client, 'GET /api/operator/apikeys');
  const showSecret = (secret: string, note: string) => {
    setOpen({ name: 'secret', secret, note });
    void refresh();
  };
  const revocation = useMutation({
    mutationFn: ({ id }: ApiKey) => operatorApi('POST /api/operator/apikeys/:id/revoke', { params: { id } }),
    onSuccess: async (_, { name }) => {
      close();
      showSuccess(`${name} has been revoked.`);
      await refresh();
    },
    onError: (failure) => showError(failure),
  });

  return (
    <>
      <PageHeader title="API keys" actions={<Button onClick={() => setOpen({ name: 'new' })}>New API key</Button>}>
        Your other systems use them to make the same calls as operators, for the brands and purposes you select. <ApiDocsLink />
      </PageHeader>
      <Card>
        {error && !data ? (
          <ErrorState title="The API keys could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading>
            <SkeletonText lines={5} />
          </Loading>
        ) : data.apiKeys.length === 0 ? (
          <EmptyState title="There are no API keys">Create one for each system, so that you can revoke it alone.</EmptyState>
        ) : (
          // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
          <ul className={list.list} role="list" aria-label="API keys">
            {data.apiKeys.map((key) => (
              <li key={key.id} className={list.entry}>
                <div className={list.content}>
                  <span className={css.title}>
                    <strong>{key.name}</strong>
                    {key.revokedUtc !== null && <StatusBadge tone="danger">Revoked</StatusBadge>}
                    {key.revokedUtc === null && key.previousSecretEndsUtc !== null && (
                      <StatusBadge tone="warning">
                        Previous secret valid until {formatDateTime(key.previousSecretEndsUtc)}
                      </StatusBadge>
                    )}
                  </span>
                  <p className={list.note}>{key.scopes.join(', ')}</p>
                  <p className={list.note}>
                    {key.brands.map(({ companyName }) => companyName).join(', ')} ·{' '}
                    {key.lastUsedUtc === null ? 'never used' : `last used ${formatDateTime(key.lastUsedUtc)}`} · created{' '}
                    {formatDateTime(key.createdUtc)}
                    {key.createdBy !== null && ` by ${key.createdBy}`}
                  </p>
                </div>
                {key.revokedUtc === null && (
                  <div className={css.buttons}>
                    <Button size="sm" variant="default" onClick={() => setOpen({ name: 'rotate', key })}>
                      Replace secret<VisuallyHidden> of {key.name}</VisuallyHidden>
                    </Button>
                    <Button size="sm" variant="default" onClick={() => setOpen({ name: 'revoke', key })}>
                      Revoke<VisuallyHidden> {key.name}</VisuallyHidden>
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Dialog opened={open !== undefined} onClose={close} title={open ? titles[open.name] : ''} closeLabel="Close">
        {open?.name === 'new' && (
          <KeyForm onCreated={(secret) => showSecret(secret, 'The key can be used now.')} onCancel={close} />
        )}
        {open?.name === 'rotate' && <RotateForm apiKey={open.key} onRotated={showSecret} onCancel={close} />}
        {open?.name === 'revoke' && (
          <div className={css.form}>
            <p>
              <strong>{open.key.name}</strong> will be refused at once, with all its secrets. This cannot be undone, but you can
              create a new key.
            </p>
            <div className={css.buttons}>
              <Button color="red" loading={revocation.isPending} onClick={() => revocation.mutate(open.key)}>
                Revoke API key
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </div>
          </div>
        )}
        {open?.name === 'secret' && <ShownSecret secret={open.secret} note={open.note} onDone={close} />}
      </Dialog>
    </>
  );
}
