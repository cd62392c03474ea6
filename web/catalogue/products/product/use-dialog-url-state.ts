import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** URL parameters that belong to the list behind the dialog. */
const ofTheList = ['keyword', 'category', 'filters', 'sort', 'page', 'limit'];

/** History state that marks the list as the previous entry in the browser's history. */
const aboveList = { aboveList: true };

/** The dialog's state in the URL: `?product=7` opens it, also from a link. Closing it removes the selection. */
export function useDialogUrlState() {
  const [address] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();

  const listWith = useCallback(
    (product?: number, colour?: string) => {
      const written = new URLSearchParams([...address].filter(([name]) => ofTheList.includes(name)));
      if (product) written.set('product', String(product));
      if (colour) written.set('colour', colour);
      return `?${written}`;
    },
    [address],
  );
  const close = () => {
    const isAboveList = (state as Partial<typeof aboveList> | null)?.aboveList;
    if (isAboveList) void navigate(-1);
    else void navigate(listWith(), { replace: true, preventScrollReset: true });
  };
  return { link: listWith, state: aboveList, close };
}
