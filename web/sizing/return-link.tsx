import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';

/** State of the history entry of the size page, which survives a reload: the page of the garment that it was opened from. */
interface ReturnState {
  returnTo: string;
}

/** The state for a link to the size page, so that it leads back to this page. */
export function useReturnState(): ReturnState {
  const { pathname, search } = useLocation();
  return { returnTo: pathname + search };
}

/** The page from which the size page was opened; undefined if it was opened by itself. */
export function useReturnPath(): string | undefined {
  const state = useLocation().state as Partial<ReturnState> | null;
  return state?.returnTo?.startsWith('/index/') ? state.returnTo : undefined;
}

/** The way back to the garment, above the title. */
export const ReturnLink = ({ to }: { to: string }) => <BackLink to={to}>Back to the garment</BackLink>;

/** The way back to the garment, once the size is known. */
export const ReturnButton = ({ to }: { to: string }) => (
  <Button component={Link} to={to} fullWidth>
    Back to the garment with your size
  </Button>
);
