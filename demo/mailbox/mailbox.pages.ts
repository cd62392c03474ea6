import { Html, html } from '#api/platform/mail/html.ts';
import type { RenderedMail } from '#api/platform/mail/layout.ts';
import { CARD, INK, type MailTheme, MUTED, SANS } from '#api/platform/mail/mail-theme.ts';
import type { StoredMail } from './mailbox.queries.ts';

/** A mail as it can be written today: 'lost' when its link is no longer kept. */
type RenderResult = RenderedMail | 'lost';

/** What was asked of the list. */
export interface MailboxQuery {
  /** Part of a recipient's address; empty for all. */
  to: string;
  refreshes: boolean;
}

const REFRESH_SECONDS = 5;
const LOST = 'What was secret in this message is no longer kept, so it cannot be shown.';

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const time = (moment: Date) => html`<time datetime="${moment.toISOString()}">${clock.format(moment)} UTC</time>`;

const styles = (look: MailTheme) => `
*{box-sizing:border-box}
html{color-scheme:light;-webkit-text-size-adjust:100%}
body{margin:0;background:${look.canvas};color:${INK};font:400 16px/1.5 ${SANS}}
a{color:${look.link};text-underline-offset:3px}
:focus-visible{outline:3px solid ${look.link};outline-offset:2px;border-radius:3px}
.bar{height:5px;background:${look.primary}}
.page{width:100%;max-width:960px;margin:0 auto;padding:20px 16px 40px}
.whole{display:flex;flex-direction:column;min-height:100vh;min-height:100dvh;padding-bottom:16px}
.whole main{flex:1 1 auto;display:flex;flex-direction:column}
.brand{display:flex;align-items:center;gap:10px;font:${look.headingWeight} 17px/1.2 ${look.headingFont}}
.brand img{display:block;border-radius:${Math.min(look.radius, 8)}px}
h1{margin:18px 0 6px;font:${look.headingWeight} 28px/1.2 ${look.headingFont};overflow-wrap:anywhere}
h2{margin:28px 0 10px;font:${look.headingWeight} 20px/1.3 ${look.headingFont}}
p{margin:0 0 14px;max-width:66ch}
.muted,time,dt{color:${MUTED};font-size:14px}
form{display:flex;flex-wrap:wrap;align-items:end;gap:8px;margin:6px 0 14px}
label{flex:1 1 240px;font-size:14px;font-weight:600}
input{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid #74787e;border-radius:${Math.min(look.radius, 10)}px;background:${CARD};color:${INK};font:inherit;font-weight:400}
button{min-height:44px;padding:8px 20px;border:0;border-radius:${Math.min(look.radius, 10)}px;background:${look.primary};color:${look.onPrimary};font:inherit;font-weight:600;cursor:pointer}
iframe{display:block;width:100%;border:1px solid ${look.line};border-radius:${Math.min(look.radius, 10)}px;background:${CARD}}
.list{flex:1 1 auto;min-height:300px}
.letter{height:clamp(420px,86vh,1000px);background:${look.canvas}}
.framed{background:${CARD}}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
ul{margin:0;padding:0;list-style:none}
li a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;padding:12px 16px;border-bottom:1px solid ${look.line};color:inherit;text-decoration:none}
li a:hover{background:${look.canvas}}
li a:focus-visible{outline-offset:-3px}
.subject{font-weight:600;overflow-wrap:anywhere}
.to{grid-column:1;color:${MUTED};font-size:14px;overflow-wrap:anywhere}
li time{grid-column:2;grid-row:1;align-self:center;white-space:nowrap}
.empty{padding:32px 16px;text-align:center;color:${MUTED}}
nav{margin-top:14px}
dl{display:grid;align-items:baseline;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:14px 0 20px}
dd{margin:0;overflow-wrap:anywhere}
pre{margin:0;padding:16px;border:1px solid ${look.line};border-radius:${Math.min(look.radius, 10)}px;background:${CARD};font:400 14px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:560px){li a{grid-template-columns:1fr}li time{grid-column:1;grid-row:auto}h1{font-size:24px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}`;

interface Page {
  title: string;
  look: MailTheme;
  nonce: string;
  refreshes?: boolean;
  framed?: boolean;
  content: Html;
}

