import type { ReplyOf } from '#contract/index.ts';
import { formatLogoAddress } from './logo-address.rules.ts';
import type { LogoRow } from './logos.queries.ts';

type ManagedLogo = ReplyOf<'GET /api/customisationlogos'>['logos'][number];
type OperatorLogo = ReplyOf<'GET /api/operator/organisations/:id/logos'>['logos'][number];

/** A logo as the organisation's administrators see it. */
export const toManagedLogo = (row: LogoRow): ManagedLogo => ({
  id: row.id,
  name: row.name,
  src: formatLogoAddress(row.storageKey),
  widthPx: row.widthPx,
  heightPx: row.heightPx,
  status: row.isApproved ? 'approved' : 'awaitingProof',
  designCount: row.designCount,
  orderCount: row.orderCount,
  createdOnUtc: row.createdAt.toISOString(),
  version: row.version,
});

/** A logo as operators see it, with its files for production. */
export const toOperatorLogo = (row: LogoRow): OperatorLogo => ({
  ...toManagedLogo(row),
  files: row.files.map(({ id, name, size, createdAt }) => ({
    id,
    filename: name,
    sizeBytes: size,
    createdOnUtc: createdAt.toISOString(),
  })),
});
