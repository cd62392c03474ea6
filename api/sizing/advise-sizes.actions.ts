import { setImmediate } from 'node:timers/promises';
import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { chooseSize } from '#body/suggest.ts';
import { unsealBody } from './bodies.actions.ts';
import { listDefaultBodies } from './bodies.queries.ts';
import { interpretBody } from './bodies.rules.ts';
import { findGarmentChart } from './garments.mapper.ts';
import { listSizingGarments } from './garments.queries.ts';
import { listExperiences } from './suggestions.queries.ts';

/** A person and a garment for which a size is wanted. */
export interface WantedAdvice {
  wearerId: number;
  productId: number;
}

/** A size by its name, and the leg length where it is chosen beside the size. */
export interface AdvisedSize {
  wearerId: number;
  productId: number;
  size: string;
  leg: string | null;
}

/**
 * The sizes advised to people of the organisation for garments, without those for which there is no advice or no size fits all parts of the body, in a fixed number of statements. Only names of
 * sizes leave this area. The caller must have made sure that the person in `scope` may order for these people.
 */
export async function adviseSizes(
  { db, vault }: { db: Db; vault: Vault },
  scope: Scope,
  wanted: readonly WantedAdvice[],
): Promise<AdvisedSize[]> {
  const bodies = await listDefaultBodies(db, scope, [...new Set(wanted.map(({ wearerId }) => wearerId))]);
  const measured = wanted.filter(({ wearerId }) => bodies.has(wearerId));
  if (measured.length === 0) return [];
  const [garments, experiences] = await Promise.all([
    listSizingGarments(db, scope, { productIds: [...new Set(measured.map(({ productId }) => productId))] }),
    listExperiences(db, scope, measured),
  ]);
  const charts = new Map(garments.map((garment) => [garment.id, findGarmentChart(garment)]));
  const advised: AdvisedSize[] = [];
  for (const [wearerId, own] of Map.groupBy(measured, (each) => each.wearerId)) {
    const sealed = bodies.get(wearerId);
    const read = sealed && interpretBody(unsealBody(vault, { customerId: wearerId }, sealed).stored);
    if (!read || 'problems' in read) continue;
    for (const { productId } of own) {
      const experience = experiences.filter((each) => each.wearerId === wearerId && each.productId === productId);
      const chosen = chooseSize(read.prediction, read.answers, charts.get(productId), experience);
      if ('refusal' in chosen || chosen.hasConflict) continue;
      advised.push({ wearerId, productId, size: chosen.size, leg: chosen.leg });
    }
    // Each person takes some milliseconds; other requests are served in between.
    await setImmediate();
  }
  return advised;
}
