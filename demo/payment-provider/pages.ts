import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { Session } from './ledger.ts';

/** Text as HTML. */
const toHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const button = (outcome: string, label: string, hint: string, isMain = false): string =>
  `<button ${isMain ? 'class="main" ' : ''}name="outcome" value="${outcome}">${toHtml(label)}<small>${toHtml(hint)}</small></button>`;

const form = (action: string, ...buttons: string[]): string =>
  `<form method="post" action="${toHtml(action)}">${buttons.join('')}</form>`;

const link = (href: string, label: string, isMain = false): string =>
  `<a class="button${isMain ? ' main' : ''}" href="${toHtml(href)}">${toHtml(label)}</a>`;

const state = (text: string, isBad = false): string => `<p class="state${isBad ? ' bad' : ''}" role="status">${toHtml(text)}</p>`;

function layout(title: string, session: Session | null, content: string): string {
  const head = session
    ? `<h1>${toHtml(session.merchant.name)}</h1><p class="amount">${toHtml(formatMoney(session.received ?? session.amount, session.currency))}</p>
<p class="what">${toHtml(session.description)}</p>`
    : `<h1>${toHtml(title)}</h1>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${toHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css"></head>
<body><main><p class="notice">Payment provider of the demonstration. No card is asked for, and no money is moved.</p>
<div class="card">${head}${content}</div></main></body></html>
`;
}

/** The page on which a session is paid, or what has become of it. */
export function drawPayPage(session: Session): string {
  const { merchant, returnUrl, status } = session;
  const path = `/pay/${session.id}`;
  const title = `Pay ${merchant.name}`;
  const back = link(returnUrl, `Back to ${merchant.name}`, true);
  if (status === 'paid') return layout(title, session, state('This has been paid.') + back);
  if (status === 'failed') return layout(title, session, state(`${session.reason ?? 'The payment was declined.'}`, true) + back);
  if (status === 'ended')
    return layout(title, session, state(`${merchant.name} has ended this payment. Nothing was taken.`, true) + back);
  if (status === 'expired')
    return layout(
      title,
      session,
      state('The time for this payment is over.', true) +
        form(path, button('paid', 'Pay all the same', 'The money arrives after the time is over')) +
        `<p></p>${back}`,
    );
  return layout(
    title,
    session,
    form(
      path,
      button('paid', 'Pay', 'The card is accepted', true),
      button('declined', 'Decline', 'The bank refuses the card'),
      button('challenge', 'Ask for 3-D Secure', 'The bank asks for a confirmation first'),
      button('leave', 'Leave without paying', `Back to ${merchant.name}`),
    ) +
      `<details><summary>Further outcomes</summary>${form(
        path,
        button('late', 'Let the time run out', 'The page expires, and can still be paid on'),
        button('short', 'Pay another amount', 'Less than was asked for'),
      )}</details>`,
  );
}

/** The page of the bank that asks for a confirmation. */
export function drawChallengePage(session: Session): string {
  const ask = '<p class="state" role="status">Your bank asks you to confirm this payment.</p>';
  const path = `/pay/${session.id}/challenge`;
  return layout(
    'Confirm the payment',
    session,
    ask +
      form(
        path,
        button('confirm', 'Confirm', 'The payment goes through', true),
        button('fail', 'Refuse', 'The confirmation fails, and with it the payment'),
      ),
  );
}

export const drawNotFoundPage = (): string =>
  layout('There is no such payment', null, '<p class="what">Please go back to the shop and start the payment again.</p>');
