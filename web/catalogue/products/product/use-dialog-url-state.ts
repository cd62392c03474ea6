import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Names in the address that belong to the list below the dialog. */
const ofTheList = ['keyword', 'category', 'filters', 'page', 'limit'];

/** Says that the list is the page before in the browser's history. */
const aboveList = { aboveList: true };

/** The dialog in the address: `?product=7` opens it, also from a link; what is chosen in it goes with it. */
export function useDialogUrlState() {
  const [address] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();

  const listWith = (product?: number) => {
    const written = new URLSearchParams([...address].filter(([name]) => ofTheList.includes(name)));
    if (product) written.set('product', String(product));
    return `?${written}`;
  };
  const close = () => {
    const isAboveList = (state as Partial<typeof aboveList> | null)?.aboveList;
    if (isAboveList) void navigate(-1);
    else void navigate(listWith(), { replace: true, preventScrollReset: true });
  };
  return { link: listWith, state: aboveList, close };
}
