import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { StatementButton } from '#web/ordering/invoices/statement-dialog.tsx';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload, operatorQuery } from '../session/operator-api.ts';
import { BillingForm } from './billing-form.tsx';
import { DeliveryOptionsCard } from './delivery-options-card.tsx';
import css from './organisations.module.css';
import { type Billing, formatBytes } from './terms.ts';

const MAX_ID = 2_147_483_647;

/** Credit and billing of one organisation, with what is open now. */
export function OrganisationPage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/:id/credit', { params: { id } }),
    enabled: valid,
  });
  if (data) return <OrganisationView key={id} id={id} billing={data.billing} />;
  const isMissing = !valid || isNotFound(error);
  return (
    <>
      <PageHeader title="Organisation" above={<BackToOrganisations id={id} />} />
      <Card>
        {isMissing ? (
          <EmptyState title="Organisation not found">There is no organisation at this address in your brands.</EmptyState>
        ) : error ? (
          <ErrorState title="The organisation could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the organisation">
            <SkeletonRows rows={4} height={60} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

const BackToOrganisations = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.organisations}
    label="Credit and billing"
    list="organisations"
    noun="organisation"
    id={id}
    pathOf={operatorPaths.organisation}
  />
);

function OrganisationView({ id, billing }: { id: number; billing: Billing }) {
  const seesLogos = useMay('catalogue:read');
  return (
    <>
      <PageHeader
        title={billing.organisationName}
        above={<BackToOrganisations id={id} />}
        actions={
          <>
            <StatementButton
              file={(month) =>
                operatorDownload('GET /api/operator/organisations/:id/statement', { params: { id }, query: { month } })
              }
            />
            {seesLogos && (
              <Button component={Link} to={operatorPaths.clientLogos(id)} variant="default">
                Logos
              </Button>
            )}
            <Button component={Link} to={`${operatorPaths.invoices}?organisation=${id}`} variant="default">
              Invoices
            </Button>
            <Button component={Link} to={`${operatorPaths.payments}?organisation=${id}&record=`}>
              Record payment
            </Button>
          </>
        }
      >
        {billing.creditHold && <StatusBadge tone="danger">On hold</StatusBadge>}
      </PageHeader>
      <Stack className={css.columns}>
        <Stack miw={0}>
          <Card title="Terms">
            <BillingForm id={id} billing={billing} />
          </Card>
          <DeliveryOptionsCard organisationId={id} />
        </Stack>
        <Stack component="aside" miw={0} aria-label="Open amount">
          <OpenNow billing={billing} />
          <Card title="Files">
            <p>
              Uploaded files take {formatBytes(billing.fileBytes)} of {formatBytes(billing.fileQuotaBytes)}.
            </p>
          </Card>
        </Stack>
      </Stack>
    </>
  );
}

function OpenNow({ billing }: { billing: Billing }) {
  const { creditLimit, openAmount, currencyCode } = billing;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  return (
    <Card title="Open now">
      <Amounts
        rows={[
          { label: 'Unpaid invoices', value: money(billing.unpaidInvoices) },
          { label: 'of these overdue', value: money(billing.overdueInvoices), quiet: true },
          { label: 'Ordered, not invoiced yet', value: money(billing.notInvoiced) },
          ...(billing.unusedCredit > 0 ? [{ label: 'Credit not used yet', value: money(-billing.unusedCredit) }] : []),
          { label: 'Open amount incl. tax', value: money(openAmount), strong: true },
          ...(creditLimit === null
            ? [{ label: 'Credit limit', value: 'None' }]
            : [
                { label: 'Credit limit', value: money(creditLimit) },
                { label: 'Remaining credit', value: money(Math.round((creditLimit - openAmount) * 100) / 100) },
              ]),
        ]}
      />
    </Card>
  );
}
