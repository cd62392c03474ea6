import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { describeMore, formatRequestDay } from '#web/entitlement/entitlement-requests/request-texts.ts';
import { formatAmount, formatLongDay } from '#web/entitlement/reasoning.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DecideDialog } from '../entitlement-requests/decide-dialog.tsx';
import { type EntitlementRequest, useDecisions } from '../entitlement-requests/use-decisions.ts';
import { DecideTimeDialog, proposeLastDay } from '../time-requests/decide-time-dialog.tsx';
import { type TimeRequest, useTimeDecisions } from '../time-requests/use-time-decisions.ts';

const OPEN = { status: 'open' } as const;

/** What of a person waits for their administrator: requests that are decided here. Shows nothing when there is none. */
export function PersonWaiting({ customerId }: { customerId: number }) {
  const more = useQuery(apiQuery('GET /api/entitlement/requests', { query: { customerId, ...OPEN } })).data;
  const time = useQuery(apiQuery('GET /api/entitlement/timerequests', { query: { customerId, ...OPEN } })).data;
  const asked = useQuery(apiQuery('GET /api/madetomeasure', {})).data?.requests;
  const made = asked?.filter((request) => request.customerId === customerId && ['asked', 'answered'].includes(request.status));
  if (!more?.requests.length && !time?.requests.length && !made?.length) return null;
  return (
    <Stack component="section" gap="xs" aria-label="Waiting for a decision">
      {more?.requests.map((request) => (
        <MoreNotice key={request.id} request={request} currencyCode={more.currencyCode} />
      ))}
      {time?.requests.map((request) => (
        <TimeNotice key={request.id} request={request} />
      ))}
      {made?.map(({ id, productName, status, expiresOnUtc }) => (
        <Notice
          key={id}
          tone="warning"
          actions={
            <Button component={Link} to={paths.madeToMeasure()} size="compact-md" variant="default">
              Open the request
            </Button>
          }
        >
          <strong>{productName}, made to measure</strong>
          <br />
          {status === 'asked'
            ? 'Waiting for the wearer’s measurements.'
            : `Can be ordered${expiresOnUtc ? ` until ${formatRequestDay(expiresOnUtc)}` : ''}.`}
        </Notice>
      ))}
    </Stack>
  );
}

/** "“The lining is torn.” Has ordered 1 of 1. Decide until 24 December." */
function MoreNotice({ request, currencyCode }: { request: EntitlementRequest; currencyCode: string }) {
  const [isOpen, setOpen] = useState(false);
  const { grant } = useDecisions(currencyCode);
  const { id, unit, amount, reason, balance, expiresOn, fingerprint, decisionBlocker, grantBlocker } = request;
  const show = (value: number) => formatAmount(value, unit, currencyCode);
  const ordered = show(balance.reserved + balance.used);
  const what = describeMore(request, amount, currencyCode);
  return (
    <Notice
      tone="warning"
      actions={
        !decisionBlocker && (
          <>
            <Button
              size="compact-md"
              variant="default"
              aria-haspopup="dialog"
              aria-label={`Decline or change the request for ${what}`}
              onClick={() => setOpen(true)}
            >
              Decline or change…
            </Button>
            {grantBlocker === null && (
              <Button
                size="compact-md"
                loading={grant.isPending}
                onClick={() => grant.mutate({ id, amount, reason: '', fingerprint }, { onError: (error) => showError(error) })}
              >
                Grant {show(amount)}
              </Button>
            )}
          </>
        )
      }
    >
      <strong>Asks for {what}</strong>
      <Text span size="sm" display="block">
        {[
          reason && `“${reason}”`,
          balance.granted === null ? `Has ordered ${ordered}.` : `Has ordered ${ordered} of ${show(balance.granted)}.`,
          `Decide until ${formatLongDay(expiresOn)}.`,
          decisionBlocker ?? grantBlocker,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {isOpen && <DecideDialog request={request} currencyCode={currencyCode} onClose={() => setOpen(false)} />}
    </Notice>
  );
}

function TimeNotice({ request }: { request: TimeRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { grant } = useTimeDecisions();
  const { id, seasonName, seasonClosedOn, reason, expiresOn, decisionBlocker } = request;
  const lastDay = proposeLastDay();
  return (
    <Notice
      tone="warning"
      actions={
        !decisionBlocker && (
          <>
            <Button
              size="compact-md"
              variant="default"
              aria-haspopup="dialog"
              aria-label={`Decline or change the request for more time for ${seasonName}`}
              onClick={() => setOpen(true)}
            >
              Decline or change…
            </Button>
            <Button
              size="compact-md"
              loading={grant.isPending}
              onClick={() =>
                grant.mutate({ id, orderingClosesOn: lastDay, reason: '' }, { onError: (error) => showError(error) })
              }
            >
              Give until {formatLongDay(lastDay)}
            </Button>
          </>
        )
      }
    >
      <strong>Asks for more time to order for {seasonName}</strong>
      <Text span size="sm" display="block">
        {[
          reason && `“${reason}”`,
          seasonClosedOn && `Ordering closed on ${formatLongDay(seasonClosedOn)}.`,
          `Decide until ${formatLongDay(expiresOn)}.`,
          decisionBlocker,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {isOpen && <DecideTimeDialog request={request} onClose={() => setOpen(false)} />}
    </Notice>
  );
}
