import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { administersWholeOrganisation, useCaller } from '#web/app/session/profile.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import type { LogoKeeper } from './logo-keeper.ts';
import { LogoManager } from './logo-manager.tsx';

const LIST = 'GET /api/customisationlogos';

/** The logos that people of the organisation can have on their garments, for administrators. */
export function LogosPage() {
  const caller = useCaller();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(apiQuery(LIST));
  const keeper: LogoKeeper = {
    add: async (file) => api('POST /api/customisationlogo', await toMultipart(file)),
    rename: (id, logo) => api('PUT /api/customisationlogos/:id', { params: { id }, body: { logo } }),
    archive: (id) => api('DELETE /api/customisationlogos/:id', { params: { id } }),
    restore: (id) => api('POST /api/customisationlogos/:id/restore', { params: { id } }),
    refresh: () => invalidateCalls(client, LIST, 'GET /api/products/customisationbuilder/:id'),
  };
  return (
    <>
      <PageHeader title="Logos" tab="Logos – Settings">
        Logos for garments. When one is ordered first, your supplier shows you a proof; what you approve once is not asked again.
      </PageHeader>
      {data ? (
        <Stack>
          <LogoManager
            logos={data.logos}
            keeper={keeper}
            mayAdd
            mayChange={caller !== undefined && administersWholeOrganisation(caller)}
          />
        </Stack>
      ) : error ? (
        <ErrorState title="The logos could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading logos">
          <SkeletonRows rows={3} height={160} />
        </PageLoading>
      )}
    </>
  );
}
