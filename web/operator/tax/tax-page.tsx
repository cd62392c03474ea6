import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDay } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import prices from '../prices/prices.module.css';
import { operatorApi } from '../session/operator-api.ts';
import css from './tax.module.css';
import { TAX_CLASS_LABELS } from './tax-classes.ts';
import { TaxRateForm } from './tax-rate-form.tsx';
import { type TaxSettings, taxQuery, useSavedTax } from './use-saved-tax.ts';

const STATES = {
  coming: { label: 'Coming', tone: 'info' },
  current: { label: 'Applies', tone: 'success' },
  past: { label: 'Past', tone: 'neutral' },
} as const;

/** Tax rates by country, class of products and day, and which of them clients pay. */
export function TaxPage() {
  const { data, error, refetch } = useQuery(taxQuery);
  const settings = data?.taxSettings;
  return (
    <>
      <PageHeader title="Tax rates" above={<Link to={operatorPaths.prices}>Prices</Link>}>
        By country, class of products and day. The rate on the day of the order applies. Existing orders keep theirs.
      </PageHeader>
      {settings ? (
        <div className={css.cards}>
          <Rates settings={settings} />
          <Clients settings={settings} />
        </div>
      ) : error ? (
        <ErrorState title="The tax rates could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the tax rates">
          <SkeletonRows rows={4} height={40} />
        </PageLoading>
      )}
    </>
  );
}

function Rates({ settings }: { settings: TaxSettings }) {
  const saved = useSavedTax();
  const deleting = useMutation({
    mutationFn: (id: number) => operatorApi('DELETE /api/operator/tax/rates/:id', { params: { id } }),
    onSuccess: (reply) => saved(reply, 'The tax rate has been deleted.'),
    onError: (error) => showError(error),
  });
  return (
    <Card title="Rates">
      <div className={prices.upload}>
        {settings.rates.length === 0 ? (
          <EmptyState title="No rates yet">Each client pays the rate it was set up with.</EmptyState>
        ) : (
          <div className={prices.scroll}>
            <table className={prices.table}>
              <caption className={list.caption}>Tax rates</caption>
              <thead>
                <tr>
                  <th scope="col">Country and class</th>
                  <th scope="col">Rate</th>
                  <th scope="col">Days</th>
                  <th scope="col">Status</th>
                  <th scope="col">
                    <span className={list.caption}>Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {settings.rates.map((rate) => {
                  const days =
                    rate.lastOn === null
                      ? `from ${formatDay(rate.startsOn)}`
                      : `${formatDay(rate.startsOn)} to ${formatDay(rate.lastOn)}`;
                  const name = `${rate.countryName}, ${TAX_CLASS_LABELS[rate.taxClass].toLowerCase()}`;
                  return (
                    <tr key={rate.id}>
                      <th scope="row">
                        {rate.countryName}
                        <span className={list.line}>{TAX_CLASS_LABELS[rate.taxClass]}</span>
                      </th>
                      <td className="figures">{rate.percent}%</td>
                      <td>{days}</td>
                      <td>
                        <StatusBadge tone={STATES[rate.state].tone}>{STATES[rate.state].label}</StatusBadge>
                      </td>
                      <td>
                        {rate.refusal === null && (
                          <RowButton
                            aria-label={`Delete: ${name}, ${rate.percent}% ${days}`}
                            onClick={() => deleting.mutate(rate.id)}
                          >
                            Delete
                          </RowButton>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
        <TaxRateForm key={JSON.stringify(settings.rates)} settings={settings} onSaved={saved} />
      </div>
    </Card>
  );
}

function Clients({ settings }: { settings: TaxSettings }) {
  const saved = useSavedTax();
  const saving = useMutation({
    mutationFn: ({ id, countryCode }: { id: number; countryCode: string | null }) =>
      operatorApi('PUT /api/operator/organisations/:id/tax', { params: { id }, body: { countryCode } }),
    onSuccess: (reply) => saved(reply, 'The country has been saved.'),
    onError: (error) => showError(error),
  });
  return (
    <Card title="Clients">
      <p className={css.text}>
        The country of a client decides which rates it pays. Without one, and for classes of which the country has no rate, it
        pays its own.
      </p>
      <div className={prices.scroll}>
        <table className={prices.table}>
          <caption className={list.caption}>What clients pay</caption>
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Rates of</th>
              <th scope="col">Standard rate today</th>
            </tr>
          </thead>
          <tbody>
            {settings.organisations.map(({ id, name, countryCode, ownPercent, percent }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>
                  <NativeSelect
                    aria-label={`Rates of ${name}`}
                    rightSection={<DownIcon size={16} />}
                    value={countryCode ?? ''}
                    disabled={saving.isPending}
                    onChange={({ currentTarget: { value } }) => saving.mutate({ id, countryCode: value || null })}
                    data={[
                      { value: '', label: `Its own rate (${ownPercent}%)` },
                      ...settings.countries.map((country) => ({ value: country.code, label: country.name })),
                    ]}
                  />
                </td>
                <td className="figures">{percent}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
