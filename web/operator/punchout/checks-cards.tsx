import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './punchout.module.css';
import type { Connection } from './use-section.ts';

/** What the buyer's administrator enters, and what often goes wrong there. */
export function BuyerNeedsCard({ connection }: { connection: Connection }) {
  const { url, protocol, supplierIdentity, userName, userField, passwordField } = connection;
  const isCxml = protocol === 'cxml';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showSuccess('The address has been copied.');
    } catch {
      showError('Your browser did not allow copying. Please select the address and copy it yourself.');
    }
  };
  return (
    <Card title="What the buyer needs from you">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isCxml ? 'The address for PunchOut and for orders:' : 'The address of the catalogue:'}
        </Text>
        <code className={css.address}>{url}</code>
        <Group>
          <Button variant="default" size="compact-md" onClick={() => void copy()}>
            Copy address
          </Button>
        </Group>
        <ul className={css.checks}>
          {isCxml ? (
            <>
              <li>The secret, as SharedSecret of Sender.</li>
              <li>
                {supplierIdentity
                  ? `Our identity: ${supplierIdentity.domain} ${supplierIdentity.identity}.`
                  : 'Our identity in their system. Enter it here when they have one.'}
              </li>
              <li>From and Sender exactly as entered here, with the same domain.</li>
            </>
          ) : (
            <>
              <li>
                The user name {userName ?? '…'} in {userField ?? 'USERNAME'}, and the secret in {passwordField ?? 'PASSWORD'}.
              </li>
              <li>HOOK_URL and, if they don’t use ISO-8859-1, http_content_charset.</li>
            </>
          )}
          <li>Their system has to reach the address over TLS 1.2 or newer and accept its certificate.</li>
          <li>“No Status element” at the buyer: a firewall or proxy answered instead of the portal.</li>
          <li>
            “Failed to return a cart”: the return address is not listed here, or their session cookie is not SameSite=None in a
            frame.
          </li>
          <li>Units and UNSPSC codes have to exist in their system.</li>
        </ul>
      </Stack>
    </Card>
  );
}

/** The last requests, in words. */
export function AttemptsCard({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useQuery(
    operatorQuery('GET /api/operator/punchout/connections/:id/attempts', { params: { id } }),
  );
  return (
    <Card
      title="Last requests"
      action={
        <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {data ? (
        data.attempts.length === 0 ? (
          <Text c="dimmed">No requests yet. The last 20 will be listed here, with what became of them.</Text>
        ) : (
          <ul className={css.list} aria-label="Last requests, the newest first">
            {data.attempts.map(({ id: attemptId, createdOnUtc, kind, statusCode, outcome }) => (
              <li key={attemptId}>
                <div>
                  {outcome}
                  <Text size="sm" c="dimmed">
                    {formatDateTime(createdOnUtc)} · {kind}
                  </Text>
                </div>
                <StatusBadge tone={statusCode < 400 ? 'success' : 'danger'}>{statusCode}</StatusBadge>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState title="The requests could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the requests">
          <SkeletonRows rows={3} height={48} />
        </PageLoading>
      )}
    </Card>
  );
}

type Report = ReplyOf<'POST /api/operator/punchout/connections/:id/test'>;

const STEP_STATES: Readonly<Record<Report['steps'][number]['state'], { label: string; tone: Tone }>> = {
  passed: { label: 'Passed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

/** Plays the buyer and says step by step what happened. */
export function SelfTestCard({ connection: { id, sharedCustomer, userPolicy } }: { connection: Connection }) {
  const client = useQueryClient();
  const mayChange = useMay('organisations:write');
  const [email, setEmail] = useState('');
  const test = useMutation({
    mutationFn: () =>
      operatorApi('POST /api/operator/punchout/connections/:id/test', {
        params: { id },
        body: email.trim() === '' ? {} : { email: email.trim() },
      }),
    onSuccess: () => invalidateOperatorCalls(client, 'GET /api/operator/punchout/connections/:id/attempts'),
    onError: (error) => showError(error),
  });
  if (!mayChange) return null;
  const needsPerson = userPolicy === 'create' || sharedCustomer === null;
  return (
    <Card title="Self-test">
      <StackedForm
        gap="sm"
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <Text size="sm" c="dimmed">
          Plays the buyer’s system with a secret of its own. Nothing is sent to the buyer, and nothing is left behind.
        </Text>
        {userPolicy !== 'shared' && (
          <TextInput
            type="email"
            label={needsPerson ? 'Email address of someone with access' : 'Email address of someone with access (optional)'}
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={test.isPending}>
            Run self-test
          </Button>
        </Group>
      </StackedForm>
      {test.data && <TestReport report={test.data} />}
    </Card>
  );
}

const TestReport = ({ report: { hasPassed, steps } }: { report: Report }) => (
  <Stack gap="xs" mt="sm">
    <Notice tone={hasPassed ? 'success' : 'warning'} role="status">
      {hasPassed ? 'Everything works. The buyer can try it now.' : 'Not everything works yet. See the steps below.'}
    </Notice>
    <ul className={css.list} aria-label="Steps of the self-test">
      {steps.map(({ name, state, outcome }) => (
        <li key={name}>
          <div>
            {name}
            <Text size="sm" c="dimmed">
              {outcome}
            </Text>
          </div>
          <StatusBadge tone={STEP_STATES[state].tone}>{STEP_STATES[state].label}</StatusBadge>
        </li>
      ))}
    </ul>
  </Stack>
);

/** How much could not be returned, and the way to the list. */
export function UnreturnableCard({ id }: { id: number }) {
  const { data } = useQuery(
    operatorQuery('GET /api/operator/punchout/connections/:id/unreturnable', { params: { id }, query: { limit: 3 } }),
  );
  return (
    <Card title="What can’t be returned">
      <Stack gap="sm">
        {data &&
          (data.totalCount === 0 ? (
            <Text>All {plural(data.checkedCount, 'product')} of the range can be returned.</Text>
          ) : (
            <ul className={css.list} aria-label="Examples">
              {data.items.map(({ name, reason }) => (
                <li key={`${name} ${reason}`}>
                  <div>
                    {name}
                    <Text size="sm" c="dimmed">
                      {reason}
                    </Text>
                  </div>
                </li>
              ))}
            </ul>
          ))}
        <Link to={operatorPaths.punchoutUnreturnable(id)}>
          {data && data.totalCount > 0 ? `See all ${plural(data.totalCount, 'finding')}` : 'See the list'}
        </Link>
      </Stack>
    </Card>
  );
}
