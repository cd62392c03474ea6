import type { Db } from '../db/database.ts';
import type { Encoding } from '../http/compression.ts';
import { openBoundedCache } from './bounded-cache.ts';
import { getListingVersion } from './listing.queries.ts';
import { encodeAnswer, type StoredAnswer, storeAnswer, type WrittenAnswer, weigh } from './stored-answer.ts';

/** A question whose answer depends on an organisation's range alone, and how it is answered when the answer is not known. */
export interface RangeQuestion {
  organisationId: number;
  /**
   * Tells answers about one range apart. Asked again with the version that an answer was made from: undefined then means
   * that the name is not certain at that version, and the answer is not kept.
   */
  nameAt(version?: number): string | undefined;
  encoding: Encoding | undefined;
  make(): Promise<{ version: number; json: string }>;
}

/** Answers questions about organisations' ranges. */
export interface RangeAnswers {
  answer(question: RangeQuestion): Promise<WrittenAnswer>;
}

interface Known {
  version: number;
  answer: StoredAnswer;
}

const MOST_BYTES = 12 * 1024 * 1024;

/**
 * The version of a range counts up with everything that changes in it. So answers are kept with the version they were made
 * from; each request reads the version as it is now, one cheap statement, and what was kept is sent only if it is that
 * one. Any number of processes can do so without telling each other.
 */
export function openRangeAnswers(db: Db): RangeAnswers {
  const kept = openBoundedCache<Known>(MOST_BYTES);

  return {
    answer: async ({ organisationId, nameAt, encoding, make }) => {
      let key: string | undefined = `${organisationId} ${nameAt()}`;
      let known = kept.get(key);
      if (!known || known.version !== (await getListingVersion(db, organisationId))) {
        const { version, json } = await make();
        known = { version, answer: storeAnswer(json) };
        const name = nameAt(version);
        key = name === undefined ? undefined : `${organisationId} ${name}`;
        if (key !== undefined) kept.set(key, known, weigh(known.answer));
      }
      const { answer } = known;
      return encodeAnswer(answer, encoding, () => {
        if (key !== undefined && kept.get(key) === known) kept.set(key, known, weigh(answer));
      });
    },
  };
}
