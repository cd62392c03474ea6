import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { paths } from '#web/app/paths.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { formatLeadTime, usePriceTerms } from '#web/catalogue/products/purchase-labels.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { describeCost } from './describe-cost.ts';
import {
  checkMeasurements,
  MEASUREMENT_SERVER_NAMES,
  type MeasurementValues,
  toMeasurementBody,
  toMeasurementValues,
} from './measurement-values.ts';
import { MeasurementsFields } from './measurements-fields.tsx';
import { RequestedWearer, useRequestedWearer } from './requested-wearer.tsx';

type Garment = ReplyOf<'GET /api/madetomeasure/garments/:id'>['garment'];
type Stored = ReplyOf<'GET /api/customers/getSpecialMeasurements'>['specialMeasurements'];

/** Ordering a garment made to measure, or asking the supplier for it, with one's own measurements. */
export function MadeToMeasureGarmentPage() {
  const { id, isId } = useRecordId();
  const wearer = useRequestedWearer();
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/madetomeasure/garments/:id', { params: { id }, query: { customerId: wearer.id } }),
    enabled: isId,
    retry: false,
  });
  const stored = useQuery({
    ...apiQuery('GET /api/customers/getSpecialMeasurements', { query: {} }),
    enabled: wearer.isOwn,
  });
  if (data && !wearer.isOwn) return <AskForMeasurements key={`${id} ${wearer.id}`} garment={data.garment} wearer={wearer} />;
  if (data && (stored.data || stored.error))
    return <GarmentRequest key={id} garment={data.garment} wearer={wearer} stored={stored.data?.specialMeasurements ?? null} />;
  const isMissing = !isId || isNotFound(error);
  return (
    <>
      <PageHeader title="Made to measure" />
      <Card>
        {isMissing ? (
          <EmptyState
            title="Garment not found"
            action={
              <Button component={Link} to={paths.landing()}>
                Go to your start page
              </Button>
            }
          >
            There is no garment at this address that you can order.
          </EmptyState>
        ) : error ? (
          <ErrorState title="The garment could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the garment">
            <SkeletonText lines={5} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

interface Choice {
  colourId: number;
  quantity: number;
}

interface Values extends MeasurementValues, Choice {}

interface RequestProps {
  garment: Garment;
  wearer: ReturnType<typeof useRequestedWearer>;
}

/** Asking someone for their measurements: no one else gives them, or reads them. */
function AskForMeasurements({ garment, wearer }: RequestProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isOffered, colours, customerName: name } = garment;
  const form = useEntityForm<Choice, unknown>({
    saved: { colourId: colours[0]?.id ?? 0, quantity: 1 },
    save: ({ values }) =>
      api('POST /api/madetomeasure', {
        body: {
          productId: garment.productId,
          colourId: values.colourId || null,
          quantity: values.quantity,
          ...(wearer.id !== undefined && { customerId: wearer.id }),
        },
      }),
    onSaved: async () => {
      await invalidateCalls(client, 'GET /api/madetomeasure');
      showSuccess(`${name} has been asked for measurements by email.`);
      void navigate(paths.madeToMeasure());
    },
  });
  return (
    <>
      <PageHeader title={`${garment.productName}, made to measure`}>{!wearer.canChoose && `For ${name}`}</PageHeader>
      <Card>
        <StackedForm maw={560} {...form.formProps}>
          <FormNotices otherErrors={form.otherErrors} />
          <RequestedWearer wearer={wearer} name={name} />
          <Terms garment={garment} quantity={form.values.quantity} person={name} />
          <Choices garment={garment} values={form.values} change={form.set} />
          <p>
            {name} enters the measurements. You won’t see them.{' '}
            {isOffered
              ? 'After that, you or they can order it.'
              : 'After that, the supplier answers with a price and a date, and you or they can order it.'}
          </p>
          <FormButtons isSaving={form.isSaving} onCancel={() => void navigate(-1)}>
            Ask for measurements
          </FormButtons>
        </StackedForm>
      </Card>
    </>
  );
}

/** Colour and quantity. */
function Choices({ garment, values, change }: { garment: Garment; values: Choice; change: (part: Partial<Choice>) => void }) {
  const { colours } = garment;
  const [invalidText, setInvalidText] = useState<string>();
  return (
    <>
      {colours.length > 0 && (
        <NativeSelect
          label="Colour"
          rightSection={<DownIcon size={16} />}
          data={colours.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(values.colourId)}
          onChange={(event) => change({ colourId: Number(event.currentTarget.value) })}
        />
      )}
      <Stack gap={4} align="flex-start">
        <Text span fw={600}>
          Quantity
        </Text>
        <QuantityInput
          label={`Quantity of ${garment.productName}`}
          value={values.quantity}
          min={1}
          max={100}
          onChange={(quantity) => change({ quantity })}
          invalidText={invalidText}
          onInvalidText={(text) => setInvalidText(text || undefined)}
        />
      </Stack>
    </>
  );
}

function GarmentRequest({ garment, wearer, stored }: RequestProps & { stored: Stored }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isOffered, colours } = garment;
  // Without a draft: measurements of a body do not stay on the device.
  const form = useEntityForm<Values, unknown>({
    saved: { ...toMeasurementValues(stored?.measurements), colourId: colours[0]?.id ?? 0, quantity: 1 },
    version: 0,
    validate: checkMeasurements,
    serverNames: MEASUREMENT_SERVER_NAMES,
    save: ({ values }) =>
      api('POST /api/madetomeasure', {
        body: {
          productId: garment.productId,
          colourId: values.colourId || null,
          quantity: values.quantity,
          ...toMeasurementBody(values),
        },
      }),
    onSaved: async () => {
      await invalidateCalls(client, 'GET /api/madetomeasure', 'GET /api/shopping_cart_items');
      if (isOffered) showSuccess(`${garment.productName} is in your cart, made to measure.`);
      else showSuccess('Your request has been sent. We’ll email you when the supplier answers.');
      void navigate(isOffered ? paths.cart() : paths.madeToMeasure());
    },
  });
  const { values, errors } = form;
  return (
    <>
      <PageHeader title={`${garment.productName}, made to measure`}>
        {isOffered ? 'Cut to your own measurements.' : 'The supplier answers with a price and a date before you order.'}
      </PageHeader>
      <Card>
        <StackedForm maw={560} {...form.formProps}>
          <FormNotices otherErrors={form.otherErrors} />
          <RequestedWearer wearer={wearer} name={undefined} />
          <Terms garment={garment} quantity={values.quantity} person={undefined} />
          <Choices garment={garment} values={values} change={form.set} />
          <Stack gap={4}>
            <h2>Your measurements</h2>
            <p>
              {stored
                ? 'We have filled in your earlier measurements. Please check them.'
                : 'Measure with a tape, or have someone measure you. Leave blank what you don’t know.'}
            </p>
          </Stack>
          <MeasurementsFields values={values} errors={errors} change={form.set} />
          <FormButtons isSaving={form.isSaving} onCancel={() => void navigate(-1)}>
            {isOffered ? 'Add to cart' : 'Ask the supplier'}
          </FormButtons>
        </StackedForm>
      </Card>
    </>
  );
}

interface TermsProps {
  garment: Garment;
  quantity: number;
  /** Who wears it, where that is someone else. */
  person: string | undefined;
}

/** Price, time and returns, before anything is ordered. */
function Terms({ garment: { isOffered, unitPrice, leadTimeDays, cost }, quantity, person }: TermsProps) {
  const { currencyCode } = usePriceTerms();
  return (
    <Notice tone="warning">
      <strong>Made only for {person ?? 'you'}.</strong>{' '}
      {unitPrice !== null && `${formatMoney(unitPrice, currencyCode)} each, excluding tax. `}
      {cost && `${describeCost(cost, { quantity, currencyCode, person }) ?? ''} `}
      {leadTimeDays !== null && isOffered && `It is sent about ${formatLeadTime(leadTimeDays)} after the order. `}
      {person === undefined ? ONLY_IF_FAULTY : 'It can only be returned if it is faulty.'}
    </Notice>
  );
}
