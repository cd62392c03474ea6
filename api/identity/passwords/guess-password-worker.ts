/** Estimates passwords in a worker thread (see guess-password.ts). */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Estimate, EstimateRequest } from './guess-password.ts';
import { foldLetters } from './own-words.rules.ts';

/**
 * Estimating takes longer with every further character and every further sign that can stand for a letter: with the library's own limits, 128
 * chosen characters take seconds. What follows after this many characters is taken for nothing.
 */
const LIMITS = { maxLength: 48, l33tMaxSubstitutions: 8 };

const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs, ...LIMITS });

/** The estimate of the password, or of its letters without accents, case and full-width forms, whichever is lower. */
export default function guess({ password, words }: EstimateRequest): Estimate {
  const estimates = [...new Set([password, foldLetters(password)])].map((text) => {
    const { guesses, feedback } = estimator.check(text, [...words]);
    return { guesses, warning: feedback.warning };
  });
  return estimates.reduce((lowest, each) => (each.guesses < lowest.guesses ? each : lowest));
}
