import { Text } from '@mantine/core';
import type { Product } from '../catalogue-types.ts';
import { Swatch } from '../choosing/swatch.tsx';
import css from './specifications.module.css';

type Specifications = Product['specifications'];

/** The specifications as a list of terms. */
export function SpecificationList({ specifications }: { specifications: Specifications }) {
  return (
    <dl className={css.list}>
      {specifications.map((specification) => (
        <div key={specification.id} className={css.row}>
          <Text component="dt" c="dimmed">
            {specification.name}
          </Text>
          <dd>
            {specification.values.map((value) => (
              <span key={value.id} className={css.value}>
                {value.colorSquaresRgb && <Swatch rgb={value.colorSquaresRgb} size={14} />}
                {value.name}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
