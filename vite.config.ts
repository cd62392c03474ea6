import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readBuildTargets } from './tools/browser-support/targets.ts';

/** A shared file is named by rolldown after every page that needs it. */
const shortName = (name: string) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash:7]`;

/** Shared by pages that only people who are logged in open. */
const INSIDE =
  /\/web\/(?:catalogue|entitlement|ordering|organisation|people|sizing|ui\/lists)\/|\/web\/app\/(?:forms\/|(?:use-)?idempotency-key|lists\/|multipart|optimistic-concurrency|record-id|session\/ordering-link|shell\/(?:approvals\.|(?:people|products)-nav))|\/web\/ui\/(?:buttons\/|content\/(?:amounts|line-items|picture|status-badge)|feedback\/progress-bar|format\/address|browser\/(?:save-file|use-search-key|use-single-keys)|forms\/(?:edit-conflicts|form-notices|parse-number|quantity|save-bar|search-input)|layout\/bottom-bar)|\/contract\/ordering\/|\/brands\/choose-background\.|\/components\/(?:Combobox|Group|NativeSelect|Portal|Stack|Text)\/|\/node_modules\/(?:@mantine\/form|fast-deep-equal|klona)\//;

/** Small parts that the frame shares with a few pages, or that few pages share. */
const FRAME =
  /\/web\/(?:app\/(?:ordered-for|use-settled|shell\/(?:nav-entry|nav-group\.tsx|organisation-logo|registrations))|ordering\/orders\/order-access|organisation\/structure\/allocation-types|ui\/content\/menu-icons)/;

/** Asking for the password again. */
const IDENTITY_PROOF = /\/web\/identity\/login\/(?:confirm-identity-dialog|identity-proof)/;

/** What places things beside others. */
const HINTS = /\/utils\/Floating\//;

/** What keeps the focus, as dialogs and menus do; the log-in and the frame of pages have neither. */
const FOCUS = /\/use-focus-(?:return|trap)\/|\/components\/(?:FocusTrap|Overlay)\//;

/** How searches compare words, in lists and pages that search what they show. */
const WORDS = /\/contract\/platform\/(?:fold-text|search-words)/;

/** What lists and searches wait with until someone has typed. */
const DEBOUNCED = /\/use-debounced-value\//;

/** What is typed by hand or by scanners, as numbers and codes. */
const TYPED = /\/web\/operator\/payments\/parse-money|\/web\/ui\/forms\/parse-number|\/contract\/scanned-codes/;

/** Scroll bars of lists to choose from and of dialogs. */
const SCROLLING = /\/components\/ScrollArea\/|\/use-debounced-callback\/|\/use-callback-ref\./;

/** Menus and what they open, which the frame of pages has none of. */
const MENUS =
  /\/web\/ui\/buttons\/menu-|\/@mantine\/core\/styles\/(?:Menu|Popover)\.layer\.css|\/components\/(?:Accordion|Checkbox\/CheckIcon|Menu|Popover|Radio\/RadioIcon)\b|\/create-scoped-keydown|\/use-(?:click-outside|long-press)\//;

/** The button of exports, which lists and few other pages have. */
const EXPORTS = /\/web\/app\/exports\/(?:export-(?:button|calls)|use-export)|\/contract\/platform\/exports\/export-lists\./;

/** What draws lists, and is needed by no other page. */
const LISTS =
  /\/web\/app\/lists\/(?:arrange-rows|filter-kinds|filters\.module|list-(?:cards|columns|filters|keys-help|page|state|table|tabs|toolbar|views)|lists\.module|option-list|prefetch-list|row-checkbox|use-|view-dialog|views)|\/web\/app\/shell\/count-tabs/;

/** What draws lists of invoices, whose small parts other pages share. */
const INVOICES = /\/ordering\/invoices\/invoice-(?:columns|totals)/;

/** What pages say of returns and of changes of orders, apart from the little that the uniform builder says of them. */
const RETURNS =
  /\/web\/ordering\/(?:returns\/(?!label-button|return-status)|order-changes\/outcome-)|\/contract\/ordering\/remainder/;

/** What grids of sizes are counted and priced with. */
const GRIDS = /\/products\/size-grid\/(?:grid-model|order-price|(?:server-)?totals)\./;

/** The grid of sizes itself, which several pages load when it is asked for. */
const SIZES = /\/products\/size-grid\/(?:cell-navigation|grid-sums|paste|size-(?:fields|list|table)|table-)/;

/** The choice of a client on pages of operators. */
const CLIENTS = /\/web\/operator\/organisation-/;

/** Long lists and grids of which only the visible part is drawn. */
const VIRTUAL = /\/@tanstack\/(?:react-)?virtual/;

/** What pages show of garments, add to the cart, and tell of when it is in stock. */
const GARMENTS =
  /\/web\/(?:app\/stock-notices|catalogue\/products\/(?:add-|garment|optimistic-cart|price|product\/|purchase-labels|stock-labels|tiles\/|choosing\/|use-))/;

/** The uniform builder, and what it and the home page share. */
const BUILDER =
  /\/web\/(?:ordering\/(?:uniform-builder|underway)|entitlement\/(?:entitlement-requests|time-requests|issued-garments))\//;

/** Parts of forms that few pages have. */
const FORM_PARTS =
  /\/web\/ui\/layout\/record-states\.|\/web\/(?:content\/publications|ui\/(?:browser\/read-data-url|forms\/(?:date-field|multi-choice)))|\/components\/Textarea\//;

/** Size advice in words, which only pages of garments and the size page have. */
const ADVICE = /\/web\/sizing\/(?!size-(?:cookies|draft|form-values)\.|sizing-api|stored-body|units)/;

/** What size advice is made from. */
const BODY = /\/body\/(?:[\w-]+\/)*[\w-]+\.ts$/;

/** How texts on garments are checked and measured, apart from the little that pages need before one is typed. */
const LETTERING = /(?<!\/customisation)\/lettering\/(?!fonts|format-name|graphemes|text)[\w-]+\.ts$/;

/** Logos, texts and badges on garments. */
const DESIGNS =
  /\/web\/catalogue\/customisation\/|\/customisation\/design-words\.|\/lettering\/(?:fonts|format-name|graphemes|text)\./;

/** What carts, orders and pages of garments show and send of them. */
const CHOSEN_DESIGNS =
  /\/customisation\/(?:design-(?:input|words)|drawing\/drawn-design|lettering\/use-lettering-font|named-person|same-designs)\.|\/lettering\/fonts\./;

/** Days of parcels and of stock, which only pages of operators write so shortly. */
const FULFILMENT_DATES = /\/web\/operator\/fulfilment\/fulfilment-dates\./;

/** Lists that are put in order by hand. */
const REORDERING = /\/web\/ui\/lists\/(?:move-handle|(?:use-)?reorder)\./;

/** The bars above pages of products and of orders. */
const NAVIGATION = /\/web\/app\/shell\/(?:products|orders)-nav/;

/** How lists say when something is shown: announcements, documents and slides. */
const PUBLICATIONS = /\/web\/content\/(?:announcements\/announcement-columns|publications\/publication-state)\./;

/** Whether a file belongs to a part that not all pages inside have. */
const isOfPart = (id: string) =>
  [
    HINTS,
    FOCUS,
    WORDS,
    DEBOUNCED,
    SCROLLING,
    TYPED,
    MENUS,
    EXPORTS,
    LISTS,
    INVOICES,
    RETURNS,
    GRIDS,
    SIZES,
    CLIENTS,
    VIRTUAL,
    GARMENTS,
    BUILDER,
    FORM_PARTS,
    BODY,
    ADVICE,
    LETTERING,
    DESIGNS,
    REORDERING,
    FULFILMENT_DATES,
    NAVIGATION,
    PUBLICATIONS,
  ].some((part) => part.test(id));

/** Styles of many pages inside, apart from those that the log-in needs too. */
const INSIDE_STYLES =
  /\/web\/(?:catalogue(?!\/customisation\/|\/range\/range\.|\/products\/product\/(?:care|specifications|tier-prices)\.)|content(?!\/(?:home|publications\/previews)\/)|entitlement(?!\/wardrobes\/)|integrations|ordering(?!\/(?:checkout-questions|cost-centres|proofs|returns|underway)\/|\/uniform-builder\/own-names\.)|organisation(?!\/structure\/)|people(?!\/import\/)|privacy|sizing|identity\/addresses|app\/(?:bulk-edit|lists|search|shell\/(?!footer-links|back-link|route-error))|ui\/(?:buttons|content\/(?!visually|rich-text)|dialogs|lists(?!\/move-handle)|forms\/(?!checkbox|form-buttons|field)|layout\/(?:sections|bottom-bar)))[/\w.-]*\.css$/;

/** The initial styles come before the scripts, which a page does not need for its first paint. The server adds those of the page to both. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const rest = styles.reduce((left, tag) => left.replace(tag, ''), html);
      return rest.replace(/ *<script type="module"/, (script) => styles.join('') + script);
    },
  },
};

/** `#contract/…` and the like are resolved by Vite from the `imports` of package.json. */
export default defineConfig({
  root: 'web',
  plugins: [react(), stylesFirst],
  publicDir: 'public',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: readBuildTargets(),
    sourcemap: false,
    cssCodeSplit: true,
    // Small pictures as files too: the pages' security policy allows no data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Older browsers load pages without it, only a little later; all others would load it for nothing.
    modulePreload: { polyfill: false },
    // Most licences require their text to go with every copy, and browsers receive copies.
    license: { fileName: 'licences/packages.md' },
    // People who start the portal do not need the timings of plugins.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: ({ name }) => `${shortName(name)}.js`,
        assetFileNames: ({ names }) => `${shortName(names[0] ?? '')}[extname]`,
        codeSplitting: {
          // The first load in one file, what many pages share in another, and the rest in few: dozens of crumbs cost a phone more
          // than their bytes, and so do bytes that only other pages need.
          groups: [
            { name: 'portal', tags: ['$initial'], priority: 3 },
            // Menus and hints: the log-in has none.
            { name: 'floating', test: /node_modules\/@floating-ui\//, priority: 3 },
            // Shared with the log-in of operators: what the first load needs, and the second factor, which it does not.
            { name: 'login', test: /\/web\/identity\/login\/login-(?:fields|page\.module)/, priority: 3 },
            { name: 'login-code', test: /\/web\/identity\/login\/login-code/, priority: 3 },
            { name: 'operator', test: /\/web\/operator\/session\//, minShareCount: 7, priority: 3 },
            // Styles hold the first paint up: one file arrives before a dozen small ones with half of its bytes.
            { name: 'styles', test: INSIDE_STYLES, minShareCount: 2, priority: 2.5 },
            // Many pages inside ask for it, and none before the log-in.
            { name: 'proof', test: IDENTITY_PROOF, minShareCount: 2, priority: 2.2 },
            { name: 'common', test: (id) => !INSIDE.test(id) && !isOfPart(id), minShareCount: 7, priority: 2 },
            { name: 'inside', test: (id) => INSIDE.test(id) && !isOfPart(id), minShareCount: 7, priority: 1 },
            // After the others, because a group takes what its files import too.
            { name: 'focus', test: FOCUS, minShareCount: 2, priority: 0.96 },
            { name: 'hints', test: HINTS, minShareCount: 2, priority: 0.95 },
            { name: 'words', test: WORDS, minShareCount: 2, priority: 0.94 },
            { name: 'scrolling', test: SCROLLING, minShareCount: 2, priority: 0.91 },
            { name: 'menus', test: MENUS, minShareCount: 2, priority: 0.9 },
            { name: 'exports', test: EXPORTS, minShareCount: 2, priority: 0.55, includeDependenciesRecursively: false },
            { name: 'lists', test: LISTS, minShareCount: 2, priority: 0.5 },
            { name: 'invoices', test: INVOICES, minShareCount: 2, priority: 0.4 },
            { name: 'returns', test: RETURNS, minShareCount: 2, priority: 0.4, includeDependenciesRecursively: false },
            // Before the grids, because lists need it too.
            { name: 'debounced', test: DEBOUNCED, minShareCount: 2, priority: 0.45 },
            { name: 'grids', test: GRIDS, minShareCount: 2, priority: 0.42, includeDependenciesRecursively: false },
            { name: 'sizes', test: SIZES, minShareCount: 2, priority: 0.42, includeDependenciesRecursively: false },
            { name: 'clients', test: CLIENTS, minShareCount: 2, priority: 0.42, includeDependenciesRecursively: false },
            { name: 'virtual', test: VIRTUAL, minShareCount: 2, priority: 0.42, includeDependenciesRecursively: false },
            { name: 'lettering', test: LETTERING, minShareCount: 2, priority: 0.4, includeDependenciesRecursively: false },
            { name: 'designs', test: CHOSEN_DESIGNS, minShareCount: 2, priority: 0.4, includeDependenciesRecursively: false },
            // Small, and else put together with the words for states of orders, which the uniform builder needs.
            { name: 'publications', test: PUBLICATIONS, minShareCount: 2, priority: 0.4, includeDependenciesRecursively: false },
            // Small, and else put together with the list of products, which the page of the range does not need.
            { name: 'navigation', test: NAVIGATION, minShareCount: 2, priority: 0.4 },
            // Small, and else put together with what the uniform builder needs.
            {
              name: 'payments',
              test: /\/web\/ordering\/(?:card-payments\/payment-(?:page|words)|charge-rows)\./,
              minShareCount: 2,
              priority: 0.4,
              includeDependenciesRecursively: false,
            },
            // Small, and else put together with the checkout, which the pages of orders and sizes do not need.
            {
              name: 'ordering',
              test: /\/web\/app\/shell\/(?:ordering-button|next-step-buttons)/,
              minShareCount: 2,
              priority: 0.4,
            },
            // Small, and else put together with what these pages need besides.
            { name: 'frame', test: FRAME, minShareCount: 2, priority: 0.4 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3300 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 800,
  },
});
