import type { ReplyOf } from '#contract/index.ts';
import { sanitiseAgain } from '../html/sanitise-html.rules.ts';
import type { CurrentTerms, KeptTermsRow, StoredTexts, TermsVersionRow } from './terms.queries.ts';

type Terms = ReplyOf<'GET /api/terms'>;
type LegalText = Terms['terms'];
type KeptTerms = ReplyOf<'GET /api/operator/terms/:id'>['terms'];

const toMoment = (at: Date | null) => at?.toISOString() ?? null;

/** A page elsewhere leads; a text is that of the portal's own page, sanitised again. */
function toLegalText(url: string | null, stored: string | null): LegalText {
  if (url?.startsWith('https://')) return { kind: 'address', url, text: null };
  return stored === null ? { kind: 'standard', url: null, text: null } : { kind: 'text', url: null, text: sanitiseAgain(stored) };
}

const toTexts = ({ termsUrl, termsText, privacyUrl, privacyText }: StoredTexts): Pick<Terms, 'terms' | 'privacy'> => ({
  terms: toLegalText(termsUrl, termsText),
  privacy: toLegalText(privacyUrl, privacyText),
});

/** The terms as people read them. */
export const toTerms = (current: CurrentTerms): Terms => ({
  version: current.version,
  publishedOnUtc: toMoment(current.publishedAt),
  ...toTexts(current),
});

/** The terms of a brand in the list. */
export const toBrandTerms = ({
  brandId,
  companyName,
  version,
  publishedAt,
  people,
  organisations,
  agreed,
}: KeptTermsRow): ReplyOf<'GET /api/operator/terms'>['terms'][number] => ({
  ...{ brandId, companyName, version, publishedOnUtc: toMoment(publishedAt) },
  ...{ people, organisations, agreed },
});

/** The terms of a brand with all versions. */
export const toKeptTerms = (row: KeptTermsRow, versions: readonly TermsVersionRow[]): KeptTerms => ({
  ...toBrandTerms(row),
  ...toTexts(row),
  versions: versions.map((each) => ({
    version: each.version,
    publishedOnUtc: toMoment(each.publishedAt),
    publishedBy: each.publishedBy,
    agreed: each.agreed,
    ...toTexts(each),
  })),
});
