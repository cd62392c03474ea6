import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { GarmentPicture } from '#web/catalogue/products/garment-picture.tsx';
import { getGarmentSides } from '#web/catalogue/products/garment-sides.ts';
import { formatProductPrice } from '#web/catalogue/products/price.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { useBuilderContext } from './builder-context.ts';
import { describeProgress } from './builder-labels.ts';
import type { GroupStep, ProductStep } from './builder-model.ts';
import css from './garment-tiles.module.css';

/** The garments of a group. */
export const GarmentTiles = ({ step }: { step: GroupStep }) => (
  <ul className={css.tiles} aria-label={step.group.name}>
    {step.products.map((productStep) => (
      <li key={productStep.product.id}>
        <Tile step={step} productStep={productStep} />
      </li>
    ))}
  </ul>
);

function Tile({ step, productStep }: { step: GroupStep; productStep: ProductStep }) {
  const { product, lines, progress } = productStep;
  const inCart = lines.reduce((total, { quantity }) => total + quantity, 0);
  const { links, canChoose } = useBuilderContext().state;
  const cost = useGarmentCost(productStep);
  return (
    <article className={css.tile} data-turns>
      <span className={css.picture}>
        <GarmentPicture {...getGarmentSides(product.images)} />
      </span>
      <span className={css.text}>
        <h2 className={css.name}>
          <Link className={css.target} to={links.garment(step.group.id, product.id)}>
            {product.name}
          </Link>
        </h2>
        {cost && (
          <Text span c="dimmed" className="figures">
            {cost}
          </Text>
        )}
        {progress ? (
          <Text span c="dimmed" className="figures">
            {describeProgress(progress, canChoose)}
          </Text>
        ) : (
          inCart > 0 && <StatusBadge tone="success">{formatNumber(inCart)} chosen</StatusBadge>
        )}
        {product.isMadeToOrder && (
          <Text span c="dimmed">
            Made to order
          </Text>
        )}
      </span>
    </article>
  );
}

/**
 * What a piece costs the wearer: points, or its price where the organisation shows prices, that of the size once it is chosen; undefined
 * otherwise.
 */
export function useGarmentCost(
  { product }: Pick<ProductStep, 'product'>,
  combination?: { price: number | null },
): string | undefined {
  const { state } = useBuilderContext();
  if (state.totals.unit === 'points')
    return product.points === null ? 'Not available for points' : plural(product.points, 'point');
  if (!state.pricesVisible) return undefined;
  return combination?.price == null || product.callForPrice
    ? formatProductPrice(product, state.currencyCode)
    : formatMoney(combination.price, state.currencyCode);
}
