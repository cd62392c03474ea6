import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { RecordRow } from '#web/ui/content/record-row.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { DelegationDialog } from './delegation-dialog.tsx';

type Delegation = ReplyOf<'GET /api/approvals/delegations'>['delegations'][number];

type Open = { action: 'own' | 'forOthers' } | { action: 'end'; delegation: Delegation } | undefined;

/** "Ben Marsh decides for you" */
function describeDelegation({ approver, delegate }: Delegation, callerId: number | undefined): string {
  const isCallers = approver.id === callerId;
  return delegate.id === callerId
    ? `You decide for ${approver.name}`
    : `${delegate.name} decides for ${isCallers ? 'you' : approver.name}`;
}

const describeDays = ({ startsOn, endsOn }: Delegation): string =>
  startsOn === endsOn ? formatDate(startsOn) : `${formatDate(startsOn)} to ${formatDate(endsOn)}`;

/** Who decides about orders in whose place, now and on later days. */
export function DelegationsPage() {
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/approvals/delegations'), staleTime: 0 });
  const callerId = useCaller()?.id;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Delegations"
        actions={
          <>
            {data?.canDelegate && (
              <Button aria-haspopup="dialog" onClick={() => setOpen({ action: 'own' })}>
                Delegate my approvals
              </Button>
            )}
            {data?.canDelegateForOthers && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ action: 'forOthers' })}>
                Delegate for someone
              </Button>
            )}
          </>
        }
      >
        While an approver is away, someone else decides on orders in their place.
      </PageHeader>
      <Card flush>
        {data === undefined ? (
          error ? (
            <ErrorState title="The delegations could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading delegations">
              <SkeletonRows rows={3} height={72} />
            </PageLoading>
          )
        ) : data.delegations.length === 0 ? (
          <EmptyState title="No delegations">
            {data.canDelegateForOthers
              ? 'No approver has named anyone to decide in their place.'
              : 'You decide for no one else, and no one else decides for you.'}
          </EmptyState>
        ) : (
          <Stack component="ul" gap={0} role="list" aria-label="Delegations">
            {data.delegations.map((delegation) => (
              <RecordRow
                key={delegation.id}
                name={
                  <>
                    {describeDelegation(delegation, callerId)}
                    <StatusBadge tone={delegation.isRunning ? 'success' : 'neutral'}>
                      {delegation.isRunning ? 'Now' : 'Planned'}
                    </StatusBadge>
                  </>
                }
                actions={
                  delegation.canEnd && (
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`End: ${describeDelegation(delegation, callerId)}`}
                      aria-haspopup="dialog"
                      onClick={() => setOpen({ action: 'end', delegation })}
                    >
                      End
                    </Button>
                  )
                }
              >
                <Text size="sm" c="dimmed">
                  {describeDays(delegation)}
                </Text>
              </RecordRow>
            ))}
          </Stack>
        )}
      </Card>
      {(open?.action === 'own' || open?.action === 'forOthers') && (
        <DelegationDialog forOthers={open.action === 'forOthers'} onClose={close} />
      )}
      {open?.action === 'end' && <EndDialog delegation={open.delegation} callerId={callerId} onClose={close} />}
    </>
  );
}

interface EndDialogProps {
  delegation: Delegation;
  callerId: number | undefined;
  onClose: () => void;
}

function EndDialog({ delegation, callerId, onClose }: EndDialogProps) {
  const client = useQueryClient();
  const { id, approver, delegate, isRunning } = delegation;
  useRestoreFocus();
  const end = useMutation({
    mutationFn: () => api('DELETE /api/approvals/delegations/:id', { params: { id } }),
    onSuccess: () => {
      showSuccess('Delegation ended. Both people will receive an email.');
      onClose();
    },
    onError: (error) => showError(error),
    onSettled: () => invalidateCalls(client, 'GET /api/approvals/delegations'),
  });
  const who = approver.id === callerId ? 'You decide' : `${approver.name} decides`;
  return (
    <Dialog opened onClose={onClose} title="End this delegation?" closeLabel="Close without ending" width={520}>
      <Stack>
        <p>
          {isRunning
            ? `${who} on orders again immediately, instead of ${delegate.name}.`
            : `${delegate.name} will not decide on these days (${describeDays(delegation)}).`}{' '}
          Decisions already made stay.
        </p>
        <ButtonRow>
          <Button loading={end.isPending} disabled={end.isPending} onClick={() => end.mutate()}>
            End delegation
          </Button>
          <Button variant="default" disabled={end.isPending} onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </Stack>
    </Dialog>
  );
}
