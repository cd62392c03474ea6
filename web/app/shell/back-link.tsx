import { Link, type To } from 'react-router';
import { LeftIcon } from '#web/ui/content/icons.tsx';
import css from './back-link.module.css';

/** Link back to the list or step a page was opened from, shown above the title. */
export const BackLink = ({ to, state, children }: { to: To; state?: unknown; children: string }) => (
  <Link to={to} state={state} className={css.back}>
    <LeftIcon size={16} />
    {children}
  </Link>
);
