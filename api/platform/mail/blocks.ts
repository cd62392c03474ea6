import { type Html, html, oneLine } from './html.ts';
import { INK, type MailTheme, MUTED, SANS } from './mail-theme.ts';

/** A part of a mail, as HTML and as plain text. */
export interface MailBlock {
  html(theme: MailTheme): Html;
  text: string;
}

/** The content of a mail, before it is rendered in a design. */
export interface MailContent {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  title: string;
  blocks: MailBlock[];
}

const paragraphStyle = `margin:0 0 16px;font:400 16px/1.55 ${SANS};color:${INK}`;

/** A paragraph of plain text; line breaks become spaces. */
export function paragraph(text: string): MailBlock {
  return { html: () => html`<p class="ink" style="${paragraphStyle}">${oneLine(text)}</p>`, text: oneLine(text) };
}

/** A name that mail programs would turn into a link is left out: it may have been chosen for phishing. */
const looksLikeLink = (name: string) => /:\/\/|www\.|\p{L}\.\p{L}{2}|@/iu.test(name);

/** "Hello Amy," at most 60 characters of the name, or "Hello," without one. */
export function greeting(firstName: string): MailBlock {
  const name = oneLine(firstName).slice(0, 60);
  return paragraph(name === '' || looksLikeLink(name) ? 'Hello,' : `Hello ${name},`);
}

/** A secondary remark, in small print. */
export function note(text: string): MailBlock {
  return {
    html: () => html`<p class="muted" style="margin:0 0 12px;font:400 14px/1.5 ${SANS};color:${MUTED}">${oneLine(text)}</p>`,
    text: oneLine(text),
  };
}

/** A secondary remark that ends with a link. */
export function noteWithLink(text: string, label: string, url: string): MailBlock {
  return {
    html: (theme) =>
      html`<p class="muted" style="margin:0 0 12px;font:400 14px/1.5 ${SANS};color:${MUTED}">${oneLine(text)} <a class="link" href="${url}" target="_blank" rel="noopener" style="color:${theme.link}">${label}</a></p>`,
    text: `${oneLine(text)} ${label}:\n${url}`,
  };
}

/** A button, and below it the same URL to copy. */
export function button(label: string, url: string): MailBlock {
  return {
    html: (
      theme,
    ) => html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-collapse:separate"><tr>
<td class="button" align="center" bgcolor="${theme.primary}" style="border-radius:${Math.min(theme.radius, 10)}px;background:${theme.primary};mso-padding-alt:13px 26px"><a class="button-text" href="${url}" target="_blank" rel="noopener" style="display:inline-block;padding:13px 26px;font:600 16px/1.25 ${SANS};color:${theme.onPrimary};text-decoration:none">${label}</a></td></tr></table>
<p class="muted" style="margin:0 0 20px;font:400 13px/1.5 ${SANS};color:${MUTED}">Or copy this address into your browser:<br><a class="link" href="${url}" target="_blank" rel="noopener" style="color:${theme.link};word-break:break-all">${url}</a></p>`,
    text: `${label}:\n${url}`,
  };
}

/** Text that a person has written, quoted. */
export function quote(text: string): MailBlock {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(oneLine)
    .filter(Boolean);
  return {
    html: (theme) =>
      html`<blockquote class="ink line" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${theme.line};font:400 16px/1.55 ${SANS};color:${INK}">${lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}</blockquote>`,
    text: lines.map((line) => `> ${line}`).join('\n'),
  };
}

/** `1 day`, `7 days`. */
export const formatCount = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** An ISO time in words: `21 November 2026 at 14:05 UTC`. */
export const formatUtcDateTime = (iso: string) => `${moment.format(new Date(iso))} UTC`;
