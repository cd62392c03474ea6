// Runs in the browser: opens the viewer within the content security policy of the portal's pages.

// The viewer checks values with Zod, which otherwise tries whether it may compile code.
globalThis.__zod_globalConfig = { jitless: true };

// The viewer creates some of its style elements without the nonce.
const nonce = document.querySelector('meta[property=csp-nonce]').content;
const createElement = document.createElement.bind(document);
document.createElement = (name, options) => {
  const element = createElement(name, options);
  if (name === 'style') element.nonce = nonce;
  return element;
};

const script = createElement('script');
script.src = '/docs/api/viewer.js';
script.addEventListener('load', () =>
  globalThis.Scalar.createApiReference('#viewer', {
    url: '/docs/api/json',
    servers: [{ url: location.origin }],
    // Nothing is loaded from or sent to another host.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    externalUrls: {},
    // The page documents calls; it does not make them.
    hideTestRequestButton: true,
    hideClientButton: true,
    showDeveloperTools: 'never',
    forceDarkModeState: 'light',
    hideDarkModeToggle: true,
    persistAuth: false,
    defaultOpenFirstTag: false,
    documentDownloadType: 'json',
    operationTitleSource: 'summary',
  }),
);
document.head.append(script);
