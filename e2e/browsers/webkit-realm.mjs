/**
 * Runs in each document that WebKitGTK opens, as text: keeps what Playwright refers to by handles, and converts values from and to those of WebDriver BiDi.
 * `install` runs once in the document.
 */
export function installRealm(context, install) {
  const realm = `${context}-${Math.random()}`;
  const kept = new Map();
  /** What stands for `eval` of these texts. */
  const compiled = {};
  let last = 0;
  let events = [];
  let settled = [];

  const keep = (value) => {
    last += 1;
    kept.set(`${realm}:${last}`, value);
    return `${realm}:${last}`;
  };
  const toRemote = (value, owns) => {
    if (value === null) return { type: 'null' };
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return { type: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
    if (typeof value === 'bigint') return { type: 'bigint', value: String(value) };
    if (typeof value !== 'object' && typeof value !== 'function') return { type: typeof value, value };
    if (value instanceof Node) {
      const handle = keep(value);
      return { type: 'node', sharedId: handle, ...(owns && { handle }) };
    }
    if (value === globalThis) return { type: 'window', value: { context }, ...(owns && { handle: keep(value) }) };
    const type = Array.isArray(value) ? 'array' : typeof value;
    if (owns) return { type, handle: keep(value) };
    if (type === 'function') return { type };
    if (type === 'array') return { type, value: value.map((one) => toRemote(one)) };
    return { type, value: Object.entries(value).map(([name, one]) => [name, toRemote(one)]) };
  };
  const fromLocal = (local) => {
    const { type, value } = local;
    if (type === 'channel') return bidi.channel(value.channel);
    if (type === 'null') return null;
    if (type === 'number' || type === 'bigint') return type === 'number' ? Number(value) : BigInt(value);
    if (type === 'array') return value.map(fromLocal);
    if (type === 'object') return Object.fromEntries(value.map(([name, one]) => [fromLocal(name), fromLocal(one)]));
    if (type === 'regexp') return new RegExp(value.pattern, value.flags);
    if (type === 'date') return new Date(value);
    return type ? value : kept.get(local.handle ?? local.sharedId);
  };
  const fail = (error) => ({ type: 'exception', exceptionDetails: { text: String(error), stackTrace: { callFrames: [] } } });
  const log = (text) =>
    events.push({ method: 'log.entryAdded', type: 'javascript', level: 'error', text, timestamp: Date.now() });

  const bidi = {
    channel: (channel) => (value) => {
      events.push({ method: 'script.message', channel, data: toRemote(value) });
    },
    call: (declared, code, values, { owns, awaits }) => {
      if (values.some(({ type, handle, sharedId }) => !type && !kept.has(handle ?? sharedId))) return { missing: true };
      const succeed = (value) => ({ type: 'success', result: toRemote(value, owns) });
      Object.assign(compiled, code);
      try {
        const value = declared(...values.map(fromLocal));
        if (!awaits || typeof value?.then !== 'function') return succeed(value);
        last += 1;
        const pending = last;
        value.then(
          (result) => settled.push([pending, succeed(result)]),
          (error) => settled.push([pending, fail(error)]),
        );
        return { pending };
      } catch (error) {
        return fail(error);
      }
    },
    look: () => {
      const seen = { realm, url: location.href, state: document.readyState, events, settled };
      events = [];
      settled = [];
      return seen;
    },
  };
  Object.defineProperty(globalThis, '__bidi', { value: bidi });
  // A text that was not found among the arguments is refused here: the browser would report it as a violation by the page.
  globalThis.eval = (text) => {
    // Playwright puts some in brackets.
    for (const name of [text, text.slice(1, -1)]) if (Object.hasOwn(compiled, name)) return compiled[name]();
    throw new EvalError(`Not compiled: ${String(text).slice(0, 200)}`);
  };
  // How Playwright enters letters that its keyboard does not have.
  globalThis.__pw_bidiInsertText = (text) => {
    document.execCommand('insertText', false, text);
  };
  // Without an error it is a notice, as that an observer of sizes will be called once more.
  addEventListener('error', ({ error }) => {
    if (error) log(String(error));
  });
  addEventListener('unhandledrejection', ({ reason }) => log(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    log(`Error: Content Security Policy: ${violatedDirective} refuses ${blockedURI}`),
  );
  install(bidi);
  return bidi;
}
