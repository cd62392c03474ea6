import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { StatementButton } from '#web/ordering/invoices/statement-dialog.tsx';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { QuestionsCard } from '../checkout-questions/questions-card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload, operatorQuery } from '../session/operator-api.ts';
import { BillingForm } from './billing-form.tsx';
import { DeliveryOptionsCard } from './delivery-options-card.tsx';
import css from './organisations.module.css';
import { type Billing, formatBytes } from './terms.ts';

/** Credit and billing of one organisation, with what is open now. */
export function OrganisationPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/organisations/:id/credit', { params: { id } }),
    enabled: isId,
  });
  if (data) return <OrganisationView key={id} id={id} billing={data.billing} />;
  return (
    <>
      <PageHeader title="Organisation" above={<BackToOrganisations id={id} />} />
      <Card>
        <RecordStates noun="organisation" isId={isId} error={error} onRetry={() => void refetch()} />
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
  const keepsDesigns = useMay('catalogue:write');
  const seesLogos = useMay('catalogue:read');
  const seesQuestions = useMay('content:read');
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
            {keepsDesigns && (
              <Button component={Link} to={operatorPaths.clientDesigns(id)} variant="default">
                Designs
              </Button>
            )}
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
          {seesQuestions && <QuestionsCard organisationId={id} />}
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
