import type { ReactNode } from 'react';
import css from './sort-heading.module.css';

interface Props<Sort extends string> {
  children: ReactNode;
  /** The sort orders on the first click and on the second; a leading "-" means descending. Without them, the list cannot be sorted by this column. */
  sorts?: readonly [Sort, Sort] | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  className?: string | undefined;
  title?: string | undefined;
  /** Below the heading: what an amount includes. */
  basis?: string | undefined;
}

/** A column heading; a click sorts by it, a second click reverses the order. */
export function SortHeading<Sort extends string>({ children, sorts, sort, onSort, className, title, basis }: Props<Sort>) {
  const below = basis && <span className={css.basis}>{basis}</span>;
  if (!sorts)
    return (
      <th scope="col" className={className} title={title}>
        {children}
        {below}
      </th>
    );
  const [first, second] = sorts;
  const isSorted = sort === first || sort === second;
  const isDescending = sort.startsWith('-');
  return (
    <th
      scope="col"
      className={className}
      title={title}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={css.sort} onClick={() => onSort(sort === first ? second : first)}>
        {children}
        <span aria-hidden="true">{isSorted ? (isDescending ? '↓' : '↑') : '↕'}</span>
      </button>
      {below}
    </th>
  );
}
