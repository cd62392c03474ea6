import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { usePanel } from '#web/ui/buttons/use-panel.ts';
import { GarmentIcon, LogOutIcon, OrdersIcon, PersonIcon } from '#web/ui/content/icons.tsx';
import { DocumentIcon, HelpIcon } from '#web/ui/content/menu-icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { paths } from '../paths.ts';
import { formatPersonName } from '../session/impersonation.ts';
import { type Profile, settingsQuery, useProfile } from '../session/profile.ts';
import { logOut } from '../session/session.ts';
import { useTaxDisplay } from '../session/tax-display.ts';
import { useFrameTopics } from '../topics/frame-topics.ts';
import { HelpButton } from './help/help-button.tsx';
import { findSettingsEntry } from './nav-items.ts';
import css from './user-menu.module.css';

/** Menu of the account: name, profile, size, help, price display and logging out; on narrow screens also the settings. */
export function UserMenu({ caller }: { caller: Profile }) {
  const { button, buttonProps, panelProps, close } = usePanel<HTMLDivElement>();
  const profile = useProfile();
  const navigate = useNavigate();
  const { data: organisation } = useQuery(settingsQuery);
  const topics = useFrameTopics();
  const settings = findSettingsEntry(caller);
  const name = formatPersonName(caller);
  const trip = caller.punchoutSessionGuid;

  async function logOutAndLeave() {
    const returnUrl = await logOut();
    // The page that ends the trip is on this host; what leads anywhere else is not followed.
    if (trip)
      window.location.assign(returnUrl?.startsWith(`${window.location.origin}/`) ? returnUrl : paths.punchoutReturn(trip));
    else await navigate(paths.login());
  }

  return (
    <>
      <button type="button" className={css.button} {...buttonProps}>
        <span aria-hidden="true">{initials(caller)}</span>
        <VisuallyHidden>Your account, {name}</VisuallyHidden>
      </button>
      <div {...panelProps} className={css.panel}>
        <div className={css.who}>
          <strong>{name}</strong>
          <span>{caller.email}</span>
          {organisation && <span>{organisation.name}</span>}
        </div>
        {/* A trip may be of someone whom many share. */}
        {caller.impersonatedCustomer === null && !trip && (
          <Link to={paths.profile()} className={css.item} onClick={close}>
            <PersonIcon size={18} />
            Your profile
          </Link>
        )}
        {!trip && (
          <Link to={paths.size()} className={css.item} onClick={close}>
            <GarmentIcon size={18} />
            Your size
          </Link>
        )}
        {!trip && profile && profile.organisationCollections.length > 0 && (
          <Link to={paths.statement()} className={css.item} onClick={close}>
            <OrdersIcon size={18} />
            Your statement
          </Link>
        )}
        <Link to={paths.documents()} className={css.item} onClick={close}>
          <DocumentIcon size={18} />
          Documents
        </Link>
        {settings && (
          <Link to={settings.to} className={`${css.item} ${css.onlyNarrow}`} onClick={close}>
            <settings.Icon size={18} />
            {settings.label}
          </Link>
        )}
        {topics && <topics.InformationLinks className={css.item} onOpen={close} />}
        <HelpButton className={css.item} onOpen={close} findReturnFocus={() => button.current}>
          <HelpIcon size={18} />
          Help
        </HelpButton>
        {!trip && <TaxToggle />}
        <button type="button" className={css.item} onClick={() => void logOutAndLeave()}>
          <LogOutIcon size={18} />
          Log out
        </button>
      </div>
    </>
  );
}

function TaxToggle() {
  const { including, isPending, toggle } = useTaxDisplay();
  return (
    <button type="button" role="switch" aria-checked={including} className={css.item} disabled={isPending} onClick={toggle}>
      <span className={css.switch} />
      Prices including tax
    </button>
  );
}

const initials = ({ firstName, lastName, email }: Profile) =>
  ([...firstName].slice(0, 1).join('') + [...lastName].slice(0, 1).join('') || email.slice(0, 1)).toUpperCase();
