import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the provider answers questions about an answer. */
type FakeCaptchaBehaviour = 'well' | 'down' | 'silent' | 'nonsense';

/** A stand-in for reCAPTCHA v2 on this machine: the script, the box in its frame, and the question whether an answer is good. */
export interface FakeCaptchaProvider {
  origin: string;
  /** Configuration of a portal that uses it for the brand. */
  environment(brand: string): Record<string, string>;
  behaviour: FakeCaptchaBehaviour;
  /** Questions that were asked, with the secret that came along. */
  verifications: { secret: string | null; response: string | null }[];
  /** An answer as somebody gets it who ticks the box at that host. */
  issueAnswer(hostname: string): string;
  close(): Promise<void>;
}

/** The real one refuses a second question about an answer; this one does not, so that the portal must. */
export async function createFakeCaptchaProvider(): Promise<FakeCaptchaProvider> {
  const answers = new Map<string, string>();
  const provider: FakeCaptchaProvider = {
    origin: '',
    environment: (brand) => ({
      CAPTCHA_VERIFY_URL: `${provider.origin}/recaptcha/api/siteverify`,
      CAPTCHA_SCRIPT_URL: `${provider.origin}/recaptcha/api.js`,
      [`CAPTCHA_SECRET_${brand.toUpperCase()}`]: 'the-secret-of-the-test',
    }),
    behaviour: 'well',
    verifications: [],
    issueAnswer: (hostname) => {
      const answer = `captcha-${randomUUID()}`;
      answers.set(answer, hostname);
      return answer;
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
    if (provider.behaviour === 'down') return response.writeHead(500).end('oh dear');
    if (provider.behaviour === 'nonsense') return response.end('<html>busy</html>');
    const hostname = answers.get(form.get('response') ?? '');
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
        return response.end(provider.issueAnswer(url.searchParams.get('host') ?? ''));
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
    render(place, { sitekey, callback }) {
      const id = widgets.length;
      const frame = document.createElement('iframe');
      frame.title = 'reCAPTCHA';
      frame.width = 304;
      frame.height = 78;
      const load = () => {
        frame.src = origin + '/recaptcha/box?' + new URLSearchParams({ id, sitekey, host: location.hostname, turn: Math.random() });
      };
      place.innerHTML = '<div style="width: 304px; height: 78px"></div>';
      place.firstChild.append(frame);
      widgets.push({ answer: '', callback, load });
      load();
      return id;
    },
    getResponse: (id) => widgets[id].answer,
    reset(id) {
      widgets[id].answer = '';
      widgets[id].load();
    },
  };
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin) return;
    widgets[data.id].answer = data.answer;
    widgets[data.id].callback(data.answer);
    source.postMessage('taken', from);
  });
  window[new URL(document.currentScript.src).searchParams.get('onload')]?.();
})();`;

const BOX = `<!doctype html><html lang="en"><title>reCAPTCHA</title><body style="font: 14px sans-serif; background: #f9f9f9; margin: 20px">
<main><h1 hidden>reCAPTCHA</h1><label><input type="checkbox"> I’m not a robot</label></main>
<script>
  const asked = new URLSearchParams(location.search);
  const box = document.querySelector('input');
  // Ticked, as the real one, once the page has its answer.
  addEventListener('message', () => {
    box.checked = true;
  });
  box.addEventListener('click', async (event) => {
    event.preventDefault();
    const answer = await (await fetch('/recaptcha/tick?host=' + asked.get('host'))).text();
    parent.postMessage({ id: Number(asked.get('id')), answer }, '*');
  });
</script></body></html>`;
