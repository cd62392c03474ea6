import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../paths.ts';
import css from './people-nav.module.css';

/** Navigation between the administrators' screens about people, shown above the title of each. */
export function PeopleNav() {
  const nav = useRef<HTMLElement>(null);
  // On a phone not all links fit: scroll to the current one.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, []);
  return (
    <nav ref={nav} className={css.nav} aria-label="People">
      <NavLink to={paths.people()}>People</NavLink>
      <NavLink to={paths.registrations()}>Registrations</NavLink>
      <NavLink to={paths.requests()}>Requests</NavLink>
      <NavLink to={paths.invitations()}>Invitations</NavLink>
    </nav>
  );
}
