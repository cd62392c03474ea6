import { BarSelect } from './bar-select.tsx';
import { PAGE_SIZES } from './list-url-state.ts';

interface Props {
  limit: number;
  /** Undefined while it is not known. */
  total: number | undefined;
  onLimit: (limit: number) => void;
}

/** Select field for the number of products per page; hidden if all products fit on the smallest page, but not before that is known: the list below would move. */
export function PageSize({ limit, total, onLimit }: Props) {
  if (total !== undefined && total <= PAGE_SIZES[0]) return null;
  const sizes = [...new Set([...PAGE_SIZES, limit])].sort((one, other) => one - other);
  return (
    <BarSelect
      label="Show"
      name="Products per page"
      value={limit}
      options={sizes.map((size) => [size, String(size)])}
      onChange={onLimit}
    />
  );
}
