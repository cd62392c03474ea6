import { insertBrand, replaceBrandHosts, updateBrand } from '#api/organisation/brands/brands.queries.ts';
import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { describeChanges, findChanges, reportRow } from './changes.ts';
import { listHosts } from './check-setup.ts';
import type { SetupTarget } from './find-target.ts';
import { BRAND_FIELDS, toBrandColumns } from './setup-columns.ts';
import type { SetupContext } from './setup-context.ts';

/** The pages of the portal, for brands without pages of their own. */
const DEFAULT_LINKS = { terms_url: '/terms', privacy_url: '/privacy' };

/** Adds the brand or changes what the file states, with its host names. Returns its id. */
export async function saveBrand(
  { tx, setup, report }: SetupContext,
  { brand: before, hosts: hostsBefore, hasOtherBrands }: SetupTarget,
): Promise<number> {
  const stated = toBrandColumns(setup.brand);
  const hosts = listHosts(setup.brand);
  const changes = before ? findChanges(stated, before) : {};
  const values = {
    ...stated,
    terms_url: stated.terms_url ?? DEFAULT_LINKS.terms_url,
    privacy_url: stated.privacy_url ?? DEFAULT_LINKS.privacy_url,
  };
  const id = before?.id ?? (await insertBrand(tx, { ...values, is_default: !hasOtherBrands }));
  if (Object.keys(changes).length > 0) await updateBrand(tx, id, changes);
  const changesHosts = hostsBefore.join() !== hosts.toSorted().join();
  if (changesHosts) await replaceBrandHosts(tx, id, hosts);
  const details = [
    ...describeChanges(changes, before ?? {}, BRAND_FIELDS),
    ...(changesHosts ? [`hosts: ${hostsBefore.join(', ') || 'none'} → ${hosts.join(', ')}`] : []),
  ];
  const part = reportRow(
    'brand',
    `${setup.brand.company.trim()} (${setup.brand.theme}) at ${stated.canonical_origin}`,
    before,
    details,
  );
  report.parts.push(part);
  if (part.outcome !== 'unchanged')
    await recordSystemAuditEvent(tx, {
      brandId: id,
      action: before ? 'brand.changed' : 'brand.added',
      subjectId: String(id),
      after: { ...(before ? changes : values), hosts } as JsonObject,
    });
  return id;
}
