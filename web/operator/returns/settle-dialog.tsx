import { Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { PiecesField } from '#web/ordering/order-changes/pieces-field.tsx';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import {
  CONDITIONS,
  type Condition,
  DECISIONS,
  type Decision,
  describeDecision,
  describeReceipt,
  type OperatorReturn,
} from './return-outcomes.ts';
import css from './returns.module.css';

export type Step = 'receive' | Decision;

interface Props {
  request: OperatorReturn;
  step: Step | undefined;
  onClose: () => void;
}

/** Receives or decides a return; says what happens before it does. */
export const SettleDialog = ({ request, step, onClose }: Props) => (
  <Dialog
    opened={step !== undefined}
    onClose={onClose}
    title={step === undefined ? '' : `${getStepLabel(step)}: ${request.customNumber}`}
    closeLabel="Close"
  >
    {step === 'receive' && <ReceiveForm request={request} onClose={onClose} />}
    {step !== undefined && step !== 'receive' && <DecideForm request={request} decision={step} onClose={onClose} />}
  </Dialog>
);

/** The name of a step on its button. */
export const getStepLabel = (step: Step): string => (step === 'receive' ? 'Receive' : DECISIONS[step].label);

interface FormProps {
  request: OperatorReturn;
  onClose: () => void;
}

/** Sends a step. Afterwards the return, the list and their counts are loaded again, also when someone else was faster. */
function useSettle(request: OperatorReturn, onClose: () => void) {
  const client = useQueryClient();
  const refresh = () => invalidateOperatorCalls(client, 'GET /api/operator/returns', 'GET /api/operator/returns/:id');
  const save = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: async () => {
      onClose();
      showSuccess(`${request.customNumber} has been updated.`);
      await refresh();
    },
  });
  return {
    send: save.mutate,
    isPending: save.isPending,
    error: save.error,
    conflict: save.error instanceof ApiError && save.error.status === 409 ? save.error : undefined,
    closeAndRefresh: () => {
      onClose();
      void refresh();
    },
  };
}

function ReceiveForm({ request, onClose }: FormProps) {
  const [quantity, setQuantity] = useState(request.quantity);
  const [isInvalid, setInvalid] = useState(false);
  const [condition, setCondition] = useState<Condition>();
  const settle = useSettle(request, onClose);
  const blocker = isInvalid
    ? 'Enter a whole number of pieces.'
    : condition === undefined
      ? 'Choose the condition of the pieces.'
      : null;
  return (
    <StackedForm
      align="flex-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocker === null && condition && !settle.isPending)
          settle.send(() =>
            operatorApi('POST /api/operator/returns/:id/receive', {
              params: { id: request.id },
              body: { quantity, condition, fingerprint: request.fingerprint },
            }),
          );
      }}
    >
      <PiecesField
        label="Pieces received"
        value={quantity}
        max={request.quantity}
        onChange={setQuantity}
        onInvalid={setInvalid}
      />
      <Group role="group" aria-label="Condition" gap="xs">
        {CONDITIONS.map(({ id, label }) => (
          <Toggle key={id} pressed={condition === id} onChange={() => setCondition(id)}>
            {label}
          </Toggle>
        ))}
      </Group>
      {condition && !isInvalid && <Outcome sentences={describeReceipt(request, quantity, condition)} />}
      <Buttons settle={settle} onClose={onClose} label={`Receive ${plural(quantity, 'piece')}`} blocker={blocker} />
    </StackedForm>
  );
}

function DecideForm({ request, decision, onClose }: FormProps & { decision: Decision }) {
  const [reason, setReason] = useState('');
  const settle = useSettle(request, onClose);
  const isRejection = decision === 'reject';
  const isReasonShown = decision !== 'sendInAdvance';
  const blocker = isRejection && reason.trim() === '' ? 'Enter a reason.' : null;
  return (
    <StackedForm
      align="flex-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocker === null && !settle.isPending)
          settle.send(() =>
            operatorApi('POST /api/operator/returns/:id/decide', {
              params: { id: request.id },
              body: { decision, reason: isReasonShown ? reason.trim() || null : null, fingerprint: request.fingerprint },
            }),
          );
      }}
    >
      <Outcome sentences={describeDecision(request, decision)} />
      {isReasonShown && (
        <Textarea
          w="100%"
          label={isRejection ? 'Reason' : 'Message (optional)'}
          description="Shown to the wearer in the email and on the order."
          maxLength={500}
          rows={3}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Buttons settle={settle} onClose={onClose} label={DECISIONS[decision].label} blocker={blocker} isDanger={isRejection} />
    </StackedForm>
  );
}

const Outcome = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className={css.outcome} aria-label="What happens">
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

interface ButtonsProps {
  settle: ReturnType<typeof useSettle>;
  onClose: () => void;
  label: string;
  blocker: string | null;
  isDanger?: boolean;
}

function Buttons({ settle, onClose, label, blocker, isDanger = false }: ButtonsProps) {
  if (settle.conflict)
    return (
      <Notice
        tone="warning"
        role="alert"
        actions={
          <Button size="compact-sm" variant="default" onClick={settle.closeAndRefresh}>
            Show the return as it is now
          </Button>
        }
      >
        {settle.conflict.message} Someone may have handled it already. Nothing was changed.
      </Notice>
    );
  return (
    <>
      {settle.error && (
        <Notice tone="danger" role="alert">
          {settle.error.message}
        </Notice>
      )}
      <Group gap={10}>
        <BlockableButton type="submit" {...(isDanger ? { color: 'red' } : {})} loading={settle.isPending} blocker={blocker}>
          {label}
        </BlockableButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
