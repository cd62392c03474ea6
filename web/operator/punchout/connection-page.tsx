import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import { OriginSection, ShipToSection } from './address-sections.tsx';
import { AttemptsCard, BuyerNeedsCard, SelfTestCard, UnreturnableCard } from './checks-cards.tsx';
import { AmountsSection, type Choices, CodesSection } from './codes-section.tsx';
import { PROTOCOL_LABELS, Status } from './connections-list.tsx';
import { DocumentSection, PartySection } from './party-section.tsx';
import css from './punchout.module.css';
import { SecretsCard } from './secrets-card.tsx';
import { type Connection, connectionQuery } from './use-section.ts';
import { UsersSection } from './users-section.tsx';

/** A connection with a buyer's procurement system: its settings, secrets and checks. */
export function ConnectionPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({ ...connectionQuery(id), enabled: isId });
  const organisationId = data?.connection.organisationId ?? 0;
  const choices = useQuery({
    ...operatorQuery('GET /api/operator/punchout/organisations/:id/choices', { params: { id: organisationId } }),
    enabled: organisationId > 0,
  });
  if (data && choices.data) return <ConnectionView key={id} connection={data.connection} choices={choices.data} />;
  return (
    <>
      <PageHeader title="PunchOut connection" above={<BackToConnections id={id} />} />
      <Card>
        <RecordStates
          noun="connection"
          isId={isId}
          error={error ?? choices.error}
          onRetry={() => void (error ? refetch() : choices.refetch())}
        />
      </Card>
    </>
  );
}

const BackToConnections = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.punchoutConnections}
    label="PunchOut connections"
    list="punchoutconnections"
    noun="connection"
    id={id}
    pathOf={operatorPaths.punchoutConnection}
  />
);

function ConnectionView({ connection, choices }: { connection: Connection; choices: Choices }) {
  const { id, name, organisationName, protocol, key, secrets } = connection;
  return (
    <>
      <PageHeader title={name} above={<BackToConnections id={id} />} actions={<DeleteButton connection={connection} />}>
        <Group gap="xs" component="span">
          {organisationName} · {PROTOCOL_LABELS[protocol]} · {key}
          <Status connection={{ ...connection, hasSecret: secrets.length > 0 }} />
        </Group>
      </PageHeader>
      <div className={css.columns}>
        <Stack miw={0}>
          <PartySection connection={connection} />
          <DocumentSection connection={connection} />
          <CodesSection connection={connection} choices={choices} />
          <AmountsSection connection={connection} />
          <UsersSection connection={connection} choices={choices} />
          <ShipToSection connection={connection} />
          <OriginSection connection={connection} />
        </Stack>
        <Stack component="aside" miw={0} aria-label="Secret and checks">
          <SecretsCard connection={connection} />
          <BuyerNeedsCard connection={connection} />
          <SelfTestCard connection={connection} />
          <UnreturnableCard id={id} />
          <AttemptsCard id={id} />
        </Stack>
      </div>
    </>
  );
}

function DeleteButton({ connection: { id, name, isUsed } }: { connection: Connection }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('organisations:write');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const remove = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/punchout/connections/:id', { params: { id } }),
    onSuccess: async () => {
      await invalidateOperatorCalls(client, 'GET /api/operator/punchout/connections');
      showSuccess('The connection has been deleted.');
      await navigate(operatorPaths.punchoutConnections);
    },
    onError: (error) => {
      close();
      showError(error);
    },
  });
  if (!mayChange || isUsed) return null;
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Delete connection" closeLabel="Close">
        <Stack gap={18}>
          <p>
            <strong>{name}</strong> has not been used yet. It will be deleted permanently, with its secrets.
          </p>
          <Group gap={10}>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete connection
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
