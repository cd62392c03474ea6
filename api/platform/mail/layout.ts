import type { MailContent } from './blocks.ts';
import { html, oneLine } from './html.ts';
import {
  BREAKS,
  CARD,
  DARK_CANVAS,
  DARK_CARD,
  DARK_INK,
  DARK_LINE,
  DARK_MUTED,
  INK,
  type MailTheme,
  MUTED,
  SANS,
} from './mail-theme.ts';

/** A mail in the form in which it is sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders the content of a mail in the brand's design, as HTML and as text. The HTML is what mail programs support: tables,
 * inline styles, at most 600 px wide; one style sheet for phones and for dark mode.
 */
export function renderLayout(content: MailContent, theme: MailTheme): RenderedMail {
  const { company, origin } = theme;
  const subject = oneLine(content.subject);
  const host = new URL(origin).host;
  const { dark } = theme;
  const page = html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { text-underline-offset: 2px; }
@media (max-width: 620px) {
  .outside { padding: 0 0 24px !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background: ${DARK_CANVAS} !important; }
  .card { background: ${DARK_CARD} !important; border-color: ${DARK_LINE} !important; }
  .bar { background: ${dark.button} !important; }
  .ink { color: ${DARK_INK} !important; }
  .muted { color: ${DARK_MUTED} !important; }
  .line { border-color: ${DARK_LINE} !important; }
  .link { color: ${dark.link} !important; }
  .button { background: ${dark.button} !important; }
  .button-text { color: ${dark.onButton} !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${theme.canvas};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${oneLine(content.preview)}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="en">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${theme.canvas}"><tr><td class="outside" align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${CARD};border:1px solid ${theme.line};border-radius:${theme.radius}px;border-collapse:separate;overflow:hidden">
<tr><td class="bar" height="5" style="height:5px;line-height:5px;font-size:5px;background:${theme.primary}">&nbsp;</td></tr>
<tr><td class="pad" style="padding:26px 36px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
${theme.logoUrl === null ? null : html`<td style="padding-right:12px"><img src="${theme.logoUrl}" width="40" height="40" alt="" style="display:block;border:0;border-radius:${Math.min(theme.radius, 8)}px"></td>`}
<td class="ink" style="font:${theme.headingWeight} 18px/1.2 ${theme.headingFont};color:${INK}">${company}</td></tr></table></td></tr>
<tr><td class="pad" style="padding:26px 36px 22px;text-align:left;${BREAKS}">
<h1 class="ink" style="margin:0 0 18px;font:${theme.headingWeight} 25px/1.25 ${theme.headingFont};color:${INK}">${oneLine(content.title)}</h1>
${content.blocks.map((part) => part.html(theme))}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="pad muted" style="padding:18px 36px 0;font:400 13px/1.5 ${SANS};color:${MUTED};text-align:left;${BREAKS}">${company} · <a class="link" href="${origin}/" target="_blank" rel="noopener" style="color:${theme.link}">${host}</a><br>This is an automated message. Please do not reply.</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`;
  const text = [
    company.toUpperCase(),
    '',
    oneLine(content.title),
    '-'.repeat(oneLine(content.title).length),
    '',
    ...content.blocks.flatMap((part) => [part.text, '']),
    '-- ',
    `${company}, ${origin}/`,
    'This is an automated message. Please do not reply.',
    '',
  ].join('\n');
  return { subject, html: page.text, text };
}
