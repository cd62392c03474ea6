import { memo } from 'react';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import list from '#web/ui/lists/list.module.css';
import { EditablePrice } from './editable-price.tsx';
import { formatSavedPrice } from './price-entry.ts';
import css from './range.module.css';
import { formatCataloguePrice, formatSignedPercent, getRangeProductName, type RangeProduct } from './range-labels.ts';
import { formatPriceDays, formatScheduledPrice } from './scheduled-price.ts';
import type { PriceEdit } from './use-price-edit.ts';
import { listOptionNames, type RestrictionOptions, restrictionLabels, restrictionNames } from './use-restriction-options.ts';

// The cells with prices and with limits are memoised, so that selecting a row does not render them again.

export const RangeProductName = ({ product }: { product: RangeProduct }) => (
  <span className={css.product}>
    <Picture src={product.imageSrc} alt="" size={40} />
    <span>
      {getRangeProductName(product)}
      {product.name !== null && <span className={list.line}>Catalogue: {product.productName}</span>}
    </span>
  </span>
);

const listRestrictionIds = (product: RangeProduct, name: (typeof restrictionNames)[number]) =>
  name === 'customerRoleIds' ? product.customerRoles.map(({ customerRoleId }) => customerRoleId) : product[name];

/** More would make rows of a list much higher; the dialog of a product shows them all. */
const MAX_SHOWN = 2;

/** Who can see a product: each restriction with the first of its names. */
export const RangeVisibility = memo(function RangeVisibility({
  product,
  parts,
}: {
  product: RangeProduct;
  parts: RestrictionOptions;
}) {
  const limited = restrictionNames.filter((name) => listRestrictionIds(product, name).length > 0);
  if (limited.length === 0) return <span className={list.quiet}>Everyone</span>;
  return (
    <ul className={css.limits}>
      {limited.map((limit) => {
        const names = listOptionNames(parts[limit], listRestrictionIds(product, limit));
        const rest = names.length - MAX_SHOWN;
        return (
          <li key={limit} title={names.join(', ')}>
            <span className={list.quiet}>{restrictionLabels[limit]}</span>
            {names.slice(0, MAX_SHOWN).map((name) => (
              <span key={name} className={css.part}>
                {name}
              </span>
            ))}
            {rest > 0 && <span className={list.quiet}>and {rest} more</span>}
          </li>
        );
      })}
    </ul>
  );
});

interface PriceProps {
  product: RangeProduct;
  currencyCode: string;
  /** Undefined where the reader cannot set prices. */
  priceEdit: PriceEdit | undefined;
}

export const RangePrice = memo(function RangePrice({ priceEdit, ...props }: PriceProps) {
  return priceEdit ? (
    <EditablePrice edit={priceEdit} {...props}>
      <ShownPrice {...props} />
    </EditablePrice>
  ) : (
    <ShownPrice {...props} />
  );
});

function ShownPrice(props: Omit<PriceProps, 'priceEdit'>) {
  return (
    <>
      <PriceToday {...props} />
      {props.product.scheduledPrices.map((price) => (
        <span key={price.id} className={list.line}>
          {formatScheduledPrice(price, props.currencyCode)} {formatPriceDays(price)}
        </span>
      ))}
    </>
  );
}

function PriceToday({ product, currencyCode }: Omit<PriceProps, 'priceEdit'>) {
  const catalogue = formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode);
  const { overriddenPrice, pricePercent } = product;
  if (overriddenPrice === null && pricePercent === null) return <span className="figures">{catalogue}</span>;
  return (
    <span className="figures">
      <strong>{formatSavedPrice(product, currencyCode)}</strong>
      <span className={list.line}>
        Catalogue {catalogue}
        {pricePercent !== null && ` ${formatSignedPercent(pricePercent)}%`}
      </span>
    </span>
  );
}

/** Whether a product is published, or was withdrawn by the supplier. */
export function RangeStatus({ product: { supplied, published } }: { product: RangeProduct }) {
  if (!supplied) return <StatusBadge tone="warning">Withdrawn by the supplier</StatusBadge>;
  return published ? (
    <StatusBadge tone="success">Published</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Not published</StatusBadge>
  );
}
