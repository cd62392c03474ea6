import { type ReactNode, useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { LogoDrop } from './logo-drop.tsx';
import type { LogoKeeper, ManagedLogo } from './logo-keeper.ts';
import css from './logos.module.css';
import { RenameLogoForm } from './rename-logo-form.tsx';
import { useLogoUploads } from './use-logo-uploads.ts';

interface Props<L extends ManagedLogo> {
  logos: readonly L[];
  keeper: LogoKeeper;
  mayAdd: boolean;
  /** Whether logos can be renamed and archived. */
  mayChange: boolean;
  /** Further content of a logo. */
  children?: (logo: L) => ReactNode;
}

/** The logos of an organisation, to add, rename and archive them. */
export function LogoManager<L extends ManagedLogo>({ logos, keeper, mayAdd, mayChange, children }: Props<L>) {
  const uploads = useLogoUploads(keeper.add, keeper.refresh);
  const [renamedId, setRenamedId] = useState<number>();
  const renamed = logos.find(({ id }) => id === renamedId);

  const restore = ({ id }: L) =>
    keeper.restore(id).then(
      async () => {
        await keeper.refresh();
        showSuccess('The logo has been restored.');
      },
      (error: unknown) => showError(error),
    );
  const archive = async (logo: L) => {
    try {
      await keeper.archive(logo.id);
      await keeper.refresh();
      showSuccess(`“${logo.name}” has been archived. Carts with it will say so; orders keep it.`, {
        action: { label: 'Undo', run: () => void restore(logo) },
      });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      {mayAdd && (
        <Card>
          <LogoDrop {...uploads} />
        </Card>
      )}
      {logos.length === 0 ? (
        <Card>
          <EmptyState title="No logos yet">
            {mayAdd
              ? 'Add a logo above. People can then choose it for their garments.'
              : 'Logos will appear here once someone has added them.'}
          </EmptyState>
        </Card>
      ) : (
        <ul className={css.logos} aria-label="Logos">
          {logos.map((logo) => (
            <li key={logo.id} className={css.logo}>
              <div className={css.grounds}>
                <span className={css.light}>
                  <img src={logo.src} width={logo.widthPx} height={logo.heightPx} alt={`${logo.name} on a light background`} />
                </span>
                <span className={css.dark}>
                  <img src={logo.src} width={logo.widthPx} height={logo.heightPx} alt={`${logo.name} on a dark background`} />
                </span>
              </div>
              <div className={css.text}>
                <h2 className={css.name}>{logo.name}</h2>
                <StatusBadge tone={logo.status === 'approved' ? 'success' : 'warning'}>
                  {logo.status === 'approved' ? 'Approved' : 'Awaiting proof'}
                </StatusBadge>
                <p className={css.facts}>{describeUse(logo)}</p>
                {children?.(logo)}
              </div>
              {mayChange && (
                <div className={css.actions}>
                  <RowButton aria-label={`Rename ${logo.name}`} aria-haspopup="dialog" onClick={() => setRenamedId(logo.id)}>
                    Rename
                  </RowButton>
                  <RowButton aria-label={`Archive ${logo.name}`} onClick={() => void archive(logo)}>
                    Archive
                  </RowButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        opened={renamed !== undefined}
        onClose={() => setRenamedId(undefined)}
        title="Rename logo"
        closeLabel="Close without renaming"
      >
        {renamed && <RenameLogoForm key={renamed.id} logo={renamed} keeper={keeper} onClose={() => setRenamedId(undefined)} />}
      </Dialog>
    </>
  );
}

/** "2 designs · 14 orders · 800 × 400 pixels". */
export const describeUse = ({ designCount, orderCount, widthPx, heightPx }: ManagedLogo): string =>
  [
    designCount > 0 && plural(designCount, 'design'),
    orderCount > 0 ? plural(orderCount, 'order') : 'Not ordered yet',
    `${widthPx} × ${heightPx} pixels`,
  ]
    .filter(Boolean)
    .join(' · ');
