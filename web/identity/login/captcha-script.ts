import { parseUrl } from '#web/ui/browser/parse-url.ts';

/** The part of the reCAPTCHA v2 API that the login uses; other providers implement it too. */
export interface CaptchaProvider {
  render(container: HTMLElement, options: { sitekey: string; callback: () => void }): number;
  getResponse(widget: number): string;
  reset(widget: number): void;
}

declare global {
  interface Window {
    grecaptcha?: CaptchaProvider;
    liveryCaptchaReady?: () => void;
  }
}

const LOAD_TIMEOUT_MS = 15_000;
let loading: Promise<CaptchaProvider> | undefined;

/** The URL of the script from the page's meta element. The server sets it, and allows it in the CSP, only for themes with a captcha. */
const readScriptUrl = () => document.querySelector<HTMLMetaElement>('meta[name="captcha-script"]')?.content ?? '';

/** Loads the provider's script once. Rejects if it cannot be loaded within 15 seconds; the next call then tries again. */
export function loadCaptcha(): Promise<CaptchaProvider> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<CaptchaProvider> {
  return new Promise((resolve, reject) => {
    const src = readScriptUrl();
    const url = parseUrl(src);
    if (!url) return reject(new Error('No captcha script is configured.'));
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('onload', 'liveryCaptchaReady');
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The captcha could not be loaded.'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    window.liveryCaptchaReady = () => {
      clearTimeout(timer);
      if (window.grecaptcha) resolve(window.grecaptcha);
      else fail();
    };
    script.onerror = fail;
    script.async = true;
    script.src = url.href;
    document.head.append(script);
  });
}
