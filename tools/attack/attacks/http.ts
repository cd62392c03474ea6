import { type Attack, type Finding, summarizeChecks } from '../attack.ts';
import { logIn, type Target } from '../target.ts';

const withoutGzip: Attack = {
  name: 'Ask for the start page without compression',
  expected: 'GET / and HEAD / answer 200 without `Accept-Encoding`, with `identity` and with an unknown coding',
  needs: 'built pages',
  run: async (target) => {
    const checks: Finding[] = [];
    for (const method of ['GET', 'HEAD']) {
      for (const coding of [undefined, 'identity', 'compress']) {
        const headers: Record<string, string> = coding === undefined ? {} : { 'accept-encoding': coding };
        const { status, text } = await target.send({ method, path: '/', headers });
        const isPage = method === 'HEAD' ? text === '' : text.includes('<div id="root"');
        checks.push({ held: status === 200 && isPage, seen: `${method} / with ${coding ?? 'no coding'}: ${status}` });
      }
    }
    return summarizeChecks(checks);
  },
};

const rawTemplate: Attack = {
  name: 'Fetch the raw template of the pages',
  expected: '/index.html, also in other spellings, is either the finished page or not there',
  needs: 'built pages',
  run: async (target) => {
    const page = (await target.send({ path: '/' })).text;
    const checks: Finding[] = [];
    for (const path of [
      '/index.html',
      '/INDEX.HTML',
      '/index.html?x=1',
      '/%69ndex.html',
      '//index.html',
      '/index.html/',
      '/index.html.br',
      '/index.html.gz',
    ]) {
      const { status, text } = await target.send({ path });
      const isOther = status === 200 && nonVarying(text) !== nonVarying(page) && !text.includes('<div id="root"><');
      checks.push({ held: !isOther && status < 500, seen: `${path}: ${status}${isOther ? ', not the finished page' : ''}` });
    }
    return summarizeChecks(checks);
  },
};

/** The page without its nonce, which differs in every response. */
const nonVarying = (page: string) => page.replaceAll(/nonce="[^"]*"|content="[\w+/=]{16,}"/g, '');

/** Headers that every response must carry, as expressions for their values. */
const EVERYWHERE: Record<string, RegExp> = {
  'strict-transport-security': /max-age=(\d{8,})/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(no-referrer|same-origin|strict-origin.*)$/,
  'content-security-policy': /frame-ancestors 'none'/,
};

const headers: Attack = {
  name: 'Embed, sniff or downgrade responses',
  expected: `over HTTPS every response carries ${Object.keys(EVERYWHERE).join(', ')}`,
  needs: 'built pages',
  run: async (target) => {
    const page = (await target.send({ path: '/' })).text;
    const asset = /(?:src|href)="(\/[^"]+\.(?:js|css))"/.exec(page)?.[1] ?? '/favicon.ico';
    const checks: Finding[] = [];
    for (const path of ['/', asset, '/api/customerprofile', '/api/no-such-call', '/livez', '/sizing/client']) {
      const response = await target.send({ path, headers: { 'x-forwarded-proto': 'https' } });
      const missing = Object.entries(EVERYWHERE)
        .filter(([name, value]) => !value.test(String(response.headers[name] ?? '')))
        .map(([name]) => name);
      checks.push({ held: missing.length === 0, seen: `${path} lacks ${missing.join(', ') || 'nothing'}` });
    }
    const plain = await target.send({ path: '/' });
    const hasHsts = plain.headers['strict-transport-security'] !== undefined;
    return summarizeChecks([...checks, { held: !hasHsts, seen: `${hasHsts ? 'HSTS' : 'no HSTS'} over plain HTTP` }]);
  },
};

const foreignOrigins: Attack = {
  name: 'Call the portal from a page on another scheme or port',
  expected: 'log-in and calls that change something are refused to another port, scheme or host, and work from the own origin',
  run: async (target) => {
    const session = await logIn(target, 'buyer@meridian.example');
    const { port } = target;
    const origins = [
      `http://localhost:${port + 1}`,
      `https://localhost:${port}`,
      'http://localhost',
      `http://evil.localhost:${port}`,
      'null',
      `http://localhost:${port}.evil.example`,
    ];
    const checks: Finding[] = [];
    const logInFrom = (origin: string) =>
      target.send({
        path: '/api/token',
        form: { grant_type: 'password', username: 'buyer@meridian.example', password: 'Uniform-2026' },
        headers: { origin },
      });
    const cancelFrom = (origin: string) =>
      target.send({ path: '/api/customers/impersonateCancel', token: session.accessToken, headers: { origin } });
    for (const origin of origins) {
      const [logInStatus, callStatus] = [(await logInFrom(origin)).status, (await cancelFrom(origin)).status];
      checks.push({
        held: [400, 403].includes(logInStatus) && callStatus === 403,
        seen: `${origin}: log-in ${logInStatus}, call ${callStatus}`,
      });
    }
    const own = `http://localhost:${port}`;
    const [ownLogIn, ownCall] = [(await logInFrom(own)).status, (await cancelFrom(own)).status];
    return summarizeChecks([
      ...checks,
      { held: ownLogIn === 200 && ownCall === 200, seen: `own origin: ${ownLogIn}, ${ownCall}` },
    ]);
  },
};

