import { Button, Group } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { layOutCombinations } from './combination-table.ts';
import { formatBarePrice, type KeptProduct } from './product-labels.ts';
import css from './products.module.css';

interface Props {
  product: KeptProduct;
  isReadOnly: boolean;
}

/** The combinations of a product, with catalogue price and pieces on hand. A key in a field of the form does not draw a thousand cells again. */
export const ProductCombinations = memo(function ProductCombinations({ product, isReadOnly }: Props) {
  const { heading, columns, rows } = layOutCombinations(product);
  return (
    <Card
      flush
      title={`Variants (${formatNumber(product.combinations.length)})`}
      action={
        <Group gap="4px 16px">
          <span className={css.note}>{product.callForPrice ? 'Price on request · ' : 'Price excl. tax · '}stock on hand</span>
          {!isReadOnly && (
            <Button component={Link} to={operatorPaths.variants(product.id)} variant="default" size="compact-md">
              Edit variants
            </Button>
          )}
        </Group>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the screen is scrolled with the arrow keys */}
      <section className={css.scroll} aria-label="Variants with price and stock" tabIndex={0}>
        <table className={css.combinations}>
          <thead>
            <tr>
              <th scope="col">{heading || <VisuallyHidden>Variant</VisuallyHidden>}</th>
              {columns.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name || <VisuallyHidden>Price and stock</VisuallyHidden>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, cells }) => (
              <tr key={key}>
                <th scope="row">{name || product.name}</th>
                {cells.map((cell, index) =>
                  cell ? (
                    <td key={cell.id} data-discontinued={cell.discontinued || undefined} title={cell.sku}>
                      <span className={css.price}>{formatBarePrice(cell.price)}</span>
                      <span className={css.onHand}>{formatNumber(cell.onHand)}</span>
                      {cell.discontinued && <VisuallyHidden>discontinued</VisuallyHidden>}
                    </td>
                  ) : (
                    <td key={columns[index]?.id} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
});
