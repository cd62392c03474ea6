import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCataloguePrice } from '#web/catalogue/range/range-labels.ts';
import { formatPriceDays } from '#web/catalogue/range/scheduled-price.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDay, formatMoney, plural } from '#web/ui/format/format.ts';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { useMay } from '../session/operator-access.ts';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './prices.module.css';
import { ProductPriceForm } from './product-price-form.tsx';
import { TierForm } from './tier-form.tsx';
import { type ProductPricesReply, useSavedProductPrices } from './use-saved-product-prices.ts';

type Prices = ProductPricesReply['productPrices'];

/** The catalogue prices of a product, those with days, and its quantity tiers: to read, and to change where the operator may. */
export function ProductPrices({ productId }: { productId: number }) {
  const { data, error, refetch } = useQuery(
    operatorQuery('GET /api/operator/products/:id/prices', { params: { id: productId } }),
  );
  const mayWrite = useMay('catalogue:write');
  if (!data)
    return error ? (
      <ErrorState title="The prices could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <PageLoading label="Loading the prices">
        <SkeletonRows rows={4} height={40} />
      </PageLoading>
    );
  const prices = data.productPrices;
  const canEdit = mayWrite && prices.refusal === null;
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600}>{prices.name}</Text>
        <Text size="sm" c="dimmed">
          {prices.sku} · {prices.callForPrice ? 'The price is on request. ' : ''}Prices exclude tax.
        </Text>
      </div>
      {prices.refusal !== null && <Notice>{prices.refusal}</Notice>}
      <Today prices={prices} />
      <Scheduled prices={prices} canEdit={canEdit} />
      {canEdit && (
        // A saved change empties the form.
        <ProductPriceForm key={JSON.stringify([prices.price, prices.combinations, prices.scheduled])} prices={prices} />
      )}
      <Tiers prices={prices} canEdit={canEdit} />
      {canEdit && <TierForm key={JSON.stringify(prices.tiers)} prices={prices} />}
    </Stack>
  );
}

/** What one combination is called: "Navy, M". */
const nameCombination = (prices: Prices, id: number | null): string => {
  if (id === null) return 'All sizes and colours';
  const found = prices.combinations.find((combination) => combination.id === id);
  return found?.description || found?.sku || 'A discontinued size';
};

/** More combinations with a price of their own are summed up. */
const MAX_LISTED = 8;

function Today({ prices }: { prices: Prices }) {
  const own = prices.combinations.filter(({ price, overriddenPrice }) => overriddenPrice !== null || price !== prices.price);
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Today</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{own.length > 0 ? 'All other sizes and colours' : 'All sizes and colours'}</th>
          <td className="figures">{formatMoney(prices.price, prices.currencyCode)}</td>
        </tr>
        {own.length > MAX_LISTED ? (
          <tr>
            <th scope="row">{plural(own.length, 'size or colour', 'sizes and colours')} with another price</th>
            <td className="figures">
              {formatCataloguePrice(
                Math.min(...own.map(({ price }) => price)),
                Math.max(...own.map(({ price }) => price)),
                prices.currencyCode,
              )}
            </td>
          </tr>
        ) : (
          own.map(({ id, price, overriddenPrice }) => (
            <tr key={id}>
              <th scope="row">
                {nameCombination(prices, id)}
                {overriddenPrice === null ? ' (surcharge)' : ''}
              </th>
              <td className="figures">{formatMoney(price, prices.currencyCode)}</td>
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

function useRemoval(prices: Prices) {
  const saved = useSavedProductPrices(prices.productId);
  const id = prices.productId;
  return useMutation({
    mutationFn: ({ what, each }: { what: 'price' | 'tier'; each: number; message: string }) =>
      what === 'price'
        ? operatorApi('DELETE /api/operator/products/:id/prices/scheduled/:scheduledId', { params: { id, scheduledId: each } })
        : operatorApi('DELETE /api/operator/products/:id/tiers/:tierId', { params: { id, tierId: each } }),
    onSuccess: (reply, { message }) => saved(reply, message),
    onError: (error) => showError(error),
  });
}

function Scheduled({ prices, canEdit }: { prices: Prices; canEdit: boolean }) {
  const removal = useRemoval(prices);
  if (prices.scheduled.length === 0) return null;
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">With dates</th>
          <th scope="col">Price</th>
          <th scope="col">Days</th>
          {canEdit && <th scope="col" aria-label="Actions" />}
        </tr>
      </thead>
      <tbody>
        {prices.scheduled.map((each) => {
          const name = nameCombination(prices, each.combinationId);
          const days = formatPriceDays(each);
          return (
            <tr key={each.id}>
              <th scope="row">{name}</th>
              <td className="figures">
                {each.price === null ? 'Same as the product' : formatMoney(each.price, prices.currencyCode)}
              </td>
              <td>{days}</td>
              {canEdit && (
                <td>
                  <RowButton
                    aria-label={`${each.state === 'active' ? 'End now' : 'Cancel'}: ${name}, ${days}`}
                    disabled={removal.isPending}
                    onClick={() =>
                      removal.mutate({
                        ...{ what: 'price', each: each.id },
                        message:
                          each.state === 'active'
                            ? 'The price has ended. The previous price applies again.'
                            : 'The coming price has been cancelled.',
                      })
                    }
                  >
                    {each.state === 'active' ? 'End now' : 'Cancel'}
                  </RowButton>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const describeTierDays = ({ startsOn, lastOn }: Prices['tiers'][number]): string =>
  [startsOn && `from ${formatDay(startsOn)}`, lastOn && `until ${formatDay(lastOn)}`].filter(Boolean).join(' ') || 'No end';

function Tiers({ prices, canEdit }: { prices: Prices; canEdit: boolean }) {
  const removal = useRemoval(prices);
  if (prices.tiers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No quantity tiers: one piece costs the same however many are ordered.
      </Text>
    );
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Quantity tier</th>
            <th scope="col">Price</th>
            <th scope="col">For</th>
            <th scope="col">Days</th>
            {canEdit && <th scope="col" aria-label="Actions" />}
          </tr>
        </thead>
        <tbody>
          {prices.tiers.map((tier) => (
            <tr key={tier.id}>
              <th scope="row">From {plural(tier.quantity, 'piece')}</th>
              <td className="figures">{formatMoney(tier.price, prices.currencyCode)}</td>
              <td>{[tier.organisationName, tier.roleName].filter(Boolean).join(', ') || 'Everyone'}</td>
              <td>{describeTierDays(tier)}</td>
              {canEdit && (
                <td>
                  <RowButton
                    aria-label={`Delete the tier from ${plural(tier.quantity, 'piece')}`}
                    disabled={removal.isPending}
                    onClick={() =>
                      removal.mutate({ what: 'tier', each: tier.id, message: 'The quantity tier has been deleted.' })
                    }
                  >
                    Delete
                  </RowButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
