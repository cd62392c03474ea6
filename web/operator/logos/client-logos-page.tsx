import { Box, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { toMultipart } from '#web/app/multipart.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import type { LogoKeeper } from '#web/catalogue/customisation/logos/logo-keeper.ts';
import { LogoManager } from '#web/catalogue/customisation/logos/logo-manager.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationSelect } from '../organisation-select.tsx';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import { ProductionFiles } from './production-files.tsx';

const LIST = 'GET /api/operator/organisations/:id/logos';
const MAX_ID = 2_147_483_647;

/** The logos of one client, which is chosen first. */
export function ClientLogosPage() {
  const navigate = useNavigate();
  const asked = Number(useParams().id ?? 0);
  const id = Number.isInteger(asked) && asked > 0 && asked <= MAX_ID ? asked : 0;
  return (
    <>
      <PageHeader title="Logos" above={<BackLink to={operatorPaths.products}>Catalogue</BackLink>}>
        What clients have on their garments, with the files for production.
      </PageHeader>
      <Box maw={360} mb="md">
        <OrganisationSelect
          label="Client"
          value={id}
          none="Choose a client"
          onChange={(chosen) => void navigate(chosen === 0 ? operatorPaths.logos : operatorPaths.clientLogos(chosen))}
        />
      </Box>
      {id === 0 ? (
        <Card>
          <EmptyState title="Choose a client">Its logos and their production files will appear here.</EmptyState>
        </Card>
      ) : (
        <ClientLogos key={id} id={id} />
      )}
    </>
  );
}

function ClientLogos({ id }: { id: number }) {
  const mayChange = useMay('catalogue:write');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(operatorQuery(LIST, { params: { id } }));
  const refresh = () => invalidateOperatorCalls(client, LIST);
  const ofLogo = (logoId: number) => ({ params: { id, logoId } });
  const keeper: LogoKeeper = {
    add: async (file) =>
      operatorApi('POST /api/operator/organisations/:id/logos', { params: { id }, ...(await toMultipart(file)) }),
    rename: (logoId, logo) =>
      operatorApi('PUT /api/operator/organisations/:id/logos/:logoId', { ...ofLogo(logoId), body: { logo } }),
    archive: (logoId) => operatorApi('DELETE /api/operator/organisations/:id/logos/:logoId', ofLogo(logoId)),
    restore: (logoId) => operatorApi('POST /api/operator/organisations/:id/logos/:logoId/restore', ofLogo(logoId)),
    refresh,
  };
  if (data)
    return (
      <Stack>
        <LogoManager logos={data.logos} keeper={keeper} mayAdd={mayChange} mayChange={mayChange}>
          {(logo) => <ProductionFiles organisationId={id} logo={logo} mayChange={mayChange} refresh={refresh} />}
        </LogoManager>
      </Stack>
    );
  return error ? (
    <ErrorState
      title="The logos could not be loaded."
      error={error}
      notFound="There is no organisation at this address in your brands."
      onRetry={() => void refetch()}
    />
  ) : (
    <PageLoading label="Loading logos">
      <SkeletonRows rows={3} height={160} />
    </PageLoading>
  );
}
