import { Box, Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { CostCentreDialog } from './cost-centre-dialog.tsx';
import { type CostCentre, type CostCentreAction, costCentresList } from './cost-centres-list.tsx';
import { CostCentreImportDialog } from './import-dialog.tsx';

type Open = { action: 'add' | 'import' } | { action: 'edit' | 'withdraw'; costCentre: CostCentre } | undefined;

/** Width of the window in pixels from which a table has room beside the menu of the settings. */
const BESIDE_SETTINGS = 1280;

/** What orders of the organisation are charged to. */
export function CostCentresPage() {
  const caller = useCaller();
  const client = useQueryClient();
  const canEdit = caller?.adminableOrganisationGroupIds.length === 0;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { mutate: reopen } = useMutation({
    mutationFn: ({ id, version }: CostCentre) =>
      api('PUT /api/costcentres/:id', { params: { id }, body: { active: true, version } }),
    onSuccess: ({ costCentre }) => {
      showSuccess(`${costCentre.code} can be chosen again.`);
      return invalidateCalls(client, 'GET /api/costcentres');
    },
    onError: (error) => showError(error),
  });
  const act = useCallback(
    (action: CostCentreAction, costCentre: CostCentre) =>
      action === 'reopen' ? reopen(costCentre) : setOpen({ action, costCentre }),
    [reopen],
  );
  const currencyCode = caller?.currencyCode ?? '';
  const reader = useMemo(() => ({ currencyCode, act: canEdit ? act : undefined }), [currencyCode, canEdit, act]);
  const model = useList(costCentresList, reader);
  const isFilled = model.totalCount > 0 || model.isNarrowed;
  const buttons = canEdit && (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ action: 'import' })}>
        Import
      </Button>
      <Button leftSection={<PlusIcon size={18} />} aria-haspopup="dialog" onClick={() => setOpen({ action: 'add' })}>
        Add a cost centre
      </Button>
    </>
  );
  const groups = model.reply?.groups ?? [];
  return (
    <>
      <PageHeader title="Cost centres" tab="Cost centres – Settings" isBriefOnPhone actions={isFilled && buttons}>
        What orders are charged to. People choose one at checkout.
      </PageHeader>
      {!canEdit && (
        <Box mb="md">
          <Notice>All groups share these, so only an administrator of the whole organisation can change them.</Notice>
        </Box>
      )}
      <ListPage model={model} cardsBelow={BESIDE_SETTINGS} emptyAction={buttons} />
      {open?.action === 'add' && <CostCentreDialog costCentre={undefined} groups={groups} onClose={close} />}
      {open?.action === 'edit' && (
        <CostCentreDialog
          // As it is now: someone else may have changed it while the dialog is open.
          costCentre={(model.rows as readonly CostCentre[]).find(({ id }) => id === open.costCentre.id) ?? open.costCentre}
          groups={groups}
          onClose={close}
        />
      )}
      <CostCentreImportDialog opened={open?.action === 'import'} onClose={close} />
      <Dialog
        opened={open?.action === 'withdraw'}
        onClose={close}
        title={open?.action === 'withdraw' ? `Withdraw ${open.costCentre.code}?` : ''}
        closeLabel="Close without withdrawing"
      >
        {open?.action === 'withdraw' && <Withdraw costCentre={open.costCentre} onClose={close} />}
      </Dialog>
    </>
  );
}

function Withdraw({ costCentre, onClose }: { costCentre: CostCentre; onClose: () => void }) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => api('DELETE /api/costcentres/:id', { params: { id: costCentre.id } }),
    onSuccess: () => {
      showSuccess(`${costCentre.code} withdrawn.`);
      onClose();
      return invalidateCalls(client, 'GET /api/costcentres');
    },
    onError: (error) => showError(error),
  });
  return (
    <Stack>
      <p>
        It can no longer be chosen. Carts with it ask for another one, and orders keep it.
        {costCentre.peopleCount > 0 &&
          ` ${plural(costCentre.peopleCount, 'person', 'people')} will have no cost centre of their own until you choose another one.`}{' '}
        You can reopen it later.
      </p>
      <ButtonRow>
        <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw cost centre
        </Button>
        <Button variant="default" disabled={withdraw.isPending} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}
