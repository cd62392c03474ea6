import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationSelect } from '../organisation-select.tsx';
import { ColoursCard } from './colours-card.tsx';
import { MethodsCard } from './methods-card.tsx';
import css from './personalisation.module.css';
import { decorationQuery } from './use-saved-decoration.ts';

/** What the supplier can put on garments: methods and colours, and the way to positions and to designs of clients. */
export function PersonalisationPage() {
  const { data, error, refetch } = useQuery(decorationQuery);
  const navigate = useNavigate();
  const decoration = data?.decoration;
  return (
    <>
      <PageHeader
        title="Personalisation"
        actions={
          <>
            <Button component={Link} to={operatorPaths.positions} variant="default">
              Positions on garments
            </Button>
            <Button component={Link} to={operatorPaths.logos} variant="default">
              Logos of clients
            </Button>
          </>
        }
      >
        How logos, texts and badges are put on garments. It is the same for all clients.
      </PageHeader>
      {decoration ? (
        <div className={css.cards}>
          {decoration.refusal !== null && <Notice tone="info">{decoration.refusal}</Notice>}
          <Card title="Designs of clients">
            <p className={css.text}>Logos and texts that a client’s garments always have, and designs for names.</p>
            <Box maw={360}>
              <OrganisationSelect
                label="Client"
                value={0}
                none="Choose a client"
                onChange={(id) => id > 0 && void navigate(operatorPaths.clientDesigns(id))}
              />
            </Box>
          </Card>
          <MethodsCard decoration={decoration} />
          <ColoursCard decoration={decoration} />
        </div>
      ) : error ? (
        <ErrorState title="The methods could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the methods">
          <SkeletonRows rows={6} height={44} />
        </PageLoading>
      )}
    </>
  );
}
