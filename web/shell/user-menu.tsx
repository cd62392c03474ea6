import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../access/session.ts';
import { api } from '../api.ts';
import { forgetPrices, type Profile, profileQuery, settingsQuery } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { showError } from '../ui/alerts.ts';
import { LogOutIcon } from '../ui/icons.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import css from './user-menu.module.css';

const includingTax = 0;

/** Who is logged in, how prices are shown, and the way out. */
export function UserMenu({ profile }: { profile: Profile }) {
  const panel = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { data: organisation } = useQuery(settingsQuery);
  const name = `${profile.firstName} ${profile.lastName}`.trim() || profile.email;

  async function leave() {
    const returnUrl = await logOut();
    // A purchasing system that the person came from is named by the server.
    if (returnUrl && /^https?:\/\//i.test(returnUrl)) window.location.assign(returnUrl);
    else await navigate(paths.login());
  }

  return (
    <>
      <button type="button" className={css.button} popoverTarget="user-menu">
        <span aria-hidden="true">{initials(profile)}</span>
        <VisuallyHidden>Your account, {name}</VisuallyHidden>
      </button>
      <div id="user-menu" popover="auto" ref={panel} className={css.panel}>
        <div className={css.who}>
          <strong>{name}</strong>
          <span>{profile.email}</span>
          {organisation && <span>{organisation.name}</span>}
        </div>
        <TaxToggle profile={profile} />
        <button type="button" className={css.item} onClick={() => void leave()}>
          <LogOutIcon size={18} />
          Log out
        </button>
      </div>
    </>
  );
}

function TaxToggle({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: () => api('PUT /api/toggletaxtype', { body: {} }),
    onSuccess: ({ taxDisplayType }) => {
      client.setQueryData(profileQuery.queryKey, { ...profile, taxDisplayType });
      return forgetPrices(client);
    },
    onError: (error) => showError(error),
  });
  const including = profile.taxDisplayType === includingTax;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={including}
      className={css.item}
      disabled={toggle.isPending}
      onClick={() => toggle.mutate()}
    >
      <span className={css.switch} />
      Prices including tax
    </button>
  );
}

const initials = ({ firstName, lastName, email }: Profile) =>
  ([...firstName].slice(0, 1).join('') + [...lastName].slice(0, 1).join('') || email.slice(0, 1)).toUpperCase();
