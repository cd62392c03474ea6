import type { ReactNode } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

/** The questions of an organisation, as those who keep them see them. */
export type KeptQuestions = ReplyOf<'GET /api/checkoutquestions'>['checkoutQuestions'];
export type KeptQuestion = KeptQuestions['questions'][number];
export type NewQuestion = BodyOf<'POST /api/checkoutquestions'>;
export type ChangedQuestion = BodyOf<'PUT /api/checkoutquestions/:id'>;

/** The calls of whoever keeps the questions: an operator, or an administrator of the organisation. Each answers with all questions, and throws `ApiError`. */
export interface QuestionKeeper {
  load(): Promise<KeptQuestions>;
  /** With the header that keeps a repeated request from adding it twice. */
  add(question: NewQuestion, headers: { 'Idempotency-Key': string }): Promise<KeptQuestions>;
  update(id: number, change: ChangedQuestion): Promise<KeptQuestions>;
  withdraw(id: number): Promise<KeptQuestions>;
  order(ids: number[]): Promise<KeptQuestions>;
  /** Shows these from now on. */
  store(questions: KeptQuestions): void;
  /** Finds products of the range of the organisation. */
  renderProductSearch(props: {
    chosen: readonly number[];
    onAdd: (product: { productId: number; name: string }) => void;
  }): ReactNode;
}
