import { Html, html } from '#api/platform/mail/html.ts';
import type { RenderedMail } from '#api/platform/mail/layout.ts';
import { CARD, INK, type MailTheme, MUTED, SANS } from '#api/platform/mail/mail-theme.ts';
import { demoOperator } from '../demo-logins.ts';
import type { StoredMail } from './mailbox.queries.ts';

/** A rendered mail; 'lost' when its link is no longer stored. */
type RenderResult = RenderedMail | 'lost';

/** The filter and the mode of the list. */
export interface MailboxQuery {
  /** Part of a recipient's address; empty for all. */
  to: string;
  refreshes: boolean;
}

/**
 * What the authenticator app of the demonstration's operator shows: `used` when the code of this time step has been used to log in,
 * `none` without an app, `lost` when the portal's key no longer opens its secret.
 */
export type OperatorCode =
  | { status: 'shown'; code: string; secondsLeft: number }
  | { status: 'used'; secondsLeft: number }
  | { status: 'none' }
  | { status: 'lost' };

const REFRESH_SECONDS = 5;
const LOST = 'This message can’t be shown because its link is no longer stored.';

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const time = (moment: Date) => html`<time datetime="${moment.toISOString()}">${clock.format(moment)} UTC</time>`;

const styles = (theme: MailTheme) => `
*{box-sizing:border-box}
html{color-scheme:light;-webkit-text-size-adjust:100%}
body{margin:0;background:${theme.canvas};color:${INK};font:400 16px/1.5 ${SANS}}
a{color:${theme.link};text-underline-offset:3px}
:focus-visible{outline:3px solid ${theme.link};outline-offset:2px;border-radius:3px}
.bar{height:5px;background:${theme.primary}}
.page{width:100%;max-width:960px;margin:0 auto;padding:20px 16px 40px}
.whole{display:flex;flex-direction:column;min-height:100vh;min-height:100dvh;padding-bottom:16px}
.whole main{flex:1 1 auto;display:flex;flex-direction:column}
.brand{display:flex;align-items:center;gap:10px;font:${theme.headingWeight} 17px/1.2 ${theme.headingFont}}
.brand img{display:block;border-radius:${Math.min(theme.radius, 8)}px}
h1{margin:18px 0 6px;font:${theme.headingWeight} 28px/1.2 ${theme.headingFont};overflow-wrap:anywhere}
h2{margin:28px 0 10px;font:${theme.headingWeight} 20px/1.3 ${theme.headingFont}}
p{margin:0 0 14px;max-width:66ch}
.muted,time,dt{color:${MUTED};font-size:14px}
form{display:flex;flex-wrap:wrap;align-items:end;gap:8px;margin:6px 0 14px}
label{flex:1 1 240px;font-size:14px;font-weight:600}
input{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid #74787e;border-radius:${Math.min(theme.radius, 10)}px;background:${CARD};color:${INK};font:inherit;font-weight:400}
button{min-height:44px;padding:8px 20px;border:0;border-radius:${Math.min(theme.radius, 10)}px;background:${theme.primary};color:${theme.onPrimary};font:inherit;font-weight:600;cursor:pointer}
iframe{display:block;width:100%;border:1px solid ${theme.line};border-radius:${Math.min(theme.radius, 10)}px;background:${CARD}}
.list{flex:1 1 auto;min-height:300px}
.message{height:clamp(420px,86vh,1000px);background:${theme.canvas}}
.code{height:74px;margin:6px 0 20px}
.operator{display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding:14px 16px}
.operator p{flex:1 1 260px;margin:0;font-size:14px}
.digits{font:600 30px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace;white-space:nowrap}
.framed{background:${CARD}}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
ul{margin:0;padding:0;list-style:none}
li a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;padding:12px 16px;border-bottom:1px solid ${theme.line};color:inherit;text-decoration:none}
li a:hover{background:${theme.canvas}}
li a:focus-visible{outline-offset:-3px}
.subject{font-weight:600;overflow-wrap:anywhere}
.to{grid-column:1;color:${MUTED};font-size:14px;overflow-wrap:anywhere}
li time{grid-column:2;grid-row:1;align-self:center;white-space:nowrap}
.empty{padding:32px 16px;text-align:center;color:${MUTED}}
nav{margin-top:14px}
dl{display:grid;align-items:baseline;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:14px 0 20px}
dd{margin:0;overflow-wrap:anywhere}
pre{margin:0;padding:16px;border:1px solid ${theme.line};border-radius:${Math.min(theme.radius, 10)}px;background:${CARD};font:400 14px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:800px){.code{height:132px}}
@media (max-width:560px){li a{grid-template-columns:1fr}li time{grid-column:1;grid-row:auto}h1{font-size:24px}.code{height:152px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}`;

