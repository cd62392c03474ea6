import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { RecordRow } from '#web/ui/content/record-row.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { useWebhookClient } from './webhook-client.ts';
import { DeleteWebhookDialog, ReplaceSecretDialog, SecretDialog, WebhookDialog } from './webhook-dialogs.tsx';
import { describeHealth, describeResult, labelEvent, WEBHOOK_STATUS, type Webhook } from './webhook-texts.ts';

type RowAction = 'edit' | 'secret' | 'delete';
type Open = { action: 'add' } | { action: RowAction; webhook: Webhook } | { action: 'show'; secret: string } | undefined;

/** The webhooks of the page's client: add, change, test, pause and delete them. */
export function WebhookEndpoints() {
  const { data, error, refetch } = useWebhookClient().useList();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (secret: string) => setOpen({ action: 'show', secret });
  if (!data)
    return error ? (
      <ErrorState title="The webhooks could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <PageLoading label="Loading webhooks">
        <SkeletonRows rows={3} height={88} />
      </PageLoading>
    );
  const { webhooks, eventTypes } = data;
  const add = (
    <Button aria-haspopup="dialog" onClick={() => setOpen({ action: 'add' })}>
      Add webhook
    </Button>
  );
  return (
    <>
      {webhooks.length > 0 && (
        <Group justify="space-between" gap="8px 16px" mb="md">
          <Text size="sm" c="dimmed">
            {plural(webhooks.length, 'webhook')}
          </Text>
          {add}
        </Group>
      )}
      <Card flush>
        {webhooks.length === 0 ? (
          <EmptyState title="No webhooks yet" action={add}>
            Add the address of one of your systems to notify it of orders and returns as they happen.
          </EmptyState>
        ) : (
          <Stack component="ul" gap={0} role="list" aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onOpen={(action) => setOpen({ action, webhook })} />
            ))}
          </Stack>
        )}
      </Card>
      {open?.action === 'add' && <WebhookDialog eventTypes={eventTypes} onAdded={show} onClose={close} />}
      {open?.action === 'edit' && <WebhookDialog webhook={open.webhook} eventTypes={eventTypes} onAdded={show} onClose={close} />}
      {open?.action === 'secret' && <ReplaceSecretDialog webhook={open.webhook} onReplaced={show} onClose={close} />}
      {open?.action === 'delete' && <DeleteWebhookDialog webhook={open.webhook} onClose={close} />}
      {open?.action === 'show' && <SecretDialog secret={open.secret} onClose={close} />}
    </>
  );
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (action: RowAction) => void }) {
  const client = useQueryClient();
  const webhooks = useWebhookClient();
  const refresh = () => webhooks.refresh(client);
  const brand = webhooks.useBrands().find(({ id }) => id === webhook.brandId);
  const isPaused = webhook.status === 'paused' || webhook.status === 'disabled';
  const test = useMutation({
    mutationFn: () => webhooks.test(webhook.id),
    onSuccess: (delivery) => {
      const result = describeResult(delivery);
      if (delivery.status === 'delivered') showSuccess(result);
      else showError(result);
    },
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  const pause = useMutation({
    mutationFn: () => webhooks.setPaused(webhook.id, !isPaused),
    onSuccess: () =>
      showSuccess(
        isPaused ? 'Webhook resumed. Undelivered events are sent now.' : 'Webhook paused. Events are kept for 30 days.',
      ),
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  const { label, tone } = WEBHOOK_STATUS[webhook.status];
  return (
    <RecordRow
      name={
        <>
          {webhook.url} <StatusBadge tone={tone}>{label}</StatusBadge>
        </>
      }
      actions={
        <>
          <Button component={Link} to={webhooks.logPath(webhook.id)} variant="default" aria-label={`Log of ${webhook.url}`}>
            Log
          </Button>
          {isPaused && (
            <Button loading={pause.isPending} aria-label={`Resume ${webhook.url}`} onClick={() => pause.mutate()}>
              Resume
            </Button>
          )}
          <MenuButton label="Actions" disabled={test.isPending || pause.isPending}>
            <Menu.Item onClick={() => test.mutate()}>Send test</Menu.Item>
            <Menu.Item onClick={() => onOpen('edit')}>Edit</Menu.Item>
            {!isPaused && <Menu.Item onClick={() => pause.mutate()}>Pause</Menu.Item>}
            <Menu.Item onClick={() => onOpen('secret')}>Replace secret</Menu.Item>
            <Menu.Item onClick={() => onOpen('delete')}>Delete</Menu.Item>
          </MenuButton>
        </>
      }
    >
      {webhook.description && <p>{webhook.description}</p>}
      <Text size="sm" c="dimmed">
        {[...(brand ? [brand.name] : []), webhook.eventTypes.map(labelEvent).join(', ')].join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {describeHealth(webhook).join(' ')}
      </Text>
    </RecordRow>
  );
}