const wrongMethods: Attack = {
  name: 'Use a method that a path does not have',
  expected: '405 with `Allow`; TRACE is refused; a path that does not exist answers 404',
  run: async (target) => {
    const checks: Finding[] = [];
    const tries = [
      ['DELETE', '/api/customerprofile', 'GET'],
      ['GET', '/api/token', 'POST'],
      ['PUT', '/api/orders', 'GET'],
      ['PATCH', '/api/customers/1', 'PUT'],
    ] as const;
    for (const [method, path, allowed] of tries) {
      const { status, headers: sent } = await target.send({ method, path });
      const allow = String(sent.allow ?? '');
      checks.push({
        held: status === 405 && allow.includes(allowed),
        seen: `${method} ${path}: ${status}, Allow ${allow || 'missing'}`,
      });
    }
    const unknown = await target.send({ path: '/api/no-such-call' });
    checks.push({ held: unknown.status === 404, seen: `unknown path: ${unknown.status}` });
    for (const method of ['TRACE', 'TRACK']) {
      const status = await target.send({ method, path: '/' }).then(
        (response) => response.status,
        () => 'connection closed',
      );
      checks.push({ held: typeof status === 'string' || (status >= 400 && status < 500), seen: `${method} /: ${status}` });
    }
    return summarizeChecks(checks);
  },
};

const headOfCalls: Attack = {
  name: 'HEAD of a call',
  expected: 'the status and headers of GET, without a body and without the effect of GET',
  run: async (target) => {
    const session = await logIn(target, 'buyer@meridian.example');
    const get = await session.call('GET', '/api/customerprofile');
    const head = await session.call('HEAD', '/api/customerprofile');
    const anonymous = await target.send({ method: 'HEAD', path: '/api/customerprofile' });
    await session.call('HEAD', '/api/logout');
    const after = await session.call('GET', '/api/customerprofile');
    return summarizeChecks([
      {
        held: head.status === get.status && head.text === '',
        seen: `GET ${get.status}, HEAD ${head.status} with ${head.text.length} characters`,
      },
      { held: anonymous.status === 401, seen: `HEAD without a token: ${anonymous.status}` },
      { held: after.status === 200, seen: `after HEAD of the log-out: ${after.status}` },
    ]);
  },
};

const longAddresses: Attack = {
  name: 'Ask for over-long addresses',
  expected: '404, 414 or 431 with JSON or a page; never 403 or 5xx',
  run: async (target) => {
    const checks: Finding[] = [];
    for (const path of [
      `/${'a'.repeat(300)}`,
      `/${'a'.repeat(9000)}`,
      `/api/${'a'.repeat(9000)}`,
      `/index/${'a/'.repeat(4000)}`,
      `/assets/${'%61'.repeat(3000)}`,
      `/api/products/${'1'.repeat(4000)}`,
    ]) {
      const { status } = await target.send({ path });
      const described = `${path.slice(0, 12)}… of ${path.length} characters: ${status}`;
      checks.push({ held: [200, 401, 404, 414, 431].includes(status), seen: described });
    }
    return summarizeChecks(checks);
  },
};

const unknownHosts: Attack = {
  name: 'Name a host that belongs to no brand',
  expected: 'calls answer 421',
  run: async (target: Target) => {
    const session = await logIn(target, 'buyer@meridian.example');
    const { status } = await target.send({ path: '/api/customerprofile', host: 'unknown.example', token: session.accessToken });
    return { held: status === 421, seen: `a call with another host: ${status}` };
  },
};

/** Attacks on HTTP itself: methods, headers, origins and addresses. */
export const httpAttacks: Attack[] = [
  withoutGzip,
  rawTemplate,
  headers,
  foreignOrigins,
  wrongMethods,
  headOfCalls,
  longAddresses,
  unknownHosts,
];
