import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { ArchiveDesign } from './archive-design.tsx';
import { DesignForm } from './design-form.tsx';
import { type ClientDesign, type ClientDesigns, describeClientDesign, designsQuery } from './designs.ts';
import css from './personalisation.module.css';

const MAX_ID = 2_147_483_647;

/** The designs of one client: what its garments have by themselves, and designs for names. */
export function ClientDesignsPage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const { data, error, refetch } = useQuery({ ...designsQuery(id), enabled: valid });
  if (data) return <DesignsView key={id} id={id} designs={data.clientDesigns} />;
  const isMissing = !valid || isNotFound(error);
  return (
    <>
      <PageHeader title="Designs" above={<BackLink to={operatorPaths.personalisation}>Personalisation</BackLink>} />
      <Card>
        {isMissing ? (
          <EmptyState title="Client not found">There is no client at this address in your brands.</EmptyState>
        ) : error ? (
          <ErrorState title="The designs could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the designs">
            <SkeletonRows rows={4} height={60} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

type Open = { what: 'mandatory' | 'names' } | { what: 'edit' | 'archive'; design: ClientDesign };

function DesignsView({ id, designs }: { id: number; designs: ClientDesigns }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const current = designs.designs.filter(({ isArchived }) => !isArchived);
  const archived = designs.designs.filter(({ isArchived }) => isArchived);
  const row = (design: ClientDesign) => (
    <Design key={design.id} design={design} currencyCode={designs.currencyCode} onOpen={setOpen} />
  );
  return (
    <>
      <PageHeader
        title={`Designs of ${designs.organisationName}`}
        above={<BackLink to={operatorPaths.personalisation}>Personalisation</BackLink>}
        actions={
          <>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ what: 'names' })}>
              Add design for names
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setOpen({ what: 'mandatory' })}>
              Add mandatory design
            </Button>
          </>
        }
      >
        Garments have mandatory designs by themselves. Of designs for names, people enter only the name.
      </PageHeader>
      <div className={css.cards}>
        <Card title="Mandatory designs">
          <DesignList
            label="Mandatory designs"
            designs={current.filter(({ nameForm }) => nameForm === null)}
            row={row}
            empty="Logos and fixed texts that this client’s garments always have appear here."
          />
        </Card>
        <Card title="Designs for names">
          <DesignList
            label="Designs for names"
            designs={current.filter(({ nameForm }) => nameForm !== null)}
            row={row}
            empty="Name badges and embroidered names with a fixed font, size and position appear here."
          />
        </Card>
        {archived.length > 0 && (
          <Card title="Archived">
            <DesignList label="Archived designs" designs={archived} row={row} empty="" />
          </Card>
        )}
      </div>
      <DesignDialog id={id} designs={designs} open={open} onClose={close} />
    </>
  );
}

function DesignDialog({
  id,
  designs,
  open,
  onClose,
}: {
  id: number;
  designs: ClientDesigns;
  open: Open | undefined;
  onClose: () => void;
}) {
  const titles = {
    mandatory: 'Add mandatory design',
    names: 'Add design for names',
    edit: 'Change design',
    archive: 'Archive design',
  };
  const chosen = open && 'design' in open ? designs.designs.find((design) => design.id === open.design.id) : undefined;
  return (
    <Dialog opened={open !== undefined} onClose={onClose} title={titles[open?.what ?? 'edit']} closeLabel="Close design">
      {open?.what === 'archive'
        ? chosen && <ArchiveDesign organisationId={id} design={chosen} onClose={onClose} />
        : open && (
            <DesignForm
              key={open.what}
              organisationId={id}
              designs={designs}
              design={chosen}
              isForNames={open.what === 'names' || chosen?.nameForm != null}
              onClose={onClose}
            />
          )}
    </Dialog>
  );
}

function DesignList({
  label,
  designs,
  row,
  empty,
}: {
  label: string;
  designs: readonly ClientDesign[];
  row: (design: ClientDesign) => React.ReactNode;
  empty: string;
}) {
  return designs.length === 0 ? (
    <EmptyState title="None yet">{empty}</EmptyState>
  ) : (
    <ul className={css.list} aria-label={label}>
      {designs.map(row)}
    </ul>
  );
}

function Design({ design, currencyCode, onOpen }: { design: ClientDesign; currencyCode: string; onOpen: (open: Open) => void }) {
  const { name, position, method, scope, products, piecePrice, setupPrice, isArchived, isMandatory, nameForm } = design;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  return (
    <li className={css.row}>
      <div className={css.what}>
        <strong>{name}</strong> {isArchived && <StatusBadge tone="neutral">Archived</StatusBadge>}
        {isMandatory && nameForm !== null && <StatusBadge>Required</StatusBadge>}
        {!isArchived && products === 0 && <StatusBadge tone="warning">On no product</StatusBadge>}
        <span className={css.quiet}>{`${describeClientDesign(design)} · ${position} · ${method}`}</span>
        <span className={css.quiet}>
          {[
            scope === 'Everything' ? 'For everything' : `For ${scope}`,
            plural(products, 'product'),
            piecePrice === null ? `no price in ${currencyCode}` : `${money(piecePrice)} a piece`,
            setupPrice === 0 ? 'no set-up charge' : `set-up ${money(setupPrice)}`,
          ].join(' · ')}
        </span>
      </div>
      {!isArchived && (
        <div className={css.actions}>
          <RowButton aria-label={`Edit ${name}`} aria-haspopup="dialog" onClick={() => onOpen({ what: 'edit', design })}>
            Edit
          </RowButton>
          <RowButton aria-label={`Archive ${name}`} aria-haspopup="dialog" onClick={() => onOpen({ what: 'archive', design })}>
            Archive
          </RowButton>
        </div>
      )}
    </li>
  );
}
