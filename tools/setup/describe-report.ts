import type { PartReport } from './changes.ts';
import type { IssuedLink, SetupReport } from './setup-context.ts';

const OUTCOMES: Record<PartReport['outcome'], string> = {
  created: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  kept: 'left as it is',
};

/** The parts of a setup and what becomes of each, as lines. */
export const describeParts = ({ parts }: Pick<SetupReport, 'parts'>): string[] =>
  parts.flatMap(({ part, subject, outcome, details }) => [
    `  ${part.padEnd(16)} ${OUTCOMES[outcome].padEnd(14)} ${subject}`,
    ...details.map((detail) => `${' '.repeat(34)}${detail}`),
  ]);

/** Whether a setup changes nothing and issues no link. */
export const isUnchanged = ({ parts, links }: Pick<SetupReport, 'parts' | 'links'>): boolean =>
  links.length === 0 && parts.every(({ outcome }) => outcome === 'unchanged' || outcome === 'kept');

/** The links with which people set their first passwords. */
export function describeLinks(links: readonly IssuedLink[], { hasMailServer }: { hasMailServer: boolean }): string[] {
  if (links.length === 0) return [];
  const [days] = links.map(({ validDays }) => validDays);
  return [
    '',
    `These links set the first passwords. Each works once, within ${days} days.`,
    hasMailServer
      ? 'They are mailed too.'
      : 'No mail server is set (SMTP_URL), so send them yourself; mail waits until there is one. npm run invitations prints the links of others.',
    ...links.flatMap(({ role, email, link }) => ['', `  ${role}, ${email}`, `  ${link}`]),
  ];
}

/** How to go on after a setup; `startCommand` starts the portal in this installation. */
export const describeNextSteps = (url: string, organisationId: number, startCommand: string): string[] => [
  '',
  'How to go on:',
  `  1. Start the portal with ${startCommand}, unless it is running.`,
  '  2. Open the link of the operator, set a password, and log in; the first log-in sets up an authenticator app.',
  '  3. Open the link of the administrator, who sees the products, adds people and orders.',
  `  4. Orders are picked and shipped at ${url}/operator.`,
  `  5. More products: npm run import -- catalogue FILE --organisation ${organisationId}`,
];
