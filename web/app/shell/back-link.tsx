import { Link, type To } from 'react-router';
import { LeftIcon } from '#web/ui/content/icons.tsx';
import css from './back-link.module.css';

/** The way back to the list or the step that a page was opened from; it stands above the title. */
export const BackLink = ({ to, children }: { to: To; children: string }) => (
  <Link to={to} className={css.back}>
    <LeftIcon size={16} />
    {children}
  </Link>
);
