import type { ComponentProps } from 'react';
import css from './row-button.module.css';

type Props = ComponentProps<'button'> & {
  /** The action it started is still running. */
  loading?: boolean;
};

/** The action button of a table row. A plain button, because a page has many rows and a library button costs ten times as much. */
export const RowButton = ({ loading, className = '', ...rest }: Props) => (
  <button type="button" className={`${css.button} ${className}`} data-loading={loading || undefined} {...rest} />
);
