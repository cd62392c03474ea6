#!/usr/bin/env node
/**
 * Lets Playwright drive WebKitGTK, which has WebDriver only: is started as Firefox is, and translates the commands of WebDriver BiDi that Playwright sends.
 * Each browser context is a WebKitGTK of its own with one page. `WEBKIT_DRIVER` names the driver.
 *
 * What WebDriver does not have: requests and responses are neither seen nor held back, and scripts cannot run before those of the page. What stories add to
 * a page before it loads only fills its local storage, so it runs in a file of the same host that is opened before.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { WebSocketServer } from 'ws';
import { openWebDriver } from './webdriver.mjs';
import { installRealm } from './webkit-realm.mjs';

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const BROWSER = ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']
  .map((version) => join(LIBRARY, version, 'MiniBrowser'))
  .find(existsSync);

/** No animations, as in Chromium, and toolbars that leave room for a phone's width: as they are, no window is narrower than 450 pixels. */
const SETTINGS = {
  'settings.ini': '[Settings]\ngtk-enable-animations=0\n',
  'gtk.css': `headerbar, headerbar *, entry, button { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }
image { -gtk-icon-transform: scale(0.1); }\n`,
};
const profile = process.argv[process.argv.indexOf('--profile') + 1];
mkdirSync(join(profile, 'gtk-3.0'), { recursive: true });
for (const [name, text] of Object.entries(SETTINGS)) writeFileSync(join(profile, 'gtk-3.0', name), text);

/** How often a page is asked what has become of it, in milliseconds: while a promise of a script is awaited, and otherwise. */
const BUSY_MS = 10;
const IDLE_MS = 100;
const NAVIGATION_MS = 30_000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)); // waits because WebDriver answers and sends no events
/** Text that the function `eval` compiles, without the semicolon at its end. */
const toExpression = (text) => text.trim().replace(/;$/, '');

const isExpression = (text) => {
  try {
    return Boolean(new Script(`(${text}\n)`));
  } catch {
    return false;
  }
};

/**
 * The texts in a call's arguments that may be code, as the properties of an object. Playwright's functions compile them by `eval`, which the content
 * security policy of the page refuses; what is written in the script itself needs no `eval`.
 */
function findCode(value) {
  if (typeof value === 'string')
    return value.includes('(') && isExpression(toExpression(value))
      ? `${JSON.stringify(value)}: () => (${toExpression(value)}\n),`
      : '';
  return value && typeof value === 'object' ? Object.values(value).map(findCode).join('') : '';
}

const unsupported = (message) => Object.assign(new Error(message), { code: 'unsupported operation' });

/** Every page, by the id of its browsing context. */
const pages = new Map();
const viewports = new Map();
let emit = () => {};

class Page {
  id = randomUUID();
  url = 'about:blank';
  realm;
  state;
  /** Of the document that is open, and of the one that has been asked for. */
  navigation = null;
  next = null;
  isPreparing = false;
  preloads = new Map();
  promises = new Map();
  /** The last of the calls, which come one after another. */
  last = Promise.resolve();

  constructor(userContext, driver) {
    Object.assign(this, { userContext, driver });
  }

  static async open(userContext) {
    const page = new Page(userContext, await openWebDriver(process.env.WEBKIT_DRIVER, BROWSER, { XDG_CONFIG_HOME: profile }));
    pages.set(page.id, page);
    emit('browsingContext.contextCreated', { context: page.id, url: page.url, userContext, parent: null, children: [] });
    if (viewports.has(userContext)) await page.setViewport(viewports.get(userContext));
    await page.run('undefined');
    void page.watch();
    return page;
  }

  call(method, path, body) {
    const result = this.last.then(() => this.driver(method, path, body));
    this.last = result.catch(() => {});
    return result;
  }

  /** Runs an expression in the page, and tells what has become of the page meanwhile. */
  async run(expression, ...values) {
    const preloads = [...this.preloads.values()].map(({ text }) => text).join('\n');
    const script = `if (globalThis.__leaving) throw new Error('Another page is being opened.');
      const bidi = globalThis.__bidi ?? (${installRealm})(${JSON.stringify(this.id)}, (bidi) => {${preloads}});
      const values = arguments; const value = ${expression}; return [bidi.look(), value];`;
    const [seen, value] = await this.call('POST', '/execute/sync', { script, args: values });
    this.notice(seen);
    return value;
  }

