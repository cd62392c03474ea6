import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'vitest';

/** A page in WebKitGTK, driven by WebDriver: by what people see, as the stories in Chromium, with real clicks and keys. */
export interface WebKitPage {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  waitForUrl(pattern: RegExp): Promise<void>;
  /** Waits until something with that role and name is shown that can be used, and clicks it. */
  click(role: Role, name: RegExp): Promise<void>;
  /** Clicks the element that a selector finds, of several the one at `index`. */
  clickOn(selector: string, index?: number): Promise<void>;
  /** Types into the field with that label. */
  type(label: RegExp, text: string): Promise<void>;
  waitFor(role: Role, name: RegExp): Promise<void>;
  waitForText(pattern: RegExp): Promise<void>;
  count(role: Role, name: RegExp): Promise<number>;
  evaluate<T>(script: string, ...values: unknown[]): Promise<T>;
  close(): Promise<void>;
}

const SELECTORS = {
  button: 'button, [role=button]',
  link: 'a[href]',
  control: 'a[href], button',
  heading: 'h1, h2, h3, h4',
  field: 'input, textarea, select',
  radio: 'label:has(input[type=radio])',
  checkbox: 'label:has(input[type=checkbox]), input[type=checkbox]',
  dialog: '[role=dialog]',
};
type Role = keyof typeof SELECTORS;

/** Elements that are shown, can be used, and have the name. */
const FIND = `
  const [selector, source, flags] = arguments;
  const pattern = new RegExp(source, flags);
  const textOf = (element) => (element?.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) =>
    element.getAttribute('aria-label') ||
    (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => textOf(document.getElementById(id))).join(' ').trim() ||
    [...(element.labels ?? [])].map(textOf).join(' ') ||
    textOf(element);
  return [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.getClientRects().length > 0 && !element.closest('[inert]') && !element.matches(':disabled, [readonly]') && pattern.test(nameOf(element)),
  );`;

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Found = Record<typeof ELEMENT, string>;

const MINI_BROWSERS = ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map(
  (version) => `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/${version}/MiniBrowser`,
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts the driver that `WEBKIT_DRIVER` names, with a browser in a window of about `width` pixels: WebKitGTK's narrowest is 450. */
export async function openWebKit(width: number): Promise<WebKitPage> {
  const port = await freePort();
  const driver: ChildProcess = spawn(process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: T & { message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  };
  const capabilities = (binary: string) => ({
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  });
  const started = async () => {
    for (const binary of MINI_BROWSERS) {
      const session = await call<{ sessionId: string }>('POST', '/session', { capabilities: capabilities(binary) }).catch(
        () => undefined,
      );
      if (session) return session.sessionId;
    }
    return undefined;
  };
  let session: string | undefined;
  await expect
    .poll(
      async () => {
        session ??= await started();
        return session;
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBeDefined();
  const at = (path: string) => `/session/${session}${path}`;
  await call('POST', at('/window/rect'), { width, height: 800 });

  const evaluate = <T>(script: string, ...args: unknown[]) => call<T>('POST', at('/execute/sync'), { script, args });
  const find = (selector: string, { source, flags }: RegExp) => evaluate<Found[]>(FIND, selector, source, flags);
  const poll = (read: () => Promise<unknown>, what: string) =>
    expect.poll(() => read().catch(() => false), { timeout: 40_000, interval: 100, message: what }).toBeTruthy();
  /** Does something with the first element that is found; again, if the page has replaced it meanwhile. */
  const withFirst = (selector: string, name: RegExp, use: (id: string) => Promise<unknown>, index = 0) =>
    poll(async () => {
      const id = (await find(selector, name)).at(index)?.[ELEMENT];
      if (id === undefined) return false;
      await use(id);
      return true;
    }, `${selector} ${name}`);
  const clickIt = (id: string) => call('POST', at(`/element/${id}/click`), {});
  const url = () => call<string>('GET', at('/url'));
  return {
    open: (address) => call('POST', at('/url'), { url: address }),
    url,
    waitForUrl: (pattern) => poll(async () => pattern.test(await url()), `the address ${pattern}`),
    click: (role, name) => withFirst(SELECTORS[role], name, clickIt),
    clickOn: (selector, index) => withFirst(selector, /(?:)/, clickIt, index),
    type: (label, text) =>
      withFirst(SELECTORS.field, label, async (id) => {
        await clickIt(id);
        await call('POST', at(`/element/${id}/value`), { text });
      }),
    waitFor: (role, name) => poll(async () => (await find(SELECTORS[role], name)).length > 0, `${role} ${name}`),
    waitForText: (pattern) =>
      poll(async () => pattern.test(await evaluate<string>('return document.body.innerText')), `the text ${pattern}`),
    count: async (role, name) => (await find(SELECTORS[role], name)).length,
    evaluate,
    close: async () => {
      await call('DELETE', at('')).catch(() => {});
      driver.kill();
    },
  };
}
