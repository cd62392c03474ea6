import { type Html, html } from '#api/platform/mail/html.ts';

/** A page that follows what happens elsewhere, such as in a frame or another window. */
export interface Watch {
  /** Where the state of what is shown is asked for. */
  url: string;
  state: string;
  /** Where the page goes when it has changed. */
  target: string;
}

/** A whole page. */
export function drawLayout(
  company: string,
  title: string,
  content: Html,
  { watch, isBare }: { watch?: Watch; isBare?: boolean } = {},
): string {
  const followed = watch && html` data-watch="${watch.url}" data-state="${watch.state}" data-target="${watch.target}"`;
  const header = html`<header><div class="bar"><a class="brand" href="/"><span>Buyer demonstration</span>${company}</a>
<nav><a href="/">Requisitions</a><a href="/documents">Documents</a></nav></div></header>`;
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script></head>
<body${followed}>${isBare ? null : header}
<main>${content}</main>
</body></html>
`.text;
}

/** What follows a title: a fact and its value. */
export const drawFacts = (facts: readonly (readonly [string, string | Html])[]): Html =>
  html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A message above a page's content. */
export const drawNotice = (kind: 'good' | 'plain' | 'bad', text: string | Html): Html =>
  html`<p class="notice ${kind}" role="status">${text}</p>`;

/** What a strict reader objects to in what was received. */
export const drawFindings = (findings: readonly string[]): Html | null =>
  findings.length === 0
    ? null
    : html`<div class="notice bad"><p>A strict reader objects:</p><ul>${findings.map((text) => html`<li>${text}</li>`)}</ul></div>`;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as people read it. */
export const formatTime = (at: Date): string => TIME.format(at);
