import { useRef } from 'react';
import { useBannerHeight } from '#web/ui/browser/use-banner-height.ts';
import { PeopleIcon } from '#web/ui/content/icons.tsx';
import { formatTime } from '#web/ui/format/format.ts';
import { useImpersonation, useImpersonationExpiry, useImpersonationSwitch } from '../session/impersonation.ts';
import css from './impersonation-banner.module.css';

/** Shows on every screen who is ordering for whom, with a button to stop. Renders nothing without impersonation. */
export function ImpersonationBanner() {
  const impersonation = useImpersonation();
  const { stop, busy } = useImpersonationSwitch();
  const bar = useRef<HTMLElement>(null);
  useImpersonationExpiry(impersonation?.endsOnUtc);

  useBannerHeight(bar, impersonation !== undefined);

  if (!impersonation) return null;
  return (
    <section ref={bar} className={css.bar} aria-label="Ordering for someone">
      <p className={css.text}>
        <PeopleIcon size={20} className={css.icon} />
        <span>
          <strong>{impersonation.actor}</strong> is ordering for <strong>{impersonation.person}</strong>
          {impersonation.endsOnUtc && <span className={css.until}> until {formatTime(impersonation.endsOnUtc)}</span>}
        </span>
      </p>
      <button type="button" className={css.stop} disabled={busy !== undefined} onClick={() => void stop()}>
        Stop ordering for {impersonation.person}
      </button>
    </section>
  );
}
