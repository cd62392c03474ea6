import type { LegalTextKind } from '#contract/content/terms.ts';
import type { ReplyOf } from '#contract/index.ts';
import { formatDate, formatNumber, plural } from '#web/ui/format/format.ts';

export type BrandTerms = ReplyOf<'GET /api/operator/terms'>['terms'][number];
export type KeptTerms = ReplyOf<'GET /api/operator/terms/:id'>['terms'];
export type TermsVersion = KeptTerms['versions'][number];

/** What people read, as a choice. */
export const KIND_OPTIONS: readonly { value: LegalTextKind; label: string }[] = [
  { value: 'text', label: 'Our own text' },
  { value: 'address', label: 'A page of our website' },
  { value: 'standard', label: 'The standard text of the portal' },
];

const people = (count: number) => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`;

/** "Version 3 of 12 March 2026". */
export const nameVersion = ({ version, publishedOnUtc }: Pick<TermsVersion, 'version' | 'publishedOnUtc'>): string =>
  publishedOnUtc === null ? `Version ${version}` : `Version ${version} of ${formatDate(publishedOnUtc)}`;

/** How many of those who are asked have agreed to the current version, as a sentence. */
export const describeAgreed = ({ people: asked, agreed }: Pick<BrandTerms, 'people' | 'agreed'>): string =>
  asked === 0 ? 'No client requires agreement.' : `${formatNumber(agreed)} of ${people(asked)} have agreed.`;

/** Whom a new version asks, as a sentence. */
export const describeAsked = ({ people: asked, organisations }: Pick<BrandTerms, 'people' | 'organisations'>): string =>
  asked === 0
    ? 'No one is asked to agree, because no client of the brand requires it.'
    : `It asks ${people(asked)} at ${plural(organisations, 'client')} to agree again. They can’t continue in the portal until they have.`;
