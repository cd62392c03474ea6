import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate, formatDateTime, formatDay, formatMoney, plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorDownload, operatorQuery } from '../session/operator-api.ts';
import { AnswerForm, DeclineForm } from './answer-form.tsx';
import css from './made-to-measure.module.css';
import { TAILORING_STATUSES } from './tailoring-list.tsx';

export type OperatorMadeToMeasure = ReplyOf<'GET /api/operator/madetomeasure/:id'>['request'];

/** One request: the garment, its measurements when they are opened, and answering, declining and making it. */
export function OperatorRequestPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/madetomeasure/:id', { params: { id } }),
    enabled: isId,
    retry: false,
  });
  if (data) return <RequestView key={id} request={data.request} />;
  return (
    <>
      <PageHeader title="Tailoring" above={<BackLink id={id} />} />
      <Card>
        <RecordStates noun="request" isId={isId} error={error} onRetry={() => void refetch()} rows={3} height={80} />
      </Card>
    </>
  );
}

const BackLink = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.madeToMeasure}
    label="Tailoring"
    list="tailoring"
    noun="request"
    id={id}
    pathOf={operatorPaths.madeToMeasureRequest}
  />
);

function RequestView({ request }: { request: OperatorMadeToMeasure }) {
  const { label, tone } = TAILORING_STATUSES[request.status];
  const [step, setStep] = useState<'answer' | 'decline'>();
  const isWaiting = request.status === 'requested';
  return (
    <>
      <PageHeader title={`M${request.id}: ${request.productName}`} above={<BackLink id={request.id} />}>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </PageHeader>
      <Stack>
        <Card title="Request">
          <Facts request={request} />
        </Card>
        {request.hasMeasurements && <MeasurementsCard request={request} />}
        {(isWaiting || request.status === 'asked') && (
          <Card title="Answer">
            {step === 'answer' ? (
              <AnswerForm request={request} onClose={() => setStep(undefined)} />
            ) : step === 'decline' ? (
              <DeclineForm request={request} onClose={() => setStep(undefined)} />
            ) : (
              <ButtonRow>
                {isWaiting && <Button onClick={() => setStep('answer')}>Answer with price and date</Button>}
                <Button variant="default" onClick={() => setStep('decline')}>
                  Decline
                </Button>
              </ButtonRow>
            )}
          </Card>
        )}
        {request.status === 'ordered' && <MakeCard request={request} />}
      </Stack>
    </>
  );
}

/** How much a price is above that of the range. */
const describeSurcharge = (price: number, listPrice: number | null, currencyCode: string) =>
  listPrice === null || price <= listPrice ? '' : ` (${formatMoney(price - listPrice, currencyCode)} more than in the range)`;

function Facts({ request }: { request: OperatorMadeToMeasure }) {
  const { unitPrice, listPrice, leadTimeDays, orderId, dueOn, currencyCode } = request;
  const facts: [string, ReactNode][] = [
    ['Garment', `${request.quantity} × ${request.productName}, ${request.attributeDescription}`],
    ['SKU', request.sku],
    ['Wearer', request.customerName],
    ['Organisation', request.organisationName],
    ['Requested', formatDateTime(request.createdOnUtc)],
    [
      'Unit price',
      unitPrice === null
        ? request.isOffered &&
          (listPrice === null ? 'As in the range' : `${formatMoney(listPrice, currencyCode)}, as in the range, excluding tax`)
        : `${formatMoney(unitPrice, currencyCode)}, excluding tax${describeSurcharge(unitPrice, listPrice, currencyCode)}`,
    ],
    [
      'In the range',
      unitPrice === null && !request.isOffered && listPrice !== null && `${formatMoney(listPrice, currencyCode)}, excluding tax`,
    ],
    ['Lead time', leadTimeDays !== null && plural(leadTimeDays, 'day')],
    ['Answer', request.answer],
    ['Can be ordered until', request.expiresOnUtc && formatDate(request.expiresOnUtc)],
    [
      'Order',
      orderId !== null && (
        <Link key="order" to={operatorPaths.order(orderId)}>
          {orderId}
        </Link>
      ),
    ],
    ['Promised until', dueOn !== null && formatDay(dueOn)],
    ['Sent', request.shippedQuantity > 0 && plural(request.shippedQuantity, 'piece')],
  ];
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The measurements, once they are opened. They stay in the memory of this page alone. */
function MeasurementsCard({ request }: { request: OperatorMadeToMeasure }) {
  const params = { id: request.id };
  const opening = useMutation({
    mutationFn: () => operatorApi('GET /api/operator/madetomeasure/:id/measurements', { params }),
    onError: (error) => showError(error),
    gcTime: 0,
  });
  const given = opening.data;
  const workSheet = request.orderId !== null && (
    <DownloadButton file={() => operatorDownload('GET /api/operator/madetomeasure/:id/worksheet', { params })}>
      Work sheet
    </DownloadButton>
  );
  return (
    <Card title="Measurements">
      {given ? (
        <Stack gap="xs">
          <dl className={css.facts}>
            {given.measurements.map(({ name, value, unit }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="figures">
                  {value} {unit === 2 ? 'in' : 'cm'}
                </dd>
              </div>
            ))}
          </dl>
          {given.comments && <blockquote className={css.note}>{given.comments}</blockquote>}
          {workSheet && <ButtonRow>{workSheet}</ButtonRow>}
        </Stack>
      ) : (
        <Stack gap="xs">
          <Text c="dimmed">Only the maker of the garment needs them. Opening them is recorded.</Text>
          <ButtonRow>
            <Button variant="default" loading={opening.isPending} onClick={() => opening.mutate()}>
              Show measurements
            </Button>
            {workSheet}
          </ButtonRow>
        </Stack>
      )}
    </Card>
  );
}

function MakeCard({ request }: { request: OperatorMadeToMeasure }) {
  const client = useQueryClient();
  const refresh = () =>
    invalidateOperatorCalls(
      client,
      'GET /api/operator/madetomeasure',
      'GET /api/operator/madetomeasure/:id',
      'GET /api/operator/orders',
    );
  const finishing = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/madetomeasure/:id/made', { params: { id: request.id } }),
    onSuccess: () => {
      showSuccess(`M${request.id} is made. It can be picked now.`);
      return refresh();
    },
    onError: (error) => {
      showError(error);
      void refresh();
    },
  });
  return (
    <Card title="Make">
      {request.orderedOnUtc === null ? (
        <Text c="dimmed">Its order waits for approval. It can be made once the order is released.</Text>
      ) : (
        <ButtonRow>
          <Button loading={finishing.isPending} onClick={() => finishing.mutate()}>
            Mark as made
          </Button>
        </ButtonRow>
      )}
    </Card>
  );
}
