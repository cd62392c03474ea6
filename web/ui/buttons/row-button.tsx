import type { ComponentPropsWithoutRef } from 'react';
import css from './row-button.module.css';

type Props = ComponentPropsWithoutRef<'button'> & {
  /** What it began is under way. */
  loading?: boolean;
};

/** What can be done with a row of a list. A plain button: a page of rows has many, and a component's of the library costs ten of it. */
export const RowButton = ({ loading, className = '', ...rest }: Props) => (
  <button type="button" className={`${css.button} ${className}`} data-loading={loading || undefined} {...rest} />
);
