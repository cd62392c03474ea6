import type { KeptContent } from './content.queries.ts';

const SHARED = 'Clients of brands that are not yours see it too. Copy it to change it for your clients.';

/** What everything that is kept has in a reply to an administrator. */
export function toOwnContent<V extends object>({ publication, createdAt }: KeptContent<V>) {
  const { organisationId: _, ...audience } = publication;
  return {
    ...audience,
    brandIds: [...audience.brandIds],
    organisationIds: [...audience.organisationIds],
    roleIds: [...audience.roleIds],
    groupIds: [...audience.groupIds],
    createdOnUtc: createdAt.toISOString(),
  };
}

/** What everything that is kept has in a reply to an operator. */
export function toKeptContent<V extends object>(kept: KeptContent<V>) {
  const { brands, organisations, isShared, publication } = kept;
  return {
    ...toOwnContent(kept),
    audience: [...brands.map((name) => `All clients of ${name}`), ...organisations].join(', '),
    isOwn: publication.organisationId !== null,
    refusal: isShared ? SHARED : null,
  };
}
