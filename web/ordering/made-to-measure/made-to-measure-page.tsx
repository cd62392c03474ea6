import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { formatLeadTime, usePriceTerms } from '#web/catalogue/products/purchase-labels.ts';
import { useHashTarget } from '#web/ui/browser/use-hash-target.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { ButtonRow, FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { describeCost } from './describe-cost.ts';
import css from './made-to-measure.module.css';
import {
  checkMeasurements,
  MEASUREMENT_SERVER_NAMES,
  type MeasurementValues,
  toMeasurementBody,
  toMeasurementValues,
} from './measurement-values.ts';
import { MeasurementsFields } from './measurements-fields.tsx';
import { REQUEST_STATUSES } from './request-status.ts';

type MadeToMeasureRequest = ReplyOf<'GET /api/madetomeasure'>['requests'][number];

const CALLS = ['GET /api/madetomeasure', 'GET /api/shopping_cart_items'] as const;

/** One's own requests for garments made to measure, and those made for others, newest first. */
export function MadeToMeasurePage() {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/madetomeasure', {}));
  return (
    <>
      <PageHeader
        title="Made to measure"
        above={<OrdersNav />}
        actions={
          <Button component={Link} to={paths.madeToMeasureNew()}>
            Request a garment
          </Button>
        }
      >
        Garments made to your own measurements. {ONLY_IF_FAULTY}
      </PageHeader>
      {data ? (
        data.requests.length === 0 ? (
          <Card>
            <EmptyState
              title="Nothing has been requested yet"
              action={
                <Button component={Link} to={paths.madeToMeasureNew()}>
                  Choose a garment
                </Button>
              }
            >
              Requests and answers appear here.
            </EmptyState>
          </Card>
        ) : (
          <ul className={css.list} aria-label="Requests">
            {data.requests.map((request) => (
              <ListedRequest key={request.id} request={request} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState title="Your requests could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading your requests">
          <SkeletonRows rows={3} height={120} />
        </PageLoading>
      )}
    </>
  );
}

function ListedRequest({ request }: { request: MadeToMeasureRequest }) {
  const target = useHashTarget<HTMLLIElement>(`request-${request.id}`);
  return (
    <li {...target}>
      <RequestCard request={request} />
    </li>
  );
}

function RequestCard({ request }: { request: MadeToMeasureRequest }) {
  const { label, tone } = REQUEST_STATUSES[request.status];
  const [isMeasuring, setMeasuring] = useState(false);
  return (
    <Card>
      <Stack gap="xs">
        <div className={css.head}>
          <h2>
            {request.quantity > 1 && `${request.quantity} × `}
            {request.productName}
          </h2>
          <StatusBadge tone={tone}>{request.isInCart ? 'In the cart' : label}</StatusBadge>
        </div>
        <Text c="dimmed">{listFacts(request).join(' · ')}</Text>
        <Answer request={request} />
        {request.orderId !== null && (
          <p>
            <Link to={paths.order(request.orderId)}>Order {request.orderId}</Link>
          </p>
        )}
        {isMeasuring ? (
          <GiveMeasurements request={request} onClose={() => setMeasuring(false)} />
        ) : (
          <Actions request={request} onMeasure={() => setMeasuring(true)} />
        )}
      </Stack>
    </Card>
  );
}

/** Colour, who it is for, and when it was asked for. */
const listFacts = ({ attributeDescription, isOwn, customerName, requestedBy, createdOnUtc }: MadeToMeasureRequest) => [
  attributeDescription,
  ...(isOwn ? [] : [`For ${customerName}`]),
  `${requestedBy && isOwn ? `Requested by ${requestedBy}` : 'Requested'} on ${formatDate(createdOnUtc)}`,
];

/** What the supplier said: price, time and a note, or why not. */
function Answer({ request }: { request: MadeToMeasureRequest }) {
  const { status, unitPrice, listPrice, leadTimeDays, answer, expiresOnUtc, cost, quantity, isOwn, customerName } = request;
  const { currencyCode } = usePriceTerms();
  const isOpen = status === 'answered' || status === 'ordered' || status === 'made';
  const price = unitPrice ?? (request.isOffered && status === 'answered' ? listPrice : null);
  const surcharge = unitPrice === null || listPrice === null ? 0 : unitPrice - listPrice;
  const person = useImpersonatedName() ?? (isOwn ? undefined : customerName);
  return (
    <>
      {isOpen && (price !== null || leadTimeDays !== null) && (
        <p>
          {price !== null && (
            <strong className="figures">
              {formatMoney(price, currencyCode)} each, excluding tax
              {surcharge > 0 && `: ${formatMoney(surcharge, currencyCode)} more than in a standard size`}.{' '}
            </strong>
          )}
          {leadTimeDays !== null && `Sent about ${formatLeadTime(leadTimeDays)} after the order.`}
        </p>
      )}
      {cost && !request.isInCart && <p>{describeCost(cost, { quantity, currencyCode, person })}</p>}
      {answer && <blockquote className={css.note}>{answer}</blockquote>}
      {status === 'answered' && expiresOnUtc && (
        <p>
          You can order it until {formatDate(expiresOnUtc)}. {ONLY_IF_FAULTY}
        </p>
      )}
    </>
  );
}

function Actions({ request, onMeasure }: { request: MadeToMeasureRequest; onMeasure: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => invalidateCalls(client, ...CALLS);
  const ordering = useMutation({
    mutationFn: () => api('POST /api/madetomeasure/:id/order', { params: { id: request.id } }),
    onSuccess: async () => {
      showSuccess(`${request.productName} is in your cart, made to measure.`);
      await refresh();
      void navigate(paths.cart());
    },
    onError: (error) => {
      showError(error);
      void refresh();
    },
  });
  const withdrawing = useMutation({
    mutationFn: () => api('POST /api/madetomeasure/:id/withdraw', { params: { id: request.id } }),
    onSuccess: () => {
      showSuccess('The request is withdrawn, and the measurements are deleted.');
      return refresh();
    },
    onError: (error) => {
      showError(error);
      void refresh();
    },
  });
  const person = useImpersonatedName();
  const { status, isOwn, canOrder, isInCart } = request;
  // Measurements and consent are the wearer's own matter: whoever acts for them may only order.
  const isActed = person !== undefined;
  const canMeasure = status === 'asked' && isOwn && !isActed;
  const canWithdraw = !isActed && (status === 'asked' || status === 'requested' || status === 'answered');
  if (!canMeasure && !canOrder && !isInCart && !canWithdraw) return null;
  return (
    <ButtonRow>
      {canMeasure && <Button onClick={onMeasure}>Give measurements</Button>}
      {canOrder && (
        <Button loading={ordering.isPending} onClick={() => ordering.mutate()}>
          Add to cart
        </Button>
      )}
      {isInCart && (
        <Button component={Link} to={paths.cart()}>
          Open the cart
        </Button>
      )}
      {canWithdraw && (
        <Button variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          Withdraw the request
        </Button>
      )}
    </ButtonRow>
  );
}

function GiveMeasurements({ request, onClose }: { request: MadeToMeasureRequest; onClose: () => void }) {
  const client = useQueryClient();
  const form = useEntityForm<MeasurementValues, unknown>({
    saved: toMeasurementValues(),
    version: 0,
    validate: checkMeasurements,
    serverNames: MEASUREMENT_SERVER_NAMES,
    save: ({ values }) =>
      api('POST /api/madetomeasure/:id/measurements', { params: { id: request.id }, body: toMeasurementBody(values) }),
    onSaved: async () => {
      onClose();
      showSuccess('Your measurements have been sent.');
      await invalidateCalls(client, ...CALLS);
    },
  });
  return (
    <StackedForm maw={560} {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <MeasurementsFields values={form.values} errors={form.errors} change={form.set} />
      <FormButtons isSaving={form.isSaving} onCancel={onClose}>
        Send measurements
      </FormButtons>
    </StackedForm>
  );
}
