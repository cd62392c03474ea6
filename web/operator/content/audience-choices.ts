import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { operatorQuery } from '../session/operator-api.ts';

const toChoices = ({ roles, brands }: ReplyOf<'GET /api/operator/content/audiences'>): AudienceChoices => {
  const organisations = brands.flatMap((brand) =>
    brand.organisations.map((organisation) => ({ ...organisation, brandId: brand.id })),
  );
  return {
    brands,
    organisations,
    roles: [
      ...roles.map((role) => ({ ...role, organisationId: null })),
      ...organisations.flatMap(({ id, roles: own }) => own.map((role) => ({ ...role, organisationId: id }))),
    ],
    groups: organisations.flatMap(({ id, groups }) => groups.map((group) => ({ ...group, organisationId: id }))),
  };
};

/** Whom the operator can choose as readers: the brands and their clients, with roles and groups. */
export const useAudienceChoices = () =>
  useQuery({ ...operatorQuery('GET /api/operator/content/audiences'), staleTime: 5 * 60_000, select: toChoices });
