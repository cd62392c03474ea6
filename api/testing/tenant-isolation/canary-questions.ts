import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** A cost centre, and a question of the checkout with a value. */
export async function insertCanaryQuestions(db: Db, organisation: number, canary: string) {
  const one = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id as number;
  const costCentre = await one(
    sql`insert into cost_centre (organisation_id, code, name) values (${organisation}, ${canary.slice(0, 40)}, ${canary}) returning id`,
  );
  const checkoutQuestion = await one(
    sql`insert into checkout_question (organisation_id, name, kind, text_prompt) values (${organisation}, ${canary}, 2, ${canary}) returning id`,
  );
  const checkoutQuestionValue = await one(
    sql`insert into checkout_question_value (organisation_id, question_id, name) values (${organisation}, ${checkoutQuestion}, ${canary}) returning id`,
  );
  return { costCentre, checkoutQuestion, checkoutQuestionValue };
}
