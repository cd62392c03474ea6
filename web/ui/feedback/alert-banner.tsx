import { useEffect, useState } from 'react';
import { CheckIcon, CloseIcon, WarningIcon } from '../content/icons.tsx';
import css from './alert-banner.module.css';
import { closeAlert, useAlert } from './alerts.ts';

const HIDE_AFTER_MS = 10_000;

/** The banner fixed at the top of the page. Closes after 10 seconds, but not while it is hovered or focused. */
export function AlertBanner() {
  const alert = useAlert();
  const [held, setHeld] = useState(false);
  const id = alert?.id;

  useEffect(() => {
    if (id === undefined || held) return;
    const timer = setTimeout(closeAlert, HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, held]);

  // When the banner is removed, no leave or blur event is fired.
  useEffect(() => {
    if (id === undefined) setHeld(false);
  }, [id]);

  return (
    <div className={css.place}>
      {/* Both live regions are always rendered: screen readers only announce changes within existing regions. */}
      {(['error', 'success'] as const).map((kind) => (
        <div key={kind} role={kind === 'error' ? 'alert' : 'status'} aria-atomic="true">
          {alert?.kind === kind && (
            // biome-ignore lint/a11y/noStaticElementInteractions: holding the banner open adds no control
            <div
              key={alert.id}
              className={css.banner}
              data-kind={kind}
              onMouseEnter={() => setHeld(true)}
              onMouseLeave={() => setHeld(false)}
              onFocus={() => setHeld(true)}
              onBlur={() => setHeld(false)}
              onKeyDown={(event) => event.key === 'Escape' && closeAlert()}
            >
              {kind === 'error' ? <WarningIcon /> : <CheckIcon />}
              <p className={css.text}>{alert.text}</p>
              {alert.actions.length > 0 && (
                <div className={css.actions}>
                  {alert.actions.map(({ label, run }) => (
                    <button
                      type="button"
                      key={label}
                      className={css.action}
                      onClick={() => {
                        // Closed first: the action may show a message of its own.
                        closeAlert();
                        run();
                      }}
                    >
                      {label}
                    </button>
                  ))}
                </div>
              )}
              <button type="button" className={css.close} aria-label="Close message" onClick={closeAlert}>
                <CloseIcon size={18} />
              </button>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
