import type { Brand } from '#api/platform/http/hosts.ts';
import { Html, html } from '#api/platform/mail/html.ts';
import { CARD, createMailTheme, INK, MUTED, SANS } from '#api/platform/mail/mail-theme.ts';
import { getCompanyDesign } from '#brands/brands.ts';
import type { ReturnForm } from '../oci/return-form.rules.ts';

/** Where the script of the page is served. */
export const SUBMIT_SCRIPT_PATH = '/punchout/submit.js';

/** Posts the form, by the method of all forms: a field of this one can be called `submit`. */
export const SUBMIT_SCRIPT = "HTMLFormElement.prototype.submit.call(document.getElementById('return'));\n";

/** The policy of a page with a return form. `nonce` is that of its styles; where a list of origins is empty, nothing is allowed. */
export function createFormPagePolicy(
  nonce: string,
  { formOrigins, frameAncestors }: { formOrigins: readonly string[]; frameAncestors: readonly string[] },
): string {
  const listOf = (origins: readonly string[]) => (origins.length === 0 ? "'none'" : origins.join(' '));
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${listOf(formOrigins)}`,
    `frame-ancestors ${listOf(frameAncestors)}`,
  ].join('; ');
}

/** In whose look a page is, and the nonce of its styles. */
export interface PageLook {
  brand: Brand;
  nonce: string;
}

function drawStyles(brand: Brand): Html {
  const { primary, onPrimary, canvas, line, radius, headingFont, headingWeight } = createMailTheme(brand);
  const { radius: radii, density } = getCompanyDesign(brand.name, brand.companyName);
  return new Html(`*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:${canvas};color:${INK};font:16px/1.5 ${SANS};overflow-wrap:anywhere}
main{width:100%;max-width:440px;padding:32px;background:${CARD};border:1px solid ${line};border-radius:${radius}px;overflow:hidden;position:relative}
main::before{content:"";position:absolute;inset:0 0 auto;height:4px;background:${primary}}
.going::before{width:40%;animation:going 1.4s ease-in-out infinite alternate}
@keyframes going{to{transform:translateX(150%)}}
.company{display:block;height:26px;max-width:100%;margin:0 0 28px;font-weight:600;color:${MUTED}}
h1{margin:0 0 8px;font:${headingWeight} 26px/1.25 ${headingFont}}
p{margin:0 0 24px;color:${MUTED}}
main>:last-child{margin-bottom:0}
button{width:100%;min-height:${density.control}px;padding:8px 20px;border:0;border-radius:${radii.control}px;background:${primary};color:${onPrimary};font:600 16px/1.25 ${SANS};cursor:pointer}
button:focus-visible{outline:3px solid ${primary};outline-offset:3px}
@media (scripting:none){.going::before{width:auto;animation:none}}
@media (prefers-reduced-motion:reduce){.going::before{width:auto;animation:none}}
@media (max-width:480px){main{padding:24px}}`);
}

function drawPage({ brand, nonce }: PageLook, title: string, content: Html, isGoing: boolean): string {
  const { logo } = getCompanyDesign(brand.name, brand.companyName);
  const company =
    logo === null
      ? html`<p class="company">${brand.companyName}</p>`
      : html`<img class="company" src="${logo}" alt="${brand.companyName}">`;
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="origin">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${drawStyles(brand)}</style>
</head>
<body>
<main${isGoing ? html` class="going"` : null}>
${company}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

const drawForm = ({ action, target, charset, fields }: ReturnForm, label: string): Html =>
  html`<form id="return" method="post" action="${action}" accept-charset="${charset}"${target === null ? null : html` target="${target}"`}>
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<button>${label}</button>
</form>`;

/** What a form brings back: a cart, or only the user, who may have been away for too long; or it answers a question about one product. */
export type FormOutcome = 'cart' | 'cancelled' | 'expired' | 'answer';

const TEXTS: Readonly<Record<FormOutcome, string>> = {
  cart: 'Your cart is on its way. If nothing happens, select the button.',
  cancelled: 'Nothing from this visit is added to your request. If nothing happens, select the button.',
  expired:
    'This visit has ended because it was left open for too long. Nothing from it is added to your request. If nothing happens, select the button.',
  answer: 'Today’s price is on its way. If nothing happens, select the button.',
};

/** A page that posts a form by itself, and by a button where scripts are turned off. `system` is what the buyer's system is called. */
export function writeFormPage(form: ReturnForm, system: string, outcome: FormOutcome, look: PageLook): string {
  const content = html`<p>${TEXTS[outcome]}</p>
${drawForm(form, `Return to ${system}`)}
<script src="${SUBMIT_SCRIPT_PATH}"></script>`;
  return drawPage(look, `Returning to ${system}`, content, true);
}

const REPEATED: Readonly<Record<Exclude<FormOutcome, 'answer'>, string>> = {
  cart: 'This cart has been returned already. To send it again, for example because it did not arrive, select the button.',
  cancelled: 'This visit has ended. Nothing from it was added to your request. To go back, select the button.',
  expired:
    'This visit has ended because it was left open for too long. Nothing from it was added to your request. To go back, select the button.',
};

/** The same for someone who opens the page again: nothing is posted before they select the button. */
export const writeRepeatedFormPage = (
  form: ReturnForm,
  system: string,
  outcome: Exclude<FormOutcome, 'answer'>,
  look: PageLook,
): string =>
  drawPage(
    look,
    `Return to ${system}`,
    html`<p>${REPEATED[outcome]}</p>
${drawForm(form, `Return to ${system}`)}`,
    false,
  );

/** How many fields many receivers read of a form. */
const COMMON_FIELD_LIMIT = 1000;

/** Whether a cart has so many lines that receivers with the usual limit would cut it: an envelope of cXML is one field, however many lines it has. */
export const isLargeForm = ({ fields }: ReturnForm): boolean => fields.length > COMMON_FIELD_LIMIT;

/** The page of a large cart: it says what to look at before the person posts it, because the page of a cut one would not. */
export function writeLargeFormPage(form: ReturnForm, system: string, look: PageLook): string {
  const lines = form.fields.filter(([name]) => name.startsWith('NEW_ITEM-QUANTITY[')).length;
  return drawPage(
    look,
    `Return to ${system}`,
    html`<p>Your cart has ${lines} lines. Some purchasing systems cut carts of this size without saying so. Check afterwards that all ${lines} lines have arrived. If some are missing, open the shop again and return the rest in a smaller cart. To continue, select the button.</p>
${drawForm(form, `Return to ${system}`)}`,
    false,
  );
}

/** A page with everything that a search of the buyer's system has found, in one form that nothing posts by itself. Of more than `shown`, the page says so. */
export function writeSearchPage(
  form: ReturnForm,
  { searchText, shown, found }: { searchText: string; shown: number; found: number },
  system: string,
  look: PageLook,
): string {
  // Each size and colour is one.
  const items = found === 1 ? '1 item' : `${found} items`;
  const text =
    shown < found
      ? `The first ${shown} of ${items} for “${searchText}”. To see the others, search for more words.`
      : found === 0
        ? `No items for “${searchText}”. Try other words.`
        : `${items} for “${searchText}”.`;
  const content = html`<p>${text}</p>
${drawForm(form, `Return to ${system}`)}`;
  return drawPage(look, 'Search results', content, false);
}

/** A page that says why someone cannot shop, with what they can do. */
export const writeNoticePage = (title: string, text: string, look: PageLook): string =>
  drawPage(look, title, html`<p>${text}</p>`, false);