  notice({ realm, url, state, events, settled }) {
    const context = this.id;
    const tell = (event) =>
      emit(`browsingContext.${event}`, { context, url, navigation: this.navigation, timestamp: Date.now() });
    if (realm !== this.realm) {
      const isFirst = this.realm === undefined;
      if (!isFirst) {
        this.forget();
        this.navigation = this.next ?? randomUUID();
        this.next = null;
        tell('navigationStarted');
        tell('navigationCommitted');
      }
      this.realm = realm;
      this.state = isFirst ? state : 'loading';
      emit('script.realmCreated', { realm, context, type: 'window', origin: URL.canParse(url) ? new URL(url).origin : 'null' });
    } else if (url !== this.url) tell('historyUpdated');
    this.url = url;
    if (this.state === 'loading' && state !== 'loading') tell('domContentLoaded');
    if (this.state !== 'complete' && state === 'complete') tell('load');
    this.state = state;
    for (const { method, ...params } of events) emit(method, { ...params, source: { realm, context } });
    for (const [id, result] of settled) {
      this.promises.get(id)?.resolve(result);
      this.promises.delete(id);
    }
  }

  /** The document has gone, and with it whatever scripts wait for. */
  forget() {
    for (const realm of [this.realm, `${this.realm}/utility`]) emit('script.realmDestroyed', { realm });
    for (const { reject } of this.promises.values()) reject(new Error('The document has been replaced.'));
    this.promises.clear();
  }

  async watch() {
    while (pages.has(this.id)) {
      await wait(this.promises.size > 0 ? BUSY_MS : IDLE_MS); // waits because WebDriver sends no events
      // Between two documents there is none to ask.
      if (pages.has(this.id) && !this.isPreparing) await this.run('undefined').catch(() => {});
    }
  }

  async evaluate({ expression, functionDeclaration, arguments: values = [], resultOwnership, awaitPromise, target }) {
    const source = functionDeclaration ?? `() => (${toExpression(expression)})`;
    const options = { owns: resultOwnership === 'root', awaits: awaitPromise ?? false };
    const call = `bidi.call((${source}), {${findCode(values)}}, values[0], values[1])`;
    const reply = await this.run(call, values, options).catch(async (error) => {
      // A document that has been replaced is told first: then Playwright asks the new one.
      await this.run('undefined').catch(() => {});
      throw error;
    });
    if (reply.missing) throw new Error('The handle is not of this document.');
    const result =
      reply.pending === undefined
        ? reply
        : await new Promise((resolve, reject) => this.promises.set(reply.pending, { resolve, reject }));
    return { ...result, realm: target.sandbox ? `${this.realm}/utility` : this.realm };
  }

  async navigate(url) {
    const { origin } = new URL(url);
    const waiting = [...this.preloads.values()].filter(({ origins }) => !origins.has(origin));
    if (waiting.length > 0) {
      const place = `${origin}/api/`;
      this.isPreparing = true;
      await this.call('POST', '/url', { url: place });
      const script = `if (location.href !== arguments[0]) return false; globalThis.__leaving = true; const bidi = { channel: () => () => {} };
        ${waiting.map(({ text }) => text).join('\n')}; return true;`;
      await this.until(() => this.call('POST', '/execute/sync', { script, args: [place] }));
      for (const { origins } of waiting) origins.add(origin);
    }
    const before = this.realm;
    const navigation = randomUUID();
    this.next = navigation;
    await this.call('POST', '/url', { url });
    await this.until(async () => {
      await this.run('undefined');
      return this.realm !== before;
    });
    this.isPreparing = false;
    return { navigation, url };
  }

  async until(read) {
    const end = Date.now() + NAVIGATION_MS;
    while (!(await read().catch(() => false))) {
      if (Date.now() > end) throw new Error('The page has not been opened.');
      await wait(BUSY_MS); // waits because WebDriver does not say when a page has been opened
    }
  }

  async setViewport({ width, height }) {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const [innerWidth, innerHeight, outerWidth, outerHeight] = await this.run(
        '[innerWidth, innerHeight, outerWidth, outerHeight]',
      );
      if (innerWidth === width && innerHeight === height) return;
      const frame = { width: Math.max(0, outerWidth - innerWidth), height: Math.max(0, outerHeight - innerHeight) };
      await this.call('POST', '/window/rect', { width: width + frame.width, height: height + frame.height });
      await wait(IDLE_MS / 2); // waits because the window follows after a while
    }
    throw unsupported(`The window cannot be ${width} × ${height}.`);
  }

  async act(actions) {
    for (const { actions: steps } of actions)
      for (const step of steps) if ('x' in step) Object.assign(step, { x: Math.floor(step.x), y: Math.floor(step.y) });
    await this.call('POST', '/actions', { actions });
    await this.run('undefined').catch(() => {});
  }

  async close() {
    pages.delete(this.id);
    await this.last;
    await this.driver.close();
    this.forget();
    emit('browsingContext.contextDestroyed', { context: this.id, url: this.url, userContext: this.userContext, parent: null });
  }
}