interface Page {
  title: string;
  theme: MailTheme;
  nonce: string;
  /** After how many seconds the page loads again. */
  refreshSeconds?: number | undefined;
  framed?: boolean;
  moreStyles?: string;
  content: Html;
}

function page({ title, theme, nonce, refreshSeconds, framed = false, moreStyles = '', content }: Page): string {
  // Values in a style sheet are not escaped; all of them are numbers or constants of the theme.
  const sheet = new Html(styles(theme) + moreStyles);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${theme.logoUrl === null ? null : html`<link rel="icon" href="${new URL(theme.logoUrl).pathname}">`}
${refreshSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
${framed ? html`<base target="_top">` : null}
<title>${title}</title>
<style nonce="${nonce}">${sheet}</style>
</head>
<body${framed ? html` class="framed"` : null}>${content}</body>
</html>
`.text;
}

const brand = (theme: MailTheme) =>
  html`<header class="brand">${theme.logoUrl === null ? null : html`<img src="${new URL(theme.logoUrl).pathname}" width="36" height="36" alt="">`}${theme.company}</header>`;

/** The mailbox: introduction, search, and the list in its own frame, so that refreshing the list keeps the search text. */
export function mailboxPage(
  theme: MailTheme,
  { to, refreshes, hasOperator }: MailboxQuery & { hasOperator: boolean },
  nonce: string,
): string {
  const query = new URLSearchParams({ ...(to ? { to } : {}), ...(refreshes ? {} : { refresh: 'off' }) });
  const toggledQuery = new URLSearchParams({ ...(to ? { to } : {}), ...(refreshes ? { refresh: 'off' } : {}) });
  const urlOf = (path: string, search: URLSearchParams) => (search.size > 0 ? `${path}?${search}` : path);
  const content = html`<div class="bar"></div><div class="page whole">
${brand(theme)}
<main>
<h1>Local mailbox</h1>
<p>This demonstration has no mail server. Emails from ${theme.company} appear here instead, with working links.</p>
${
  hasOperator
    ? html`<iframe class="code" src="/mailbox/operator-code${refreshes ? '' : '?refresh=off'}" title="The operator’s login code"></iframe>`
    : null
}
<form method="get" action="/mailbox" role="search"><label>Recipient<input type="search" name="to" value="${to}" placeholder="Part of an email address" autocomplete="off" spellcheck="false"></label>${refreshes ? null : html`<input type="hidden" name="refresh" value="off">`}<button>Search</button></form>
<p class="muted">${refreshes ? `The list refreshes every ${REFRESH_SECONDS} seconds.` : 'The list does not refresh.'} <a href="${urlOf('/mailbox', toggledQuery)}">${refreshes ? 'Stop refreshing' : 'Refresh automatically'}</a>${to ? html` · <a href="/mailbox">Show all</a>` : null}</p>
<iframe class="list" src="${urlOf('/mailbox/list', query)}" title="Messages, newest first"></iframe>
</main>
</div>`;
  return page({ title: `Local mailbox: ${theme.company}`, theme, nonce, content });
}

/** Counts seconds down to 0 in the page, without a script; the text for screen readers has the number at the start. */
const countdown = (seconds: number) => `
@property --left{syntax:'<integer>';inherits:false;initial-value:0}
@keyframes left{from{--left:${seconds}}to{--left:0}}
.left::after{content:counter(left) ' s';counter-reset:left var(--left);--left:${seconds};animation:left ${seconds}s linear forwards}`;

function describeCode(code: OperatorCode, refreshes: boolean): Html {
  if (code.status === 'none') return html`<p>They set up an authenticator app when they log in next.</p>`;
  if (code.status === 'lost') return html`<p>Their code can’t be shown because the portal’s key has changed.</p>`;
  const { secondsLeft } = code;
  const left = html`<span class="visually-hidden">${secondsLeft} seconds</span><span class="left" aria-hidden="true"></span>`;
  const reload = refreshes ? null : html` <a href="/mailbox/operator-code?refresh=off" target="_self">Show the current code</a>`;
  return code.status === 'used'
    ? html`<span class="digits">Used</span><p>This code has been used. The next one appears in ${left}.${reload}</p>`
    : html`<span class="digits">${code.code.slice(0, 3)} ${code.code.slice(3)}</span><p>is the code of their authenticator app. It changes in ${left}.${reload}</p>`;
}

/** The code of the operator's authenticator app, in the frame. It is loaded again when the code changes. */
export function operatorCodePage(
  theme: MailTheme,
  code: OperatorCode,
  { refreshes, nonce }: { refreshes: boolean; nonce: string },
): string {
  const secondsLeft = 'secondsLeft' in code ? code.secondsLeft : undefined;
  const content = html`<main class="operator"><h1 class="visually-hidden">The operator’s login code</h1>
<p><strong>${demoOperator.email}</strong> logs in at <a href="/operator">/operator</a>.</p>
${describeCode(code, refreshes)}</main>`;
  return page({
    title: 'The operator’s login code',
    theme,
    nonce,
    // Often enough to show soon that the code has been used.
    refreshSeconds: refreshes ? Math.min(secondsLeft ?? REFRESH_SECONDS, REFRESH_SECONDS) : undefined,
    framed: true,
    moreStyles: secondsLeft === undefined ? '' : countdown(secondsLeft),
    content,
  });
}

/** The list in the frame, newest first. */
export function mailListPage(
  theme: MailTheme,
  listed: readonly { mail: StoredMail; rendered: RenderResult }[],
  { to, refreshes }: MailboxQuery,
  nonce: string,
): string {
  const content =
    listed.length === 0
      ? html`<main><h1 class="visually-hidden">Messages</h1><p class="empty">${to ? `No messages to addresses that contain “${to}”.` : 'No messages yet. They appear when someone orders, is invited or requests a new password.'}</p></main>`
      : html`<main><h1 class="visually-hidden">Messages</h1><ul>${listed.map(
          ({ mail, rendered }) =>
            html`<li><a href="/mailbox/${mail.id}"><span class="subject">${rendered === 'lost' ? `(${mail.template})` : rendered.subject}</span><span class="to">${mail.recipient}</span>${time(mail.createdAt)}</a></li>`,
        )}</ul></main>`;
  return page({
    title: 'Messages, newest first',
    theme,
    nonce,
    refreshSeconds: refreshes ? REFRESH_SECONDS : undefined,
    framed: true,
    content,
  });
}

/** The text of a mail with its URLs as links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`));
}

/** One mail: recipient, time, HTML and text. */
export function mailPage(
  theme: MailTheme,
  { mail, from, rendered }: { mail: StoredMail; from: string; rendered: RenderResult },
  nonce: string,
): string {
  const subject = rendered === 'lost' ? `(${mail.template})` : rendered.subject;
  const content = html`<div class="bar"></div><div class="page">
${brand(theme)}
<nav><a href="/mailbox">← All messages</a></nav>
<main>
<h1>${subject}</h1>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${mail.recipient}</dd><dt>Written</dt><dd>${time(mail.createdAt)}</dd></dl>
${
  rendered === 'lost'
    ? html`<p>${LOST}</p>`
    : html`<iframe class="message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${mail.id}/html" title="The message as HTML"></iframe>
<h2>As text</h2>
<pre>${withLinks(rendered.text)}</pre>`
}
</main>
</div>`;
  return page({ title: `${subject}: ${theme.company}`, theme, nonce, content });
}
