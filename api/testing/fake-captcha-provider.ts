import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the provider replies to verification requests. */
type FakeCaptchaBehaviour = 'normal' | 'down' | 'silent' | 'nonsense';

/** A fake reCAPTCHA v2 provider on this machine: the script, the checkbox in its frame, and the verification of tokens. */
export interface FakeCaptchaProvider {
  origin: string;
  /** Configuration of a portal that uses this provider for the brand. */
  environment(brand: string): Record<string, string>;
  behaviour: FakeCaptchaBehaviour;
  /** The verification requests received, with the secret and the token. */
  verifications: { secret: string | null; response: string | null }[];
  /** Issues a token, as a user gets one by ticking the box at that host. */
  issueToken(hostname: string): string;
  close(): Promise<void>;
}

/** Unlike the real provider, this one accepts a token more than once, so that the portal has to refuse it. */
export async function createFakeCaptchaProvider(): Promise<FakeCaptchaProvider> {
  const tokens = new Map<string, string>();
  const provider: FakeCaptchaProvider = {
    origin: '',
    environment: (brand) => ({
      CAPTCHA_VERIFY_URL: `${provider.origin}/recaptcha/api/siteverify`,
      CAPTCHA_SCRIPT_URL: `${provider.origin}/recaptcha/api.js`,
      [`CAPTCHA_SECRET_${brand.toUpperCase()}`]: 'the-secret-of-the-test',
    }),
    behaviour: 'normal',
    verifications: [],
    issueToken: (hostname) => {
      const token = `captcha-${randomUUID()}`;
      tokens.set(token, hostname);
      return token;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const verify = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    provider.verifications.push({ secret: form.get('secret'), response: form.get('response') });
    if (provider.behaviour === 'silent') return;
    if (provider.behaviour === 'down') return response.writeHead(500).end('error');
    if (provider.behaviour === 'nonsense') return response.end('<html>busy</html>');
    const hostname = tokens.get(form.get('response') ?? '');
    const success = form.get('secret') === 'the-secret-of-the-test' && hostname !== undefined;
    return response.end(JSON.stringify(success ? { success, hostname } : { success, 'error-codes': ['invalid-input-response'] }));
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    switch (url.pathname) {
      case '/recaptcha/api/siteverify':
        return void verify(request, response);
      case '/recaptcha/api.js':
        return response.setHeader('content-type', 'text/javascript').end(SCRIPT);
      case '/recaptcha/box':
        return response.setHeader('content-type', 'text/html; charset=utf-8').end(BOX);
      case '/recaptcha/tick':
        return response.end(provider.issueToken(url.searchParams.get('host') ?? ''));
      default:
        return response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

/** The part of the provider's script that pages use. */
const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const widgets = [];
  window.grecaptcha = {
    render(container, { sitekey, callback }) {
      const id = widgets.length;
      const frame = document.createElement('iframe');
      frame.title = 'reCAPTCHA';
      frame.width = 304;
      frame.height = 78;
      const load = () => {
        frame.src = origin + '/recaptcha/box?' + new URLSearchParams({ id, sitekey, host: location.hostname, nonce: Math.random() });
      };
      container.innerHTML = '<div style="width: 304px; height: 78px"></div>';
      container.firstChild.append(frame);
      widgets.push({ token: '', callback, load });
      load();
      return id;
    },
    getResponse: (id) => widgets[id].token,
    reset(id) {
      widgets[id].token = '';
      widgets[id].load();
    },
  };
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin) return;
    widgets[data.id].token = data.token;
    widgets[data.id].callback(data.token);
    source.postMessage('received', from);
  });
  window[new URL(document.currentScript.src).searchParams.get('onload')]?.();
})();`;

const BOX = `<!doctype html><html lang="en"><title>reCAPTCHA</title><body style="font: 14px sans-serif; background: #f9f9f9; margin: 20px">
<main><h1 hidden>reCAPTCHA</h1><label><input type="checkbox"> I’m not a robot</label></main>
<script>
  const parameters = new URLSearchParams(location.search);
  const box = document.querySelector('input');
  // Like the real one, ticked only after the page has received the token.
  addEventListener('message', () => {
    box.checked = true;
  });
  box.addEventListener('click', async (event) => {
    event.preventDefault();
    const token = await (await fetch('/recaptcha/tick?host=' + parameters.get('host'))).text();
    parent.postMessage({ id: Number(parameters.get('id')), token }, '*');
  });
</script></body></html>`;
