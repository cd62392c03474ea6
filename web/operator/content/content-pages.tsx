import { NavLink } from 'react-router';
import sections from '#web/ui/layout/sections.module.css';
import { operatorPaths } from '../operator-paths.ts';

/** What operators publish, each kind on a page of its own. */
const pages = [
  { to: operatorPaths.topics, label: 'Topics' },
  { to: operatorPaths.terms, label: 'Terms and privacy' },
  { to: operatorPaths.announcements, label: 'News' },
  { to: operatorPaths.slides, label: 'Slides' },
  { to: operatorPaths.documents, label: 'Documents' },
];

/** Links between the kinds of what is published; nothing while there is one kind alone. */
export const ContentPages = () =>
  pages.length > 1 && (
    <nav className={sections.sections} aria-label="Kinds of content">
      {pages.map(({ to, label }) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