const closeAll = (chosen) => Promise.all([...pages.values()].filter(chosen).map((page) => page.close()));

/** The page of a command, by its context or one of its realms. */
const pageOf = ({ context, target = {} }) => {
  const { context: id = context, realm } = target;
  const page = pages.get(id) ?? [...pages.values()].find((one) => one.realm === realm?.split('/')[0]);
  if (page) return page;
  throw Object.assign(new Error('There is no such page.'), { code: 'no such frame' });
};

const COMMANDS = {
  'session.new': () => ({
    sessionId: randomUUID(),
    capabilities: { browserName: 'WebKitGTK', browserVersion: '', userAgent: '' },
  }),
  'browser.createUserContext': () => ({ userContext: randomUUID() }),
  'browser.removeUserContext': ({ userContext }) => closeAll((page) => page.userContext === userContext),
  'browser.close': async () => {
    await closeAll(() => true);
    setTimeout(() => process.exit(0), 100);
  },
  'browsingContext.create': async ({ userContext }) => ({ context: (await Page.open(userContext)).id }),
  'browsingContext.close': (params) => pageOf(params).close(),
  'browsingContext.navigate': (params) => pageOf(params).navigate(params.url),
  'browsingContext.reload': (params) => pageOf(params).call('POST', '/refresh', {}),
  'browsingContext.traverseHistory': (params) => pageOf(params).call('POST', params.delta < 0 ? '/back' : '/forward', {}),
  'browsingContext.captureScreenshot': async (params) => ({ data: await pageOf(params).call('GET', '/screenshot') }),
  'browsingContext.setViewport': async ({ context, userContexts = [], viewport }) => {
    for (const userContext of userContexts) viewports.set(userContext, viewport);
    await Promise.all(
      [...pages.values()]
        .filter(({ id, userContext }) => id === context || userContexts.includes(userContext))
        .map((page) => page.setViewport(viewport)),
    );
  },
  'input.performActions': (params) => pageOf(params).act(params.actions),
  'script.evaluate': (params) => pageOf(params).evaluate(params),
  'script.callFunction': (params) => pageOf(params).evaluate(params),
  'script.addPreloadScript': ({ functionDeclaration, arguments: values = [], contexts, userContexts = [] }) => {
    const script = randomUUID();
    const channels = values.map(({ value }) => `bidi.channel(${JSON.stringify(value.channel)})`);
    const text = `(${functionDeclaration})(${channels});`;
    for (const page of pages.values())
      if (contexts?.includes(page.id) || userContexts.includes(page.userContext))
        page.preloads.set(script, { text, origins: new Set() });
    return { script };
  },
  'script.removePreloadScript': ({ script }) => {
    for (const { preloads } of pages.values()) preloads.delete(script);
  },
  'network.addIntercept': ({ phases }) => {
    if (phases.some((phase) => phase !== 'authRequired')) throw unsupported('WebDriver cannot hold requests back.');
    return { intercept: randomUUID() };
  },
};

/** What makes no difference here: events come in any case, and nothing is emulated. */
const IGNORED = /^(?:session|network|emulation)\.|^browser\.setDownloadBehavior$|^script\.disown$/;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.on('listening', () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
server.on('connection', (client) => {
  emit = (method, params) => client.send(JSON.stringify({ type: 'event', method, params }));
  client.on('message', async (data) => {
    const { id, method, params } = JSON.parse(data.toString());
    try {
      const command = Object.hasOwn(COMMANDS, method) ? COMMANDS[method] : undefined;
      if (!command && !IGNORED.test(method)) throw unsupported(`WebKitGTK's driver has nothing for ${method}.`);
      const result = (await command?.(params)) ?? {};
      client.send(JSON.stringify({ type: 'success', id, result }));
    } catch (error) {
      client.send(JSON.stringify({ type: 'error', id, error: error.code ?? 'unknown error', message: error.message }));
    }
  });
});

for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, async () => {
    await closeAll(() => true);
    process.exit(0);
  });
