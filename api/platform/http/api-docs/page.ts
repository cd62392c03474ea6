import { getCompanyDesign } from '#brands/brands.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The page of the API documentation in the look of a brand. `start-viewer.js` opens the viewer in it. */
export function renderPage({ name, companyName }: { name: string; companyName: string }, nonce: string): string {
  const brand = getCompanyDesign(name, companyName);
  const variables = {
    '--brand': brand.colours.primary,
    '--on-brand': brand.onPrimary,
    '--secondary': brand.colours.secondary,
    '--canvas': brand.canvas,
    '--line': brand.line,
    '--radius-control': `${brand.radius.control}px`,
    '--radius-card': `${brand.radius.card}px`,
    '--heading-face': brand.headings.face,
    '--heading-weight': brand.headings.weight,
    '--heading-spacing': brand.headings.spacing,
  };
  const rules = Object.entries(variables).map(([variable, value]) => `${variable}:${value}`);
  const company = escapeHtml(companyName);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" content="${nonce}">
    <title>API reference – ${company}</title>
    <link rel="icon" type="image/svg+xml" href="/marks/${brand.name}.svg">
    <link rel="preload" as="font" type="font/woff2" crossorigin href="/docs/api/inter.woff2">
    <style nonce="${nonce}">:root{${rules.join(';')}}</style>
    <link rel="stylesheet" href="/docs/api/page.css">
  </head>
  <body>
    <nav class="bar" aria-label="Portal">
      <a class="home" href="/">${brand.logo === null ? company : `<img src="${brand.logo}" alt="${company}">`}</a>
      <a class="portal" href="/">Back to the portal</a>
    </nav>
    <div id="viewer"></div>
    <noscript>This page needs JavaScript. The document that it shows is at <a href="/docs/api/json">/docs/api/json</a>.</noscript>
    <script src="/docs/api/start-viewer.js"></script>
  </body>
</html>
`;
}
