import { useRef, useState } from 'react';
import { ApiError, isChangedError } from '#web/app/api-error.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { isOutcomeChangedError } from '../order-changes/outcome-changed.ts';
import {
  type Action,
  type ApprovalCardData,
  formatPerson,
  type LineChoice,
  listDecidedItems,
  summariseChoices,
} from './approval-choices.ts';
import { type DecisionBody, useDecide } from './use-decide.ts';
import { useDecisionPreview } from './use-decision-preview.ts';

export type OrderDecision = ReturnType<typeof useOrderDecision>;

/** Deciding on one order: what is chosen for its lines, which decision asks for a reason, and what the server says about the fields. */
export function useOrderDecision(card: ApprovalCardData, onDecided: () => void) {
  const { orderId, customer, items, poNumberRequired, fingerprint } = card;
  const { decide, refresh } = useDecide();
  const [choices, setChoices] = useState<ReadonlyMap<number, LineChoice>>(new Map());
  const [asked, setAsked] = useState<Action>();
  /** What was shown when the decision was asked for; the card behind the dialog may be loaded again meanwhile. */
  const seen = useRef(fingerprint);
  const [changed, setChanged] = useState<ApiError>();
  const [outcomeChanged, setOutcomeChanged] = useState<ApiError>();
  const [poNumber, setPoNumber] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isBusy, setBusy] = useState(false);
  const poField = useRef<HTMLInputElement>(null);
  const summary = summariseChoices(items, choices);
  const preview = useDecisionPreview(card, choices, summary);

  const ask = (action: Action | undefined) => {
    if (action) seen.current = fingerprint;
    setAsked(action);
  };

  /** Sends a decision. Throws only what concerns the reason; everything else is shown. */
  async function send(action: Action, input: { rejectReason?: string } = {}) {
    setBusy(true);
    setErrors({});
    setChanged(undefined);
    setOutcomeChanged(undefined);
    const decided = action === 'approve' ? listDecidedItems(items, choices) : [];
    const body: DecisionBody = {
      id: orderId,
      action,
      fingerprint: asked ? seen.current : fingerprint,
      ...input,
      ...(action === 'approve' && poNumberRequired && { poNumber: poNumber.trim() }),
      ...(decided.length > 0 && { items: decided }),
      ...(action === 'approve' && { outcomeFingerprint: preview.outcomeFingerprint }),
    };
    try {
      const { msg } = await decide(body);
      ask(undefined);
      onDecided();
      showSuccess(`${msg ?? ''} We’ve emailed ${formatPerson(customer)}.`.trim(), { persistent: true });
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      setErrors(fields);
      // The dialog and the field show what concerns them.
      if (fields.rejectReason && asked) throw error;
      ask(undefined);
      if (isChangedError(error)) {
        // What was chosen for the lines was chosen for others.
        setChoices(new Map());
        setChanged(error);
      } else if (fields.poNumber) poField.current?.focus();
      else if (isOutcomeChangedError(error)) {
        setOutcomeChanged(error);
        preview.retry();
      } else showError(error);
    } finally {
      setBusy(false);
      void refresh();
    }
  }

  // What remains costs is seen before it is approved.
  const canApprove = summary.approved > 0 && !summary.isInvalid && (!preview.isNeeded || preview.outcome !== undefined);
  return {
    choices,
    summary,
    preview,
    canApprove,
    /** The decision that is being explained, if one is. */
    asked,
    ask,
    isBusy,
    errors,
    /** Why the last decision was refused, if the order had changed. */
    changed,
    /** Why the last decision was refused, if the approved part would no longer cost what was shown. */
    outcomeChanged,
    poNumber,
    poField,
    setPoNumber(text: string) {
      setPoNumber(text);
      setErrors({});
    },
    /** Sets what becomes of a line; without a choice it is approved with all its pieces. */
    choose(lineId: number, choice: LineChoice | undefined) {
      setOutcomeChanged(undefined);
      setChoices((current) => {
        const next = new Map(current);
        if (choice) next.set(lineId, choice);
        else next.delete(lineId);
        return next;
      });
    },
    /** Approves what is chosen, or asks for what is missing. */
    approve() {
      if (!canApprove) return;
      if (poNumberRequired && poNumber.trim() === '') {
        setErrors({ poNumber: ['Please enter a PO number.'] });
        poField.current?.focus();
        return;
      }
      if (summary.needsReason) ask('approve');
      else void send('approve');
    },
    send,
  };
}
