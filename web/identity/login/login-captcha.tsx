import { Button } from '@mantine/core';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type CaptchaProvider, loadCaptcha } from './captcha-script.ts';
import css from './login-captcha.module.css';

export interface CaptchaHandle {
  /** What the person has got for ticking the box; empty before, and when it has expired. */
  answer(): string;
  /** Asks anew: an answer is good for one attempt. */
  reset(): void;
  focus(): void;
}

interface Props {
  siteKey: string | null;
  error: string | undefined;
  onAnswer: () => void;
  ref: Ref<CaptchaHandle>;
}

/** The box "I'm not a robot" of themes that ask for it. Its script is loaded with it, from the provider's host. */
export function LoginCaptcha({ siteKey, error, onAnswer, ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<{ provider: CaptchaProvider; id: number }>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const errorId = useId();

  useImperativeHandle(ref, () => ({
    answer: () => (widget.current ? widget.current.provider.getResponse(widget.current.id) : ''),
    reset: () => widget.current?.provider.reset(widget.current.id),
    focus: () => place.current?.querySelector('iframe')?.focus(),
  }));

  const answered = useRef(onAnswer);
  answered.current = onAnswer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let gone = false;
    setState('loading');
    loadCaptcha().then(
      (provider) => {
        if (gone || !place.current || siteKey === null) return;
        // The provider takes a place once only; each attempt gets a new one.
        const box = place.current.appendChild(document.createElement('div'));
        const id = provider.render(box, { sitekey: siteKey, callback: () => answered.current() });
        widget.current = { provider, id };
        setState('ready');
      },
      () => !gone && setState('failed'),
    );
    return () => {
      gone = true;
      widget.current = undefined;
      place.current?.replaceChildren();
    };
  }, [siteKey, attempt]);

  if (siteKey === null) return <Notice tone="danger">{notSetUp}</Notice>;
  return (
    <fieldset className={css.group} aria-label="Security check" aria-describedby={error ? errorId : undefined}>
      <div className={css.place} data-state={state} aria-busy={state === 'loading'}>
        <div ref={place} />
        {state === 'loading' && <p className={css.waiting}>Loading the security check…</p>}
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
          {notLoaded}
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

const notSetUp = 'The security check is not fully set up. Please tell your administrator.';
const notLoaded = 'The security check could not be loaded. Your browser or network may be blocking it. Allow it, then try again.';
