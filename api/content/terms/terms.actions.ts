import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { hasTooManyElements } from '#api/platform/html/reduce-html.rules.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { MAX_LEGAL_TEXT_BYTES } from '#contract/content/terms.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { listPicturesIn, sanitiseHtml } from '../html/sanitise-html.rules.ts';
import { toBrandTerms, toKeptTerms } from './terms.mapper.ts';
import { insertTermsVersion, listKeptTerms, listTermsVersions } from './terms.queries.ts';

type Body = BodyOf<'POST /api/operator/terms/:id/versions'>;

/** The current terms of the operator's brands. */
export async function readBrandTerms(db: Db, operator: OperatorScope): Promise<ReplyOf<'GET /api/operator/terms'>> {
  return { terms: (await listKeptTerms(db, operator)).map(toBrandTerms) };
}

/** The terms of a brand with all versions. Throws 404 for a brand that is not the operator's. */
export async function readKeptTerms(
  db: Db | Tx,
  operator: OperatorScope,
  brandId: number,
): Promise<ReplyOf<'GET /api/operator/terms/:id'>> {
  const [row] = await listKeptTerms(db, operator, brandId);
  if (!row) throw notFound('brand');
  return { terms: toKeptTerms(row, await listTermsVersions(db, brandId)) };
}

/** The pages of the portal, for texts that are not elsewhere. */
const OWN_PAGES = { terms: '/terms', privacy: '/privacy' };
const NAMES = { terms: 'terms', privacy: 'privacy policy' };

/** What is stored of a text. Throws 422 for one that is missing, too long, or has pictures. */
function readLegalText(field: 'terms' | 'privacy', { kind, text, url }: Body['terms']) {
  if (kind === 'address') {
    if (!url) throw invalid(`${field}.url`, `Please enter the address of the ${NAMES[field]}.`);
    return { url, text: null, leftOut: [] };
  }
  if (kind === 'standard') return { url: OWN_PAGES[field], text: null, leftOut: [] };
  const refuse = (message: string) => invalid(`${field}.text`, message);
  if (hasTooManyElements(text ?? ''))
    throw refuse('The text has too much formatting to be read. Please paste it without formatting.');
  const { html, leftOut } = sanitiseHtml(text ?? '');
  if (html === '') throw refuse(`Please enter the text of the ${NAMES[field]}.`);
  // Pictures are kept for what is published for a time; a version of the terms stays for ever.
  if (listPicturesIn(html).length > 0) throw refuse('This text can’t contain pictures. Please remove them.');
  if (Buffer.byteLength(html) > MAX_LEGAL_TEXT_BYTES)
    throw refuse(`The text is too long: at most ${MAX_LEGAL_TEXT_BYTES / 1000} KB.`);
  return { url: OWN_PAGES[field], text: html, leftOut };
}

/**
 * Publishes a new version of the terms and the privacy policy of a brand: whoever has to agree is asked again. Throws 404, 409 when another version is
 * current than the operator saw, and 422.
 */
export async function publishTerms(
  tx: Tx,
  operator: OperatorScope,
  { brandId, body, requestId }: { brandId: number; body: Body; requestId: string },
): Promise<ReplyOf<'POST /api/operator/terms/:id/versions'>> {
  const [before] = await listKeptTerms(tx, operator, brandId);
  if (!before) throw notFound('brand');
  const [terms, privacy] = [readLegalText('terms', body.terms), readLegalText('privacy', body.privacy)];
  const version = await insertTermsVersion(tx, brandId, body.version, {
    ...{ termsUrl: terms.url, termsText: terms.text },
    ...{ privacyUrl: privacy.url, privacyText: privacy.text },
  });
  if (version === undefined)
    throw conflict('version', 'Someone else has published a new version. Nothing was published. Please check it first.');
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId },
    {
      action: 'terms.published',
      subjectId: String(brandId),
      before: { version: before.version, termsUrl: before.termsUrl, privacyUrl: before.privacyUrl },
      after: { version, termsUrl: terms.url, privacyUrl: privacy.url, people: before.people },
      requestId,
    },
  );
  return { ...(await readKeptTerms(tx, operator, brandId)), leftOut: [...new Set([...terms.leftOut, ...privacy.leftOut])] };
}
