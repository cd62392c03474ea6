import { memo } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { SelectionCheckbox, SelectPageCheckbox, SelectPageRow } from '#web/ui/lists/selection-checkbox.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { EditablePrice } from './editable-price.tsx';
import { formatSavedPrice } from './price-entry.ts';
import css from './range.module.css';
import { formatCataloguePrice, formatSignedPercent, getRangeProductName, type RangeProduct } from './range-labels.ts';
import type { PriceEdit } from './use-price-edit.ts';
import { listOptionNames, type RestrictionOptions, restrictionLabels, restrictionNames } from './use-restriction-options.ts';

interface Props {
  products: readonly RangeProduct[];
  parts: RestrictionOptions;
  currencyCode: string;
  /** Undefined if the person may not edit the range. */
  selection: Selection | undefined;
  /** Undefined if the person may not set prices. */
  priceEdit: PriceEdit | undefined;
  /** Whether prices are the supplier's, which the column says. */
  isSuppliersPrice: boolean;
  onEdit: (id: number) => void;
}

const listRestrictionIds = (product: RangeProduct, name: (typeof restrictionNames)[number]) =>
  name === 'customerRoleIds' ? product.customerRoles.map(({ customerRoleId }) => customerRoleId) : product[name];

const MAX_SHOWN = 3;

/** Who can see a product: each restriction with the first of its names. */
function Visibility({ product, parts }: { product: RangeProduct; parts: RestrictionOptions }) {
  const limited = restrictionNames.filter((name) => listRestrictionIds(product, name).length > 0);
  if (limited.length === 0) return <span className={list.quiet}>Everyone</span>;
  return (
    <ul className={css.limits}>
      {limited.map((limit) => {
        const names = listOptionNames(parts[limit], listRestrictionIds(product, limit));
        const rest = names.length - MAX_SHOWN;
        return (
          <li key={limit} title={names.join(', ')}>
            <span className={css.kind}>{restrictionLabels[limit]}</span>
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
}

interface PriceProps {
  product: RangeProduct;
  currencyCode: string;
  priceEdit: PriceEdit | undefined;
}

const Price = ({ priceEdit, ...props }: PriceProps) =>
  priceEdit ? (
    <EditablePrice edit={priceEdit} {...props}>
      <ShownPrice {...props} />
    </EditablePrice>
  ) : (
    <ShownPrice {...props} />
  );

function ShownPrice({ product, currencyCode }: Omit<PriceProps, 'priceEdit'>) {
  const catalogue = formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode);
  const { overriddenPrice, pricePercent } = product;
  if (overriddenPrice === null && pricePercent === null) return <span className="figures">{catalogue}</span>;
  return (
    <span className="figures">
      <strong>{formatSavedPrice(product, currencyCode)}</strong>
      <span className={list.line}>
        Catalogue {catalogue}
        {pricePercent !== null && ` ${formatSignedPercent(pricePercent)} %`}
      </span>
    </span>
  );
}

function Status({ product }: { product: RangeProduct }) {
  if (!product.supplied) return <StatusBadge tone="warning">Withdrawn by the supplier</StatusBadge>;
  return product.published ? (
    <StatusBadge tone="success">Published</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Not published</StatusBadge>
  );
}

function Names({ product }: { product: RangeProduct }) {
  const skus = [product.organisationSku, product.sku].filter(Boolean).join(' · ');
  return (
    <>
      {getRangeProductName(product)}
      {product.name !== null && <span className={list.line}>Catalogue: {product.productName}</span>}
      {skus && <span className={list.line}>{skus}</span>}
    </>
  );
}

const Select = ({ product, selection }: { product: RangeProduct; selection: Selection }) => (
  <SelectionCheckbox
    label={`Select ${getRangeProductName(product)}`}
    checked={selection.has(product.id)}
    onChange={(checked) => selection.select([product.id], checked)}
  />
);

const toPageSelection = (products: readonly RangeProduct[], { has, select }: Selection) => ({
  label: 'Select all on this page',
  ids: products.map(({ id }) => id),
  has,
  onSelect: select,
});

const Edit = ({ product, onEdit }: { product: RangeProduct; onEdit: Props['onEdit'] }) => (
  <RowButton aria-label={`Edit ${getRangeProductName(product)}`} onClick={() => onEdit(product.id)}>
    Edit
  </RowButton>
);

/** The cells of a product that do not depend on the selection. Memoised, so that selecting a row does not render them again. */
const Cells = memo(function Cells({
  product,
  parts,
  currencyCode,
  priceEdit,
}: Pick<Props, 'parts' | 'currencyCode' | 'priceEdit'> & { product: RangeProduct }) {
  return (
    <>
      <td className={list.narrow}>
        <Picture src={product.imageSrc} alt="" size={48} />
      </td>
      <th scope="row">
        <Names product={product} />
      </th>
      <td className={css.price}>
        <Price product={product} currencyCode={currencyCode} priceEdit={priceEdit} />
      </td>
      <td>
        <Status product={product} />
      </td>
      <td>
        <Visibility product={product} parts={parts} />
      </td>
    </>
  );
});

/** The range as a table. */
export const RangeTable = ({ products, parts, currencyCode, selection, priceEdit, isSuppliersPrice, onEdit }: Props) => (
  <Card flush>
    <div className={list.scroll}>
      <table className={list.table}>
        <caption className={list.caption}>Range</caption>
        <thead>
          <tr>
            {selection && (
              <td className={list.narrow}>
                <SelectPageCheckbox {...toPageSelection(products, selection)} />
              </td>
            )}
            <th scope="col" colSpan={2}>
              Product
            </th>
            <th scope="col">
              Price
              {isSuppliersPrice && <span className={list.line}>Set by your supplier</span>}
            </th>
            <th scope="col">Status</th>
            <th scope="col">Visible to</th>
            {selection && (
              <td>
                <VisuallyHidden>Edit</VisuallyHidden>
              </td>
            )}
          </tr>
        </thead>
        <tbody data-prices>
          {products.map((product) => (
            <tr key={product.id} data-chosen={selection?.has(product.id) || undefined}>
              {selection && (
                <td className={list.narrow}>
                  <Select product={product} selection={selection} />
                </td>
              )}
              <Cells product={product} parts={parts} currencyCode={currencyCode} priceEdit={priceEdit} />
              {selection && (
                <td className={list.action}>
                  <Edit product={product} onEdit={onEdit} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

/** The range as cards, for screens too narrow for a table. */
export const RangeCards = ({ products, parts, currencyCode, selection, priceEdit, onEdit }: Props) => (
  <>
    {selection && <SelectPageRow {...toPageSelection(products, selection)} />}
    <ul className={list.cards} aria-label="Range" data-prices>
      {products.map((product) => (
        <li key={product.id} className={`${list.card} ${css.card}`} data-chosen={selection?.has(product.id) || undefined}>
          <div className={css.head}>
            {selection && <Select product={product} selection={selection} />}
            <Picture src={product.imageSrc} alt="" size={56} />
            <div className={css.text}>
              <strong>
                <Names product={product} />
              </strong>
            </div>
          </div>
          <div className={css.facts}>
            <Price product={product} currencyCode={currencyCode} priceEdit={priceEdit} />
            <Status product={product} />
          </div>
          <Visibility product={product} parts={parts} />
          {selection && <Edit product={product} onEdit={onEdit} />}
        </li>
      ))}
    </ul>
  </>
);
