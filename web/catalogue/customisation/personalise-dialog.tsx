import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { DialogWindow } from '#web/ui/dialogs/dialog-window.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import css from './design-editor.module.css';
import { DesignEditor, type EditedGarment, EditorButton } from './design-editor.tsx';
import { designOptionsQuery } from './design-queries.ts';
import type { DesignOptions, GarmentDesign } from './design-types.ts';
import { useDesignDrafts } from './use-design-drafts.ts';
import { type CheckText, nameAs, useTextCheck } from './use-text-check.ts';

export interface PersonaliseDialogProps {
  opened: boolean;
  garment: EditedGarment;
  /** What it has now; required designs among them are left out. */
  designs: readonly GarmentDesign[];
  /** Label of the main button: "Add 6 personalised pieces". */
  doneLabel: string;
  /** What the main button does; its dialog stays open until that is done, and shows why it failed. */
  onDone: (designs: GarmentDesign[]) => Promise<void> | void;
  /** A second way out that keeps what was chosen: "Keep and choose a size". */
  keep?: { label: string; onKeep: (designs: GarmentDesign[]) => void } | undefined;
  onClose: () => void;
}

/** A dialog in which a garment is personalised. Closing it asks only if something would be lost. */
export function PersonaliseDialog(props: PersonaliseDialogProps) {
  const isNarrow = useIsNarrow(768);
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if (isChanged && !isAsking) return setAsking(true);
    setAsking(false);
    if (!isChanged) props.onClose();
  };
  return (
    <DialogWindow
      opened={props.opened}
      onClose={close}
      title="Personalise"
      closeLabel="Close personalising"
      width={1240}
      fullScreen={isNarrow}
    >
      <Text c="dimmed" mb="md">
        {props.garment.description}
      </Text>
      {isAsking && isChanged && (
        <div className={css.question}>
          <Notice
            tone="warning"
            role="alert"
            actions={
              <>
                <Button size="compact-sm" autoFocus onClick={() => setAsking(false)}>
                  Keep editing
                </Button>
                <Button size="compact-sm" variant="default" onClick={props.onClose}>
                  Discard changes
                </Button>
              </>
            }
          >
            Your changes to the designs are not saved yet.
          </Notice>
        </div>
      )}
      <Editing {...props} onChanged={setChanged} />
    </DialogWindow>
  );
}

type EditingProps = PersonaliseDialogProps & { onChanged: (isChanged: boolean) => void };

/** The editor once what is possible has been loaded. */
function Editing(props: EditingProps) {
  const { data, error, refetch } = useQuery(designOptionsQuery(props.garment.productId));
  const letters = useTextCheck();
  if (data) return <LoadedEditor {...props} options={data.customisationBuilder} check={letters.check} />;
  if (error) return <ErrorState title="The designs could not be loaded." error={error} onRetry={() => void refetch()} />;
  return (
    <Loading label="Loading the designs">
      <div className={css.editor}>
        <SkeletonBlock height={480} />
        <SkeletonText lines={6} />
      </div>
    </Loading>
  );
}

type LoadedProps = EditingProps & { options: DesignOptions; check: CheckText | undefined };

function LoadedEditor({ options, check, garment, designs, doneLabel, onDone, keep, onChanged }: LoadedProps) {
  const drafts = useDesignDrafts(options, designs, check, (design) => nameAs(design, garment.person));
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { isChanged } = drafts;
  useEffect(() => {
    onChanged(isChanged);
    // The dialog stays when its content is gone, and is opened again.
    return () => onChanged(false);
  }, [isChanged, onChanged]);
  // The buttons are not drawn again with each key; what they do is for what is there by then.
  const latest = useRef({ drafts, onDone, keep });
  latest.current = { drafts, onDone, keep };
  const finish = useCallback(async () => {
    const { drafts: current, onDone: done } = latest.current;
    setSaving(true);
    setFailure(undefined);
    try {
      await done(current.designs);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setSaving(false);
    }
  }, []);
  const keepLabel = keep?.label;
  const buttons = useCallback(
    (blocker: string | undefined): ReactNode => (
      <div className={css.buttons}>
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <EditorButton blocker={blocker} label={doneLabel} loading={isSaving} onClick={() => void finish()} />
        {keepLabel !== undefined && (
          <Button
            variant="default"
            fullWidth
            disabled={blocker !== undefined || isSaving}
            onClick={() => latest.current.keep?.onKeep(latest.current.drafts.designs)}
          >
            {keepLabel}
          </Button>
        )}
      </div>
    ),
    [failure, doneLabel, isSaving, keepLabel, finish],
  );
  return (
    <DesignEditor garment={garment} options={options} drafts={drafts}>
      {buttons}
    </DesignEditor>
  );
}
