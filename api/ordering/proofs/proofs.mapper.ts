import { toCustomisation } from '#api/catalogue/customisation/customisation.mapper.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import { mayDecide } from './proof-access.queries.ts';
import type { DesignFileRow, OrderProofRow, ProofVersionRow, ProvedDesignRow, RequestRow } from './proofs.queries.ts';
import { type DesignName, nameDesign, stateOf } from './proofs.rules.ts';

type WireProof = ReplyOf<'GET /api/proofs'>['proofs'][number];
type WireComing = ReplyOf<'GET /api/proofs'>['coming'][number];
type WireVersion = WireProof['earlierVersions'][number];
export type WireOperatorRequest = ReplyOf<'GET /api/operator/proofs/:id'>['request'];

const PICTURES = '/api/proofs/pictures/';

/** The parts of a design that are its name. */
export const toDesignName = ({ position, methodId, method, logoName, text, name, nameForm }: ProvedDesignRow): DesignName => ({
  position,
  methodId,
  method,
  logoName,
  text,
  designName: name,
  isForNames: nameForm !== null,
});

/** The name of a design as `nameDesign` makes it. */
export const nameOf = (design: ProvedDesignRow): string => nameDesign(toDesignName(design));

const pictureOf = ({ pictureKey, widthMm, heightMm, colours }: ProofVersionRow) => ({
  fileSrc: PICTURES + pictureKey,
  widthMm,
  heightMm,
  colours,
});

const decisionOf = ({ comment, decidedBy, decidedAt, createdAt }: ProofVersionRow) => ({
  comment,
  decidedBy,
  decidedOnUtc: decidedAt && toUtcString(decidedAt),
  createdOnUtc: toUtcString(createdAt),
});

const toVersion = (version: ProofVersionRow, place: number): WireVersion => ({
  id: version.id,
  version: version.version,
  status: version.status === 'waiting' && place > 0 ? 'replaced' : version.status,
  ...pictureOf(version),
  ...decisionOf(version),
});

const toDesign = ({ design, isApproved, orderIds }: RequestRow, viewer: { pricesVisible: boolean }) => ({
  name: nameOf(design),
  customisation: toCustomisation({ ...design, isApproved }, viewer),
  productName: design.productName,
  orderIds,
});

/** The latest version of the proof of a request, on the wire. */
export function toProof(row: RequestRow, scope: Scope): WireProof {
  const [latest] = row.versions;
  if (!latest) throw new Error(`Request ${row.id} has no proof.`);
  return {
    id: latest.id,
    requestId: row.id,
    version: latest.version,
    status: latest.status,
    ...pictureOf(latest),
    ...toDesign(row, scope),
    ...decisionOf(latest),
    canDecide: latest.status === 'waiting' && !row.isApproved && mayDecide(scope),
    earlierVersions: row.versions.map(toVersion).slice(1),
  };
}

/** A request of which the first proof is prepared, on the wire. */
export const toComingProof = (row: RequestRow, scope: Scope): WireComing => ({
  requestId: row.id,
  ...toDesign(row, scope),
  requestedOnUtc: toUtcString(row.createdAt),
});

/** What an order waits for, on the wire. */
export const toOrderProof = (
  { requestId, proofId, design, state, isDecider }: OrderProofRow,
  scope: Scope,
): ReplyOf<'GET /api/orders/:id/proofs'>['proofs'][number] => ({
  requestId,
  proofId: state === 'waiting' ? proofId : null,
  name: nameOf(design),
  state,
  canDecide: state === 'waiting' && isDecider && mayDecide(scope),
});

/** A request for the supplier, on the wire. */
export const toOperatorRequest = (row: RequestRow, productionFiles: readonly DesignFileRow[] = []): WireOperatorRequest => ({
  id: row.id,
  organisationId: row.organisationId,
  organisationName: row.organisationName,
  state: stateOf(row.isApproved, row.versions[0]?.status),
  ...toDesign(row, { pricesVisible: true }),
  measuredFrom: row.design.measuredFrom,
  threadNumber: row.design.threadNumber,
  waitingPieces: row.waitingPieces,
  requestedOnUtc: toUtcString(row.createdAt),
  requestedBy: row.requestedBy,
  versions: row.versions.map(toVersion),
  productionFiles: [...productionFiles],
});
