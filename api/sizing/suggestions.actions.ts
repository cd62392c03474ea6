import { getGarmentCoverage } from '#api/catalogue/size-guides/reading/garment-coverage.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Conflict } from '#body/conflict.ts';
import { getFitLabel, getOverallFitLabel, listAlternatives } from '#body/fit-labels.ts';
import { describeLengths } from '#body/lengths.ts';
import { type Suggestion, suggestSize } from '#body/suggest.ts';
import type { ReplyOf } from '#contract/index.ts';
import { unsealBody } from './bodies.actions.ts';
import { findSealedBody } from './bodies.queries.ts';
import { interpretBody } from './bodies.rules.ts';
import { sizingError } from './errors.ts';
import { findGarmentChart } from './garments.mapper.ts';
import { listSizingGarments, type SizingGarment } from './garments.queries.ts';
import { findSuggestion, listExperiences, type SealedSuggestion, saveSuggestion } from './suggestions.queries.ts';

type SuggestionReply = ReplyOf<'GET /sizing/suggestion/:id'>['suggestion'];
type Fit = ReplyOf<'GET /sizing/suggestion/fitformeasurements/:body/:garment'>['fit'];
/** The encrypted part of a suggestion: a person's size reveals much about their body. */
type StoredSuggestion = Pick<
  SuggestionReply,
  'sizeId' | 'size' | 'confidence' | 'alternatives' | 'leg' | 'askFor' | 'conflict' | 'lengths'
>;

interface SuggestionDependencies {
  db: Db;
  vault: Vault;
}

const purposeOf = ({ customerId }: Scope) => `suggestion:${customerId}`;
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Parses an id given as a number or as text: `none` when it is missing, undefined when it is not a valid id. */
export function parseSizingId(input: number | string | null | undefined): number | 'none' | undefined {
  const text = String(input ?? '').trim();
  if (text === '' || text === '0') return 'none';
  return /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;
}

async function getGarment(db: Db, wearer: Scope, id: number | 'none' | undefined): Promise<SizingGarment> {
  const [garment] = typeof id === 'number' ? await listSizingGarments(db, wearer, { productIds: [id] }) : [];
  if (!garment) throw sizingError('GARMENT_NOT_FOUND');
  return garment;
}

/** The best size of a garment for a body of the wearer, given what they have said about its sizes. Throws the service's errors. */
async function advise(
  { db, vault }: SuggestionDependencies,
  wearer: Scope,
  bodyId: number | 'none' | undefined,
  garment: SizingGarment,
) {
  const found = bodyId === undefined ? undefined : await findSealedBody(db, wearer, bodyId === 'none' ? undefined : bodyId);
  if (!found) throw sizingError(bodyId === 'none' ? 'NO_MEASUREMENTS' : 'BODY_NOT_FOUND');
  const body = unsealBody(vault, wearer, found);
  const read = interpretBody(body.stored);
  if ('problems' in read) throw sizingError('NO_RECOMMENDATION_PERSON');
  const chart = findGarmentChart(garment);
  // A chart without any known size is reported differently from a missing one.
  const experience = await listExperiences(db, wearer, [{ wearerId: wearer.customerId, productId: garment.id }]);
  const result = suggestSize(read.prediction, read.answers, chart, experience);
  if ('refusal' in result)
    throw sizingError(
      result.refusal === 'NO_ADVICE_FOR_GARMENT' && chart && garment.sizes.length > 0
        ? 'NO_RECOMMENDATION_GARMENT'
        : result.refusal,
    );
  const lengths = describeLengths(read.prediction, getGarmentCoverage(garment.garmentType), {
    legs: chart?.sizes.find(({ id }) => id === result.suggestion.best.id)?.legs,
    hasLegSizes: chart?.sizes.some(({ points }) => points.crotchHeight !== undefined) ?? false,
  });
  return { body, suggestion: result.suggestion, chart, lengths };
}

/** Suggests a size and saves the suggestion encrypted. Throws 404, 409, 422. */
export async function createSuggestion(
  dependencies: SuggestionDependencies,
  wearer: Scope,
  input: { bodyId: number | 'none' | undefined; garmentId: number | 'none' | undefined },
): Promise<SuggestionReply> {
  const garment = await getGarment(dependencies.db, wearer, input.garmentId);
  const { body, suggestion, chart, lengths } = await advise(dependencies, wearer, input.bodyId, garment);
  const { best, confidence, leg, askFor, conflict } = suggestion;
  const stored: StoredSuggestion = {
    sizeId: Number(best.id),
    size: best.name,
    confidence: hundredths(confidence),
    alternatives: listAlternatives(suggestion).map((size) => ({
      sizeId: Number(size.id),
      size: size.name,
      verdict: getOverallFitLabel(size, chart?.primary),
      probability: hundredths(size.probability),
    })),
    leg: leg ? { id: Number(leg.id), name: leg.name, probability: hundredths(leg.probability) } : null,
    askFor: askFor ?? null,
    conflict: conflict ? toConflict(conflict) : null,
    lengths,
  };
  const sealed = dependencies.vault.seal(purposeOf(wearer), JSON.stringify(stored));
  const row = await saveSuggestion(dependencies.db, wearer, { bodyId: body.id, productId: garment.id, sealed });
  return toSuggestion(row, stored);
}

const toConflict = ({ fits, needs }: Conflict): NonNullable<SuggestionReply['conflict']> => ({
  fits: fits?.size ? { point: fits.point, sizeId: Number(fits.size.id), size: fits.size.name } : null,
  needs: { point: needs.point, sizeId: needs.size ? Number(needs.size.id) : null, size: needs.size?.name ?? null },
});

/** Suggestions that were saved before conflicts and lengths were looked for have none. */
const toSuggestion = (
  row: SealedSuggestion,
  { conflict = null, lengths = [], ...stored }: Omit<StoredSuggestion, 'conflict' | 'lengths'> & Partial<StoredSuggestion>,
): SuggestionReply => ({
  id: String(row.id),
  yourBodyID: String(row.bodyId),
  yourGarmentID: String(row.productId),
  ...stored,
  hasConflict: conflict !== null,
  conflict,
  lengths,
  createdOnUtc: row.createdAt.toISOString(),
});

/** A saved suggestion. Throws 404. */
export async function getSuggestion({ db, vault }: SuggestionDependencies, wearer: Scope, id: number): Promise<SuggestionReply> {
  const row = await findSuggestion(db, wearer, id);
  if (!row) throw sizingError('SUGGESTION_NOT_FOUND');
  return toSuggestion(row, JSON.parse(vault.open(purposeOf(wearer), row.sealed)) as StoredSuggestion);
}

/** How every size fits, area by area. Throws 404, 409, 422. */
export async function getGarmentFit(
  dependencies: SuggestionDependencies,
  wearer: Scope,
  bodyId: number,
  garmentId: number,
): Promise<Fit> {
  const garment = await getGarment(dependencies.db, wearer, garmentId);
  const { suggestion } = await advise(dependencies, wearer, bodyId, garment);
  return toFit(suggestion, bodyId, garmentId);
}

const toFit = ({ best, sizes }: Suggestion, bodyId: number, garmentId: number): Fit => ({
  bodyId: String(bodyId),
  garmentId: String(garmentId),
  sizes: sizes.map((size) => ({
    sizeId: Number(size.id),
    name: size.name,
    score: hundredths(size.score),
    isRecommended: size.id === best.id,
    areas: size.points.map((point) => ({
      name: point.point,
      difference: Math.round(point.ease * 10) / 10,
      unit: 0,
      verdict: getFitLabel(point),
    })),
  })),
});
