import { PAGE_SIZES } from './list-url-state.ts';
import css from './page-size.module.css';

interface Props {
  limit: number;
  total: number;
  onLimit: (limit: number) => void;
}

/** Select field for the number of products per page; hidden if all products fit on the smallest page. */
export function PageSize({ limit, total, onLimit }: Props) {
  if (total <= PAGE_SIZES[0]) return null;
  const options = PAGE_SIZES.some((one) => one === limit) ? PAGE_SIZES : [...PAGE_SIZES, limit].sort((one, other) => one - other);
  return (
    <label className={css.size}>
      Show
      <select aria-label="Products per page" value={limit} onChange={(event) => onLimit(Number(event.currentTarget.value))}>
        {options.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
