import type { ReplyOf } from '#contract/index.ts';

/** An operator in the list of the team. */
export type TeamMember = ReplyOf<'GET /api/operator/operators'>['operators'][number];
