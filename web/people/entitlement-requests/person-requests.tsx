import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { describeMore, formatRequestDay } from '#web/entitlement/entitlement-requests/request-texts.ts';
import { formatLongDay } from '#web/entitlement/reasoning.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import type { EntitlementRequest } from './use-decisions.ts';

/** The open requests of a person, for their administrators. Shows nothing when there are none. */
export function PersonRequests({ customerId }: { customerId: number }) {
  const { data } = useQuery(apiQuery('GET /api/entitlement/requests', { query: { customerId, status: 'open' } }));
  const [decided, setDecided] = useState<EntitlementRequest>();
  if (!data || data.requests.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {data.requests.map((request) => {
        const more = describeMore(request, request.amount, data.currencyCode);
        return (
          <Notice
            key={request.id}
            tone="warning"
            actions={
              !request.decisionBlocker && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-haspopup="dialog"
                  aria-label={`Decide on the request for ${more}`}
                  onClick={() => setDecided(request)}
                >
                  Decide
                </Button>
              )
            }
          >
            On {formatRequestDay(request.createdOnUtc)}, they asked for {more}. Decide until {formatLongDay(request.expiresOn)}.
            {request.decisionBlocker && ` ${request.decisionBlocker}`}
          </Notice>
        );
      })}
      {decided && <DecideDialog request={decided} currencyCode={data.currencyCode} onClose={() => setDecided(undefined)} />}
    </Stack>
  );
}
