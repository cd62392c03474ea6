import { Stack, Text } from '@mantine/core';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { formatLongDay } from '../reasoning.ts';
import { describeMore, formatRequestDay } from './request-texts.ts';
import { useOwnRequests } from './use-own-requests.ts';

/** The person's own requests for more on which no one has decided. Nothing without any, and while ordering for someone else. */
export function OpenRequests({ currencyCode }: { currencyCode: string }) {
  const { own } = useOwnRequests();
  const open = (own?.requests ?? []).filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <Card
      title={open.length === 1 ? 'Request for more' : 'Requests for more'}
      action={<StatusBadge tone="warning">Waiting</StatusBadge>}
    >
      <Stack component="ul" gap="xs" role="list">
        {open.map((request) => (
          <li key={request.id}>
            {describeMore(request, request.amount, currencyCode)}
            <Text size="sm" c="dimmed">
              Requested on {formatRequestDay(request.createdOnUtc)}. Your administrator can decide until{' '}
              {formatLongDay(request.expiresOn)}.
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
