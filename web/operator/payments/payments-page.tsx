import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import { ListFrame } from '../list-frame.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import {
  PAYMENT_ROWS,
  type PaymentFilters,
  readPaymentFilters,
  toPaymentsQuery,
  writePaymentFilters,
} from './payment-filters.ts';
import { describePaymentResult, type Payment, type PaymentResult } from './payment-result.ts';
import css from './payments.module.css';
import { PaymentCards, PaymentsTable } from './payments-table.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';
import { ReversePaymentForm } from './reverse-payment-form.tsx';
import { UseCreditForm } from './use-credit-form.tsx';

type Window =
  | { name: 'record'; organisationId: number }
  | { name: 'use' | 'reverse'; payment: Payment }
  | { name: 'result'; title: string; result: PaymentResult };

const TITLES = { record: 'Record a payment', use: 'Use credit for invoices', reverse: 'Reverse this payment?' };

/** Payments, credit notes and reversals: record, use and reverse them. */
export function PaymentsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readPaymentFilters(search);
  const isNarrow = useIsNarrow(900);
  const [open, setOpen] = useState<Window>();
  const query = useQuery({
    ...operatorQuery('GET /api/operator/payments', { query: toPaymentsQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const { isPlaceholderData, isFetching } = query;
  const change = (part: Partial<PaymentFilters>) =>
    setSearch(writePaymentFilters({ ...filters, page: 0, ...part }), { preventScrollReset: true });
  const close = () => {
    setOpen(undefined);
    if (filters.isRecording) change({ isRecording: false, page: filters.page });
  };
  const isFiltered = filters.search !== '' || filters.organisationId > 0 || filters.hasCredit;
  const record = <Button onClick={() => change({ isRecording: true, page: filters.page })}>Record payment</Button>;

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
      <PaymentFilterBar filters={filters} onChange={change} />
      <ListFrame
        query={query}
        name="payments"
        skeleton={{ rows: 8, height: 44 }}
        empty={(data) =>
          data.payments.length === 0 ? (
            <EmptyState title={isFiltered ? 'No matching payments' : 'No payments yet'} action={!isFiltered && record}>
              {isFiltered
                ? 'Try another reference or organisation.'
                : 'Record what organisations have paid. Orders that are delivered and paid become complete.'}
            </EmptyState>
          ) : undefined
        }
      >
        {(data) => (
          <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
            {isNarrow ? (
              <PaymentCards payments={data.payments} onOpen={(name, payment) => setOpen({ name, payment })} />
            ) : (
              <PaymentsTable payments={data.payments} onOpen={(name, payment) => setOpen({ name, payment })} />
            )}
            <Pager
              page={filters.page}
              limit={filters.rows}
              totalCount={data.totalCount}
              noun={data.totalCount === 1 ? 'entry' : 'entries'}
              onPage={(page) => {
                change({ page });
                scrollTo({ top: 0 });
              }}
              limits={PAYMENT_ROWS}
              onLimit={(rows) => change({ rows })}
            />
          </div>
        )}
      </ListFrame>
      <PaymentDialog
        open={open ?? (filters.isRecording ? { name: 'record', organisationId: filters.organisationId } : undefined)}
        onResult={(title, result) => {
          close();
          setOpen({ name: 'result', title, result });
        }}
        onClose={close}
      />
    </>
  );
}

interface FilterProps {
  filters: PaymentFilters;
  onChange: (part: Partial<PaymentFilters>) => void;
}

const PaymentFilterBar = ({ filters, onChange }: FilterProps) => (
  <div className={css.bar}>
    <SearchInput
      className={css.search}
      label="Search payments"
      placeholder="Reference or organisation"
      value={filters.search}
      onSearch={(text) => onChange({ search: text })}
    />
    <div className={css.organisation}>
      <OrganisationSelect
        label="Organisation"
        none="All organisations"
        value={filters.organisationId}
        onChange={(organisationId) => onChange({ organisationId })}
      />
    </div>
    <Toggle pressed={filters.hasCredit} onChange={(hasCredit) => onChange({ hasCredit })}>
      With credit left
    </Toggle>
  </div>
);

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
    <div className={css.form}>
      <Notice tone="success" role="status">
        {sentences.length === 0 ? 'It covers no invoice.' : <ResultList sentences={sentences} />}
      </Notice>
      <div className={css.buttons}>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

const ResultList = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className={css.result}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
