import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import type { Reasoning } from '../reasoning.ts';
import css from './ask-for-more.module.css';
import { describeOwnRequest, findCurrentRequest } from './request-texts.ts';
import { useOwnRequests } from './use-own-requests.ts';

const AskForm = lazy(async () => ({ default: (await import('./ask-form.tsx')).AskForm }));

interface Props {
  reasoning: Reasoning;
  currencyCode: string;
  /** Starts with the form. */
  initiallyOpen?: boolean;
  /** What asking is for, above the button. */
  intro?: string | undefined;
}

/**
 * Lets wearers ask for more of one of their own balances, or says why no one could decide, and shows the request that waits for a decision.
 * Shows nothing where there is no limit, and while ordering for someone else.
 */
export function AskForMore({ reasoning: { accountId, left, unit, rule }, currencyCode, initiallyOpen = false, intro }: Props) {
  const { own, ask, withdraw } = useOwnRequests();
  const [isAsking, setAsking] = useState(initiallyOpen);
  const button = useRef<HTMLButtonElement>(null);
  if (!own || accountId === null || left === null) return null;
  const name = rule.kind === 'budget' ? 'your budget' : rule.label;
  const request = findCurrentRequest(own.requests, accountId);
  const note = own.askingBlocker ?? intro;
  const close = () => {
    setAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (request?.status === 'open')
    return (
      <Notice
        role="status"
        actions={
          <Button
            size="compact-sm"
            variant="default"
            loading={withdraw.isPending}
            aria-label={`Withdraw request: ${name}`}
            onClick={() => withdraw.mutate(request.id, { onSuccess: close })}
          >
            Withdraw request
          </Button>
        }
      >
        {describeOwnRequest(request, currencyCode)}
      </Notice>
    );
  if (isAsking && own.askingBlocker === null)
    return (
      <Suspense fallback={<Loading label="Loading the form">{null}</Loading>}>
        <AskForm accountId={accountId} name={name} unit={unit} ask={ask} onClose={close} />
      </Suspense>
    );
  return (
    <Stack gap="sm">
      {request && <Notice tone="warning">{describeOwnRequest(request, currencyCode)}</Notice>}
      {note && <Text c="dimmed">{note}</Text>}
      {own.askingBlocker === null && (
        <Button
          ref={button}
          className={css.button}
          variant="default"
          aria-label={`Ask for more: ${name}`}
          onClick={() => setAsking(true)}
        >
          Ask for more
        </Button>
      )}
    </Stack>
  );
}
