import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatNumber } from '#web/ui/format/format.ts';

export type Proof = ReplyOf<'GET /api/proofs'>['proofs'][number];
export type ComingProof = ReplyOf<'GET /api/proofs'>['coming'][number];
export type ProofVersion = Proof['earlierVersions'][number];

/** The statuses of proofs as clients read them. */
export const PROOF_STATUSES: Readonly<Record<ProofVersion['status'], { label: string; tone: Tone }>> = {
  waiting: { label: 'To approve', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  changeAsked: { label: 'Change requested', tone: 'info' },
  replaced: { label: 'Replaced', tone: 'neutral' },
};

/** "80.5 × 35 mm". */
export const formatProofSize = ({ widthMm, heightMm }: Pick<Proof, 'widthMm' | 'heightMm'>): string =>
  `${formatNumber(widthMm)} × ${formatNumber(heightMm)} mm`;

/** "Navy 1034, White"; "Not stated" for none. */
export const formatColours = ({ colours }: Pick<Proof, 'colours'>): string =>
  colours.length === 0 ? 'Not stated' : colours.join(', ');
