import { useId, useRef, useState } from 'react';
import { describeScan } from '#contract/scanned-codes.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { explainUnknownCode } from '../scanning/explain-unknown-code.ts';
import { ScanAnswer } from '../scanning/scan-answer.tsx';
import { ScanField } from '../scanning/scan-field.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { type CheckAnswer, compareGarment } from './compare-garment.ts';
import type { OperatorReturn } from './return-outcomes.ts';
import { findReturnNumber } from './return-search.tsx';

/** Whether a piece that has arrived is one of the return: it is scanned, and the answer says what it is. */
export function CheckGarment({ request }: { request: OperatorReturn }) {
  const id = useId();
  const scans = useRef(0);
  const [answer, setAnswer] = useState<CheckAnswer>();

  async function check(code: string): Promise<CheckAnswer> {
    if (findReturnNumber(code) !== undefined)
      return { tone: 'warning', text: `${describeScan(code)} is the label of a return. Scan it into the search.` };
    try {
      const { garments } = await operatorApi('GET /api/operator/packing/garments', { query: { code: code.trim() } });
      return (
        compareGarment(request, garments) ?? {
          tone: 'warning',
          text: explainUnknownCode(code, `No garment has the code ${describeScan(code)}.`),
        }
      );
    } catch (error) {
      return { tone: 'danger', text: error instanceof Error ? error.message : String(error) };
    }
  }

  async function scan(code: string) {
    scans.current += 1;
    const own = scans.current;
    setAnswer({ tone: 'neutral', text: `${describeScan(code)} …` });
    const found = await check(code);
    // The answer to an earlier scan must not stand where that to a later one is read.
    if (own === scans.current) setAnswer(found);
  }

  return (
    <Card title="Check the pieces">
      <ScanField id={id} placeholder="Barcode or SKU" onScan={(code) => void scan(code)} />
      <ScanAnswer tone={answer?.tone}>{answer?.text}</ScanAnswer>
    </Card>
  );
}
