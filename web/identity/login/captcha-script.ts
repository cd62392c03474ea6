/** The part of reCAPTCHA v2 (or of what stands in for it) that the log-in uses. */
export interface CaptchaProvider {
  render(place: HTMLElement, options: { sitekey: string; callback: () => void }): number;
  getResponse(widget: number): string;
  reset(widget: number): void;
}

declare global {
  interface Window {
    grecaptcha?: CaptchaProvider;
    liveryCaptchaReady?: () => void;
  }
}

const patience = 15_000;
let loading: Promise<CaptchaProvider> | undefined;

/** Where the server says that the script is; it says so, and the page's policy lets it in, only where the theme asks for it. */
const scriptAddress = () => document.querySelector<HTMLMetaElement>('meta[name="captcha-script"]')?.content ?? '';

/** Loads the provider's script once. Rejects when it cannot be had; then the next call tries again. */
export function loadCaptcha(): Promise<CaptchaProvider> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<CaptchaProvider> {
  return new Promise((resolve, reject) => {
    const address = scriptAddress();
    if (!URL.canParse(address)) return reject(new Error('No captcha is named.'));
    const url = new URL(address);
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('onload', 'liveryCaptchaReady');
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The captcha could not be loaded.'));
    };
    const late = setTimeout(fail, patience);
    window.liveryCaptchaReady = () => {
      clearTimeout(late);
      if (window.grecaptcha) resolve(window.grecaptcha);
      else fail();
    };
    script.onerror = fail;
    script.async = true;
    script.src = url.href;
    document.head.append(script);
  });
}
