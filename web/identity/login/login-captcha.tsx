import { Button } from '@mantine/core';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type CaptchaProvider, loadCaptcha } from './captcha-script.ts';
import css from './login-captcha.module.css';

export interface CaptchaHandle {
  /** The response token of the captcha; empty before it is solved and after it has expired. */
  getToken(): string;
  /** Resets the captcha: a token is valid for one attempt. */
  reset(): void;
  focus(): void;
}

interface Props {
  siteKey: string | null;
  error: string | undefined;
  onSolved: () => void;
  ref: Ref<CaptchaHandle>;
}

/** The "I'm not a robot" checkbox, for themes that enable it. Its script is loaded from the provider's host on first use. */
export function LoginCaptcha({ siteKey, error, onSolved, ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<{ provider: CaptchaProvider; id: number }>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const errorId = useId();

  useImperativeHandle(ref, () => ({
    getToken: () => (widget.current ? widget.current.provider.getResponse(widget.current.id) : ''),
    reset: () => widget.current?.provider.reset(widget.current.id),
    focus: () => container.current?.querySelector('iframe')?.focus(),
  }));

  const handleSolved = useRef(onSolved);
  handleSolved.current = onSolved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the script again
  useEffect(() => {
    let unmounted = false;
    setState('loading');
    loadCaptcha().then(
      (provider) => {
        if (unmounted || !container.current || siteKey === null) return;
        // The provider can render into an element only once, so each attempt gets a new one.
        const box = container.current.appendChild(document.createElement('div'));
        const id = provider.render(box, { sitekey: siteKey, callback: () => handleSolved.current() });
        widget.current = { provider, id };
        setState('ready');
      },
      () => !unmounted && setState('failed'),
    );
    return () => {
      unmounted = true;
      widget.current = undefined;
      container.current?.replaceChildren();
    };
  }, [siteKey, attempt]);

  if (siteKey === null) return <Notice tone="danger">{NOT_CONFIGURED}</Notice>;
  return (
    <fieldset className={css.group} aria-label="Security check" aria-describedby={error ? errorId : undefined}>
      <div className={css.widget} data-state={state} aria-busy={state === 'loading'}>
        <div ref={container} />
        {state === 'loading' && <p className={css.loading}>Loading the security check…</p>}
      </div>
      {state === 'failed' && (
        <Notice
          tone="danger"
          role="alert"
          actions={
            <Button variant="default" size="xs" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          }
        >
          {LOAD_FAILED}
        </Notice>
      )}
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

const NOT_CONFIGURED = 'The security check is not fully set up. Please tell your administrator.';
const LOAD_FAILED =
  'The security check could not be loaded. Your browser or network may be blocking it. Allow it, then try again.';
