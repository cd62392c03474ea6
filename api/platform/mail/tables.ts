import type { MailBlock } from './blocks.ts';
import { html, oneLine } from './html.ts';
import { BREAKS, INK, MUTED, SANS } from './mail-theme.ts';

/** A thing with its number of pieces, what else there is to say of it, and an amount or a day. */
export interface MailItem {
  quantity: number;
  name: string;
  /** In small print below the name; empty ones are left out. */
  details?: readonly (string | null)[];
  /** On the right; empty for none. */
  figure?: string;
}

/** A row below items, such as a sum. */
export interface MailSum {
  label: string;
  value: string;
  isMain?: boolean;
}

const cell = `padding:10px 0;font:400 15px/1.45 ${SANS};color:${INK};vertical-align:top`;
const figureCell = `${cell};padding-left:16px;white-space:nowrap`;
const sumCell = (isMain = false) =>
  `padding:${isMain ? 10 : 6}px 0 4px;font:${isMain ? 600 : 400} 15px/1.45 ${SANS};color:${INK}`;

/** Things in a table, with their sums below. In text, a line for each. */
export function itemTable(items: readonly MailItem[], sums: readonly MailSum[] = []): MailBlock {
  const rows = items.map(({ quantity, name, details = [], figure = '' }) => ({
    title: oneLine(`${quantity} × ${name}`),
    details: details.flatMap((detail) => (detail ? [oneLine(detail)] : [])),
    figure,
  }));
  return {
    html: (theme) =>
      html`<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;border-collapse:collapse;border-top:1px solid ${theme.line}">${rows.map(
        ({ title, details, figure }) =>
          html`<tr><td class="ink line" style="${cell};border-bottom:1px solid ${theme.line};${BREAKS}">${title}${details.map((detail) => html`<br><span class="muted" style="font-size:13px;color:${MUTED}">${detail}</span>`)}</td>
<td class="ink line" align="right" style="${figureCell};border-bottom:1px solid ${theme.line}">${figure}</td></tr>`,
      )}${sums.map(
        ({ label, value, isMain }) =>
          html`<tr><td class="ink" style="${sumCell(isMain)}">${label}</td><td class="ink" align="right" style="${sumCell(isMain)};padding-left:16px;white-space:nowrap">${value}</td></tr>`,
      )}</table>`,
    text: [
      ...rows.map(({ title, details, figure }) =>
        [`${title}${details.length > 0 ? ` (${details.join(', ')})` : ''}`, figure].filter(Boolean).join(': '),
      ),
      ...(sums.length > 0 ? ['', ...sums.map(({ label, value }) => `${label}: ${value}`)] : []),
    ].join('\n'),
  };
}

/** Facts, each with one or more lines. Those without a value are left out. In text, a line for each. */
export function factTable(facts: readonly (readonly [label: string, value: string | null | readonly string[]])[]): MailBlock[] {
  const rows = facts.flatMap(([label, value]) => {
    const lines = (typeof value === 'string' ? [value] : (value ?? [])).map(oneLine).filter(Boolean);
    return lines.length > 0 ? [{ label, lines }] : [];
  });
  if (rows.length === 0) return [];
  const labelCell = `padding:3px 16px 3px 0;font:400 14px/1.5 ${SANS};color:${MUTED};vertical-align:top;white-space:nowrap`;
  return [
    {
      html: () =>
        html`<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">${rows.map(
          ({ label, lines }) =>
            html`<tr><td class="muted" style="${labelCell}">${label}</td><td class="ink" style="padding:3px 0;font:400 15px/1.45 ${SANS};color:${INK};${BREAKS}">${lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}</td></tr>`,
        )}</table>`,
      text: rows.map(({ label, lines }) => `${label}: ${lines.join(', ')}`).join('\n'),
    },
  ];
}

/** What a list names, with the page where more is said of it. */
export interface MailListItem {
  text: string;
  /** The words of `text` at its beginning that are the link; without them, the list has none. */
  link?: { label: string; url: string };
}

/** Sentences as a list; each may begin with a link. */
export function bulletList(items: readonly MailListItem[]): MailBlock {
  return {
    html: (theme) =>
      html`<ul style="margin:0 0 16px;padding-left:22px;font:400 16px/1.55 ${SANS};color:${INK}">${items.map(
        ({ text, link }) =>
          html`<li class="ink" style="margin:0 0 6px;${BREAKS}">${link ? html`<a class="link" href="${link.url}" target="_blank" rel="noopener" style="color:${theme.link}">${oneLine(link.label)}</a> ` : null}${oneLine(text)}</li>`,
      )}</ul>`,
    text: items
      .map(({ text, link }) => (link ? `- ${oneLine(link.label)} ${oneLine(text)}\n  ${link.url}` : `- ${oneLine(text)}`))
      .join('\n'),
  };
}
