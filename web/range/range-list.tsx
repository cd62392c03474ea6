import { Button } from '@mantine/core';
import { Card } from '../ui/card.tsx';
import { formatMoney } from '../ui/format.ts';
import { Picture } from '../ui/picture.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import css from './range.module.css';
import { catalogueWords, nameOf, type RangeProduct, signed } from './range-words.ts';
import type { Selection } from './selection.tsx';
import { listLabels, listNames, namesOf, type Parts } from './use-parts.ts';

interface Props {
  products: readonly RangeProduct[];
  parts: Parts;
  currencyCode: string;
  /** Without it nothing can be chosen or changed. */
  selection: Selection | undefined;
  onEdit: (id: number) => void;
}

const idsOf = (product: RangeProduct, list: (typeof listNames)[number]) =>
  list === 'customerRoleIds' ? product.customerRoles.map(({ customerRoleId }) => customerRoleId) : product[list];

const MOST_SHOWN = 3;

/** Whom a product is for: each list that limits it, with the first of its names. */
function ForWhom({ product, parts }: { product: RangeProduct; parts: Parts }) {
  const limited = listNames.filter((list) => idsOf(product, list).length > 0);
  if (limited.length === 0) return <span className={css.quiet}>Everybody</span>;
  return (
    <ul className={css.limits}>
      {limited.map((list) => {
        const names = namesOf(parts[list], idsOf(product, list));
        const rest = names.length - MOST_SHOWN;
        return (
          <li key={list} title={names.join(', ')}>
            <span className={css.kind}>{listLabels[list]}</span>
            {names.slice(0, MOST_SHOWN).map((name) => (
              <span key={name} className={css.part}>
                {name}
              </span>
            ))}
            {rest > 0 && <span className={css.quiet}>and {rest} more</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Price({ product, currencyCode }: { product: RangeProduct; currencyCode: string }) {
  const catalogue = catalogueWords(product.cataloguePrice, product.cataloguePriceHighest, currencyCode);
  const { overriddenPrice, pricePercent, price, priceHighest } = product;
  if (overriddenPrice === null && pricePercent === null) return <span className="figures">{catalogue}</span>;
  return (
    <span className="figures">
      <strong>
        {overriddenPrice === null
          ? catalogueWords(price, priceHighest, currencyCode)
          : formatMoney(overriddenPrice, currencyCode)}
      </strong>
      <span className={css.line}>
        Catalogue {catalogue}
        {pricePercent !== null && ` ${signed(pricePercent)} %`}
      </span>
    </span>
  );
}

function State({ product }: { product: RangeProduct }) {
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
      {nameOf(product)}
      {product.name !== null && <span className={css.line}>Catalogue: {product.productName}</span>}
      {skus && <span className={css.line}>{skus}</span>}
    </>
  );
}

function Choice({ product, selection }: { product: RangeProduct; selection: Selection }) {
  return (
    <label className={css.choice}>
      <input
        type="checkbox"
        checked={selection.has(product.id)}
        disabled={selection.all}
        onChange={({ currentTarget }) => selection.toggle([product.id], currentTarget.checked)}
      />
      <VisuallyHidden>Choose {nameOf(product)}</VisuallyHidden>
    </label>
  );
}

const Edit = ({ product, onEdit }: { product: RangeProduct; onEdit: Props['onEdit'] }) => (
  <Button size="sm" variant="default" aria-label={`Edit ${nameOf(product)}`} onClick={() => onEdit(product.id)}>
    Edit
  </Button>
);

/** The range as a table. */
export const RangeTable = ({ products, parts, currencyCode, selection, onEdit }: Props) => (
  <Card flush>
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className={css.caption}>Range</caption>
        <thead>
          <tr>
            {selection && (
              <td>
                <VisuallyHidden>Choose</VisuallyHidden>
              </td>
            )}
            <th scope="col" colSpan={2}>
              Product
            </th>
            <th scope="col">Price</th>
            <th scope="col">State</th>
            <th scope="col">For</th>
            {selection && (
              <td>
                <VisuallyHidden>Edit</VisuallyHidden>
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.id} data-chosen={selection?.has(product.id) || undefined}>
              {selection && (
                <td className={css.narrow}>
                  <Choice product={product} selection={selection} />
                </td>
              )}
              <td className={css.narrow}>
                <Picture src={product.imageSrc} alt="" size={48} />
              </td>
              <th scope="row">
                <Names product={product} />
              </th>
              <td className={css.price}>
                <Price product={product} currencyCode={currencyCode} />
              </td>
              <td>
                <State product={product} />
              </td>
              <td>
                <ForWhom product={product} parts={parts} />
              </td>
              {selection && (
                <td className={css.action}>
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

/** The range where there is no room for a table. */
export const RangeCards = ({ products, parts, currencyCode, selection, onEdit }: Props) => (
  <ul className={css.cards} aria-label="Range">
    {products.map((product) => (
      <li key={product.id} className={css.card} data-chosen={selection?.has(product.id) || undefined}>
        <div className={css.head}>
          {selection && <Choice product={product} selection={selection} />}
          <Picture src={product.imageSrc} alt="" size={56} />
          <div className={css.words}>
            <strong>
              <Names product={product} />
            </strong>
          </div>
        </div>
        <div className={css.facts}>
          <Price product={product} currencyCode={currencyCode} />
          <State product={product} />
        </div>
        <ForWhom product={product} parts={parts} />
        {selection && <Edit product={product} onEdit={onEdit} />}
      </li>
    ))}
  </ul>
);
