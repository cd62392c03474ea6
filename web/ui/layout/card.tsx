import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import css from './card.module.css';

type Props = Omit<ComponentPropsWithoutRef<'section'>, 'title'> & {
  title?: ReactNode;
  /** To the right of the title. */
  action?: ReactNode;
  /** Without padding, for tables and images that reach the edge. */
  flush?: boolean;
};

/** A white panel for one topic. With a title it is a section with an h2. */
export function Card({ title, action, flush, className = '', children, ...rest }: Props) {
  return (
    <section className={`${css.card} ${className}`} data-flush={flush || undefined} {...rest}>
      {(title || action) && (
        <div className={css.head}>
          {title && <h2 className={css.title}>{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
