import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import type { Quote } from '../quote-status.ts';
import { useQuoteStep } from './use-quote-step.ts';

/** Withdrawing a request, or declining its answer. */
export function EndButtons({ quote }: { quote: Quote }) {
  const [opened, setOpened] = useState<'decline' | 'withdraw'>();
  const close = () => setOpened(undefined);
  return (
    <>
      {quote.canWithdraw && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened('withdraw')}>
          Withdraw request
        </Button>
      )}
      {quote.canDecline && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened('decline')}>
          Decline quote
        </Button>
      )}
      {(quote.canWithdraw || opened === 'withdraw') && (
        <WithdrawDialog quote={quote} opened={opened === 'withdraw'} onClose={close} />
      )}
      {(quote.canDecline || opened === 'decline') && (
        <DeclineDialog quote={quote} opened={opened === 'decline'} onClose={close} />
      )}
    </>
  );
}

interface DialogProps {
  quote: Quote;
  opened: boolean;
  onClose: () => void;
}

function WithdrawDialog({ quote: { id, title }, opened, onClose }: DialogProps) {
  const step = useQuoteStep(id, () => api('POST /api/quote/:id/withdraw', { params: { id } }), 'Request withdrawn.');
  return (
    <Dialog opened={opened} onClose={onClose} title="Withdraw request?" closeLabel="Close without withdrawing" width={480} sheet>
      <StackedForm
        onSubmit={(event) => {
          event.preventDefault();
          step.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <StepError error={step.error} />
        <div>Your supplier won’t answer “{title}”. You can ask again later.</div>
        <DialogButtons isPending={step.isPending} onClose={onClose}>
          Withdraw request
        </DialogButtons>
      </StackedForm>
    </Dialog>
  );
}

function DeclineDialog({ quote: { id, title }, opened, onClose }: DialogProps) {
  const [draft, saveDraft] = useDraft<{ reason: string }>(`quote-decline.${id}`);
  const reason = draft?.reason ?? '';
  const step = useQuoteStep(
    id,
    () => api('POST /api/quote/:id/decline', { params: { id }, body: { reason: reason.trim() || null } }),
    'Quote declined. We’ve emailed your supplier.',
  );
  return (
    <Dialog opened={opened} onClose={onClose} title="Decline quote?" closeLabel="Close without declining" width={480} sheet>
      <StackedForm
        onSubmit={(event) => {
          event.preventDefault();
          step.mutate(undefined, {
            onSuccess: () => {
              saveDraft(undefined);
              onClose();
            },
          });
        }}
      >
        <StepError error={step.error} />
        <div>Nothing of “{title}” can be accepted after that. For other prices, write to your supplier instead.</div>
        <Textarea
          label="Reason (optional)"
          description="Sent to your supplier."
          maxLength={500}
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          onChange={(event) => saveDraft({ reason: event.currentTarget.value })}
        />
        <DialogButtons isPending={step.isPending} onClose={onClose}>
          Decline quote
        </DialogButtons>
      </StackedForm>
    </Dialog>
  );
}

const StepError = ({ error }: { error: Error | null }) =>
  error && (
    <Notice tone="danger" role="alert">
      {error.message}
    </Notice>
  );

const DialogButtons = ({ isPending, onClose, children }: { isPending: boolean; onClose: () => void; children: string }) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" disabled={isPending} onClick={onClose}>
      Back
    </Button>
    <Button type="submit" loading={isPending}>
      {children}
    </Button>
  </Group>
);
