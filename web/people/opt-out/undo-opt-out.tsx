import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#web/app/api.ts';
import { ResultMessage } from '#web/identity/layout/result-message.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';

interface Props {
  /** The secret of the link with which the person opted out. */
  customerGuid: string;
  /** What is shown until the opt-out has been undone, with the button. */
  children: (button: ReactNode) => ReactNode;
}

/**
 * Undoing an opt-out without logging in. Only the button does it: programs that check mails open every link in them, and may have opted the
 * person out that way.
 */
export function UndoOptOut({ customerGuid, children }: Props) {
  const undo = useMutation({
    mutationFn: () => api('POST /api/wardrobepptout/undo', { body: { customerGuid } }),
    onError: (error) => showError(error),
  });
  if (undo.data?.success) return <OptOutUndone />;
  if (undo.data)
    return (
      <ResultMessage kind="failure">
        <p>This opt-out can no longer be undone here. Ask your administrator: they can undo it at any time.</p>
      </ResultMessage>
    );
  return children(
    <Button loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>,
  );
}

/** Says that a uniform can be allocated to the person again. */
export const OptOutUndone = () => (
  <ResultMessage kind="success">
    <h2>Opt-out undone</h2>
    <p>Uniforms can be allocated to you again. To opt out after all, ask your administrator for a new link.</p>
  </ResultMessage>
);
