import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { paths } from '#web/app/paths.ts';
import { formatLeadTime, usePriceTerms } from '#web/catalogue/products/purchase-labels.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
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
import {
  checkMeasurements,
  MEASUREMENT_SERVER_NAMES,
  type MeasurementValues,
  toMeasurementBody,
  toMeasurementValues,
} from './measurement-values.ts';
import { MeasurementsFields } from './measurements-fields.tsx';

type Garment = ReplyOf<'GET /api/madetomeasure/garments/:id'>['garment'];
type Stored = ReplyOf<'GET /api/customers/getSpecialMeasurements'>['specialMeasurements'];

/** Ordering a garment made to measure, or asking the supplier for it, with one's own measurements. */
export function MadeToMeasureGarmentPage() {
  const id = Number(useParams().id);
  const isValid = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/madetomeasure/garments/:id', { params: { id } }),
    enabled: isValid,
    retry: false,
  });
  const stored = useQuery(apiQuery('GET /api/customers/getSpecialMeasurements', { query: {} }));
  if (data && (stored.data || stored.error))
    return <GarmentRequest key={id} garment={data.garment} stored={stored.data?.specialMeasurements ?? null} />;
  const isMissing = !isValid || (error instanceof ApiError && error.status === 404);
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
            There is no garment for you at this address.
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

interface Values extends MeasurementValues {
  colourId: number;
  quantity: number;
}

function GarmentRequest({ garment, stored }: { garment: Garment; stored: Stored }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isOffered, colours } = garment;
  const [invalidText, setInvalidText] = useState<string>();
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
      else showSuccess('Your request has been sent. You are mailed when the supplier answers.');
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
          <Terms garment={garment} />
          {colours.length > 0 && (
            <NativeSelect
              label="Colour"
              rightSection={<DownIcon size={16} />}
              data={colours.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(values.colourId)}
              onChange={(event) => form.set({ colourId: Number(event.currentTarget.value) })}
            />
          )}
          <Stack gap={4} align="flex-start">
            <span>Quantity</span>
            <QuantityInput
              label={`Quantity of ${garment.productName}`}
              value={values.quantity}
              min={1}
              max={100}
              onChange={(quantity) => form.set({ quantity })}
              invalidText={invalidText}
              onInvalidText={(text) => setInvalidText(text || undefined)}
            />
          </Stack>
          <Stack gap={4}>
            <h2>Your measurements</h2>
            <p>
              {stored
                ? 'We have filled in what was written down for you before. Please check it.'
                : 'Measure with a tape, or have someone measure you. Leave out what you do not know.'}
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

/** Price, time and returns, before anything is ordered. */
function Terms({ garment: { isOffered, unitPrice, leadTimeDays } }: { garment: Garment }) {
  const { currencyCode } = usePriceTerms();
  return (
    <Notice tone="warning">
      <strong>Made for you alone.</strong>{' '}
      {unitPrice !== null && `${formatMoney(unitPrice, currencyCode)} a piece, excluding tax. `}
      {leadTimeDays !== null && isOffered && `It is sent about ${formatLeadTime(leadTimeDays)} after you order. `}
      {ONLY_IF_FAULTY}
    </Notice>
  );
}
