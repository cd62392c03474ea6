import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { deleteSizeCookies, saveSizeCookies } from './size-cookies.ts';
import { saveSizeDraft } from './size-draft.ts';
import { type SizeFormValues, toBodyInput } from './size-form-values.ts';
import css from './size-page.module.css';
import { sizingApi } from './sizing-api.ts';
import { invalidateSizeAdvice, useSizingClient } from './stored-body.ts';

interface Props {
  personId: number;
  typed: SizeFormValues;
  /** Something can be kept, and nothing has to be corrected first. */
  isReady: boolean;
  onForgotten: () => void;
}

/**
 * The consent, and what can be done with what is kept. The words below are those that people agree to: whoever changes what they say raises
 * CONSENT_VERSION in api/sizing/bodies.actions.ts.
 */
export function SaveBodyCard({ personId, typed, isReady, onForgotten }: Props) {
  const client = useQueryClient();
  const { data: known, error } = useSizingClient();
  const [agreed, setAgreed] = useState(false);
  const [isSure, setSure] = useState(false);
  const isKept = Boolean(known?.bodyId);

  const keep = useMutation({
    mutationFn: async () => {
      if (!known) return;
      if (known.consent?.version !== known.consentVersion)
        await sizingApi('POST /sizing/consent', { body: { version: known.consentVersion } });
      const body = toBodyInput(typed);
      const { body: kept } = known.bodyId
        ? await sizingApi('PUT /sizing/body/:id', { params: { id: Number(known.bodyId) }, body })
        : await sizingApi('POST /sizing/body/newbody', { body });
      await api('PUT /api/customers/:id', {
        params: { id: personId },
        body: {
          customer: { bodiMeCustomerId: kept.id, bodiMeUsedBodyBlocks: [...new Set(kept.tapes.map(({ name }) => name))] },
        },
      });
      saveSizeCookies(body, 'body');
    },
    onSuccess: async () => {
      saveSizeDraft(personId, undefined);
      await invalidateSizeAdvice(client);
      showSuccess('Your measurements are kept. Garments now show the size that is likely to fit.');
    },
    onError: (failure) => showError(failure),
  });

  const forget = useMutation({
    mutationFn: () =>
      known?.bodyId
        ? sizingApi('DELETE /sizing/body/completeprofile/:id', { params: { id: Number(known.bodyId) } })
        : sizingApi('DELETE /sizing/consent'),
    onSuccess: async () => {
      deleteSizeCookies();
      saveSizeDraft(personId, undefined);
      setSure(false);
      setAgreed(false);
      onForgotten();
      await invalidateSizeAdvice(client);
      showSuccess('Everything about your body has been erased.');
    },
    onError: (failure) => showError(failure),
  });

  if (!known) {
    return (
      <Card title="Keep my measurements" className={css.keep}>
        <p className={css.text}>
          {error ? 'Measurements cannot be kept at the moment. Please try again later.' : 'One moment …'}
        </p>
      </Card>
    );
  }
  return (
    <Card title="Keep my measurements" className={css.keep}>
      <div className={css.stack}>
        {isKept && known.consent ? (
          <p className={css.text}>
            Kept with your consent of {formatDate(known.consent.givenOnUtc)}. Nobody else sees what you measure; whoever orders
            for you sees the size that is advised.
          </p>
        ) : (
          <>
            <p className={css.text}>
              Until you agree, nothing that you type leaves this page; sizes are advised in this tab while it is open.
            </p>
            <Checkbox name="agree" checked={agreed} onChange={setAgreed}>
              I agree that my measurements are kept, encrypted, to advise sizes to me and to whoever orders for me. Nobody else
              sees what I measure; administrators see only that I have been measured. This browser remembers them for 30 days. I
              can have everything erased here at any time.
            </Checkbox>
          </>
        )}
        <div className={css.buttons}>
          <Button disabled={!isReady || !(isKept || agreed)} loading={keep.isPending} onClick={() => keep.mutate()}>
            {isKept ? 'Save changes' : 'Keep my measurements'}
          </Button>
          {isKept && !isSure && (
            <Button variant="default" onClick={() => setSure(true)}>
              Forget my measurements
            </Button>
          )}
        </div>
        {isSure && (
          <div className={css.question} role="status">
            <p>Erase everything that is kept of your body? This cannot be undone.</p>
            <Button color="red" loading={forget.isPending} onClick={() => forget.mutate()}>
              Yes, erase it
            </Button>
            <Button variant="default" disabled={forget.isPending} onClick={() => setSure(false)}>
              Keep it
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
