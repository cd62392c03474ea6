import { PAGE_SIZES } from './list-url-state.ts';
import css from './page-size.module.css';

interface Props {
  limit: number;
  total: number;
  onLimit: (limit: number) => void;
}

/** How many products a page shows; of no use while all fit on the smallest page. */
export function PageSize({ limit, total, onLimit }: Props) {
  if (total <= PAGE_SIZES[0]) return null;
  const offered = PAGE_SIZES.some((one) => one === limit) ? PAGE_SIZES : [...PAGE_SIZES, limit].sort((one, other) => one - other);
  return (
    <label className={css.size}>
      Show
      <select aria-label="Products on a page" value={limit} onChange={(event) => onLimit(Number(event.currentTarget.value))}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
