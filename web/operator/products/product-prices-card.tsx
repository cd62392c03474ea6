import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatCataloguePrice, formatSignedPercent } from '#web/catalogue/range/range-labels.ts';
import { formatPriceDays, formatScheduledPrice } from '#web/catalogue/range/scheduled-price.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDay, formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { ProductPrices } from '../prices/product-prices.tsx';
import type { ProductPricesReply } from '../prices/use-saved-product-prices.ts';
import { type RangeClient, rangeClientsQuery } from '../ranges/range-client.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorQuery } from '../session/operator-api.ts';
import type { KeptProduct } from './product-labels.ts';
import css from './products.module.css';

/** Clients whose prices are shown before the others are asked for. */
const SHOWN = 8;

/** What a product costs: in the catalogue, and for each client that pays something else, today and from a day. Not drawn again with each key. */
export const ProductPricesCard = memo(function ProductPricesCard({ product }: { product: KeptProduct }) {
  const { data, error, refetch } = useQuery(
    operatorQuery('GET /api/operator/products/:id/prices', { params: { id: product.id } }),
  );
  const { data: range } = useQuery(rangeClientsQuery(product.id));
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  const mayChange = useMay('catalogue:write') && data?.productPrices.refusal === null;
  const priced = (range?.clients ?? []).filter(hasOwnPrice);
  const shown = isLong ? priced : priced.slice(0, SHOWN);
  return (
    <Card title="Prices">
      {data ? (
        <>
          <ul className={css.prices}>
            <CataloguePrices prices={data.productPrices} />
            {shown.map((client) => (
              <ClientPriceRows key={client.organisationId} client={client} />
            ))}
          </ul>
          {shown.length < priced.length && (
            <Button variant="subtle" size="compact-sm" onClick={() => setLong(true)}>
              Show the prices of all {priced.length} clients
            </Button>
          )}
          <p className={css.rest}>{describeRest(data.productPrices, range?.clients.length ?? 0, priced.length)}</p>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {mayChange ? 'Change prices and tiers…' : 'Prices and tiers…'}
          </Button>
        </>
      ) : error ? (
        <ErrorState title="The prices could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the prices">
          <SkeletonText lines={3} />
        </Loading>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Catalogue prices" closeLabel="Close" width={760}>
        {isOpen && <ProductPrices productId={product.id} />}
      </Dialog>
    </Card>
  );
});

type Prices = ProductPricesReply['productPrices'];

const hasOwnPrice = ({ overriddenPrice, pricePercent, scheduled }: RangeClient) =>
  overriddenPrice !== null || pricePercent !== null || scheduled.length > 0;

/** What the rows leave out: quantity tiers, and clients that pay the catalogue price. */
function describeRest({ tiers }: Prices, clients: number, priced: number): string {
  const rest = clients - priced;
  return [
    tiers.length === 0 ? 'No quantity tiers' : plural(tiers.length, 'quantity tier'),
    rest > 0 && `${plural(rest, 'client')} at the catalogue price`,
    'Excluding tax',
  ]
    .filter(Boolean)
    .join(' · ');
}

function CataloguePrices({ prices }: { prices: Prices }) {
  const { currencyCode, priceSince } = prices;
  const active = prices.scheduled.find((each) => each.state === 'active' && each.combinationId === null);
  const coming = prices.scheduled.filter((each) => each !== active);
  const [lowest, highest] = findBounds(prices);
  const days = active
    ? formatPriceDays(active)
    : priceSince === null
      ? ''
      : priceSince === prices.today
        ? 'since today'
        : `since ${formatDay(priceSince)}`;
  return (
    <>
      <PriceRow
        name="Catalogue"
        days={days}
        price={
          prices.callForPrice ? 'On request' : formatCataloguePrice(lowest, highest === lowest ? null : highest, currencyCode)
        }
      />
      {coming.map((each) => (
        <PriceRow
          key={each.id}
          name={each.combinationId === null ? 'Catalogue' : `Catalogue, ${nameCombination(prices, each.combinationId)}`}
          days={formatPriceDays(each)}
          price={each.price === null ? 'Same as the product' : formatMoney(each.price, currencyCode)}
        />
      ))}
    </>
  );
}

const nameCombination = ({ combinations }: Prices, id: number) =>
  combinations.find((combination) => combination.id === id)?.description ?? 'a discontinued size';

/** The lowest and the highest price of the product today. */
function findBounds({ price, combinations }: Prices): [number, number] {
  const all = combinations.length > 0 ? combinations.map((each) => each.price) : [price];
  return [Math.min(...all), Math.max(...all)];
}

function ClientPriceRows({ client }: { client: RangeClient }) {
  const { organisationId, organisationName, overriddenPrice, pricePercent, currencyCode } = client;
  const active = client.scheduled.find(({ state }) => state === 'active');
  const name = <Link to={operatorPaths.clientPrices(organisationId)}>{organisationName}</Link>;
  const paid = formatCataloguePrice(client.price, client.priceHighest, currencyCode);
  const until = active ? formatPriceDays(active) : '';
  return (
    <>
      {pricePercent !== null ? (
        <PriceRow
          name={name}
          days={[paid, until].filter(Boolean).join(', ')}
          price={`catalogue ${formatSignedPercent(pricePercent)}%`}
        />
      ) : (
        <PriceRow name={name} days={until} price={overriddenPrice === null ? 'catalogue' : paid} />
      )}
      {client.scheduled
        .filter((each) => each !== active)
        .map((each) => (
          <PriceRow key={each.id} name={name} days={formatPriceDays(each)} price={formatScheduledPrice(each, currencyCode)} />
        ))}
    </>
  );
}

function PriceRow({ name, days, price }: { name: ReactNode; days: string; price: string }) {
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {days !== '' && <span className={css.days}>{days}</span>}
      </span>
      <strong className="figures">{price}</strong>
    </li>
  );
}