function page({ title, look, nonce, refreshes = false, framed = false, content }: Page): string {
  // A style sheet knows no escapes, and needs none: everything in it is a constant of the look.
  const sheet = new Html(styles(look));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${look.logoUrl === null ? null : html`<link rel="icon" href="${new URL(look.logoUrl).pathname}">`}
${refreshes ? html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` : null}
${framed ? html`<base target="_top">` : null}
<title>${title}</title>
<style nonce="${nonce}">${sheet}</style>
</head>
<body${framed ? html` class="framed"` : null}>${content}</body>
</html>
`.text;
}

const brand = (look: MailTheme) =>
  html`<header class="brand">${look.logoUrl === null ? null : html`<img src="${new URL(look.logoUrl).pathname}" width="36" height="36" alt="">`}${look.company}</header>`;

/** The mailbox: what it is, the search, and the list in a frame of its own, so that its refreshing takes no word from the search. */
export function mailboxPage(look: MailTheme, { to, refreshes }: MailboxQuery, nonce: string): string {
  const query = new URLSearchParams({ ...(to ? { to } : {}), ...(refreshes ? {} : { refresh: 'off' }) });
  const other = new URLSearchParams({ ...(to ? { to } : {}), ...(refreshes ? { refresh: 'off' } : {}) });
  const address = (path: string, search: URLSearchParams) => (search.size > 0 ? `${path}?${search}` : path);
  const content = html`<div class="bar"></div><div class="page whole">
${brand(look)}
<main>
<h1>Local mailbox</h1>
<p>This demonstration has no mail server. What ${look.company} would send to people waits here, so that its links can be followed.</p>
<form method="get" action="/mailbox" role="search"><label>Recipient<input type="search" name="to" value="${to}" placeholder="Part of an e-mail address" autocomplete="off" spellcheck="false"></label>${refreshes ? null : html`<input type="hidden" name="refresh" value="off">`}<button>Search</button></form>
<p class="muted">${refreshes ? `The list refreshes every ${REFRESH_SECONDS} seconds.` : 'The list stays as it is.'} <a href="${address('/mailbox', other)}">${refreshes ? 'Stop refreshing' : 'Refresh by itself'}</a>${to ? html` · <a href="/mailbox">Show all</a>` : null}</p>
<iframe class="list" src="${address('/mailbox/list', query)}" title="Messages, newest first"></iframe>
</main>
</div>`;
  return page({ title: `Local mailbox: ${look.company}`, look, nonce, content });
}

/** The list in the frame, newest first. */
export function mailListPage(
  look: MailTheme,
  listed: readonly { mail: StoredMail; written: RenderResult }[],
  { to, refreshes }: MailboxQuery,
  nonce: string,
): string {
  const content =
    listed.length === 0
      ? html`<main><h1 class="unseen">Messages</h1><p class="empty">${to ? `No message to anybody whose address contains “${to}”.` : 'No messages yet. They come as soon as somebody orders, is invited or forgets a password.'}</p></main>`
      : html`<main><h1 class="unseen">Messages</h1><ul>${listed.map(
          ({ mail, written }) =>
            html`<li><a href="/mailbox/${mail.id}"><span class="subject">${written === 'lost' ? `(${mail.template})` : written.subject}</span><span class="to">${mail.recipient}</span>${time(mail.createdAt)}</a></li>`,
        )}</ul></main>`;
  return page({ title: 'Messages, newest first', look, nonce, refreshes, framed: true, content });
}

/** The text of a mail with its addresses as links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`));
}

/** One mail: who, when, how it looks, and how it reads as text. */
export function mailPage(
  look: MailTheme,
  { mail, from, written }: { mail: StoredMail; from: string; written: RenderResult },
  nonce: string,
): string {
  const subject = written === 'lost' ? `(${mail.template})` : written.subject;
  const content = html`<div class="bar"></div><div class="page">
${brand(look)}
<nav><a href="/mailbox">← All messages</a></nav>
<main>
<h1>${subject}</h1>
<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${mail.recipient}</dd><dt>Written</dt><dd>${time(mail.createdAt)}</dd></dl>
${
  written === 'lost'
    ? html`<p>${LOST}</p>`
    : html`<iframe class="letter" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${mail.id}/html" title="The message as it looks"></iframe>
<h2>As text</h2>
<pre>${withLinks(written.text)}</pre>`
}
</main>
</div>`;
  return page({ title: `${subject}: ${look.company}`, look, nonce, content });
}
