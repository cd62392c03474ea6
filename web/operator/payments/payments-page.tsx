import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { describePaymentResult, type Payment, type PaymentResult } from './payment-result.ts';
import { type PaymentListActions, paymentsList } from './payments-list.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';
import { ReversePaymentForm } from './reverse-payment-form.tsx';
import { UseCreditForm } from './use-credit-form.tsx';

type Window =
  | { name: 'record'; organisationId: number }
  | { name: 'use' | 'reverse'; payment: Payment }
  | { name: 'result'; title: string; result: PaymentResult };

const TITLES = { record: 'Record a payment', use: 'Use credit for invoices', reverse: 'Reverse this payment?' };

/** Set in the URL while the form that records a payment is open; links from other pages open it. */
const RECORD = 'record';

/** Payments, credit notes and reversals: record, use and reverse them. */
export function PaymentsPage() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Window>();
  const [actions] = useState<PaymentListActions>({ open: (name, payment) => setOpen({ name, payment }) });
  const model = useList(paymentsList, actions);
  const setRecording = (isRecording: boolean) => {
    const changed = new URLSearchParams(params);
    if (isRecording) changed.set(RECORD, '');
    else changed.delete(RECORD);
    setParams(changed, { preventScrollReset: true });
  };
  const close = () => {
    setOpen(undefined);
    if (params.has(RECORD)) setRecording(false);
  };
  const record = (
    <Button aria-haspopup="dialog" onClick={() => setRecording(true)}>
      Record payment
    </Button>
  );
  const { organisationId = 0 } = model.state.filters;

  return (
    <>
      <PageHeader
        title="Payments"
        actions={
          <>
            <Button component={Link} to={operatorPaths.organisations} variant="default">
              Credit and billing
            </Button>
            {record}
          </>
        }
      />
      <ListPage model={model} emptyAction={record} />
      <PaymentDialog
        open={open ?? (params.has(RECORD) ? { name: 'record', organisationId } : undefined)}
        onResult={(title, result) => {
          close();
          setOpen({ name: 'result', title, result });
        }}
        onClose={close}
      />
    </>
  );
}

interface DialogProps {
  open: Window | undefined;
  onResult: (title: string, result: PaymentResult) => void;
  onClose: () => void;
}

/** Recording, using or reversing a payment, and what that has done. */
const PaymentDialog = ({ open, onResult, onClose }: DialogProps) => (
  <Dialog
    opened={open !== undefined}
    onClose={onClose}
    title={open?.name === 'result' ? open.title : TITLES[open?.name ?? 'record']}
    closeLabel="Close"
    width={640}
  >
    {open?.name === 'record' && (
      <RecordPaymentForm
        organisationId={open.organisationId}
        onDone={(result) => onResult('Payment recorded', result)}
        onCancel={onClose}
      />
    )}
    {open?.name === 'use' && (
      <UseCreditForm payment={open.payment} onDone={(result) => onResult('Credit used', result)} onCancel={onClose} />
    )}
    {open?.name === 'reverse' && (
      <ReversePaymentForm payment={open.payment} onDone={(result) => onResult('Payment reversed', result)} onCancel={onClose} />
    )}
    {open?.name === 'result' && <Result result={open.result} onClose={onClose} />}
  </Dialog>
);

function Result({ result, onClose }: { result: PaymentResult; onClose: () => void }) {
  const sentences = describePaymentResult(result);
  return (
    <Stack>
      <Notice tone="success" role="status">
        {sentences.length === 0 ? 'It covers no invoice.' : <ResultList sentences={sentences} />}
      </Notice>
      <Group gap={10}>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

const ResultList = ({ sentences }: { sentences: readonly string[] }) => (
  <Stack component="ul" gap={6} m={0} pl={18}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </Stack>
);
