import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, apiQuery } from '#web/app/api.ts';
import { CodeField } from '#web/catalogue/quick-order/code-field.tsx';
import { parseCodes } from '#web/catalogue/quick-order/pasted-codes.ts';
import { plural } from '#web/ui/format/format.ts';
import { startFromFound } from './request-lines.ts';

/** Codes that one call looks up. */
const CHECKED_TOGETHER = 100;

interface Props {
  /** Adds lines; false where there would be too many. */
  onAdd: (lines: ReturnType<typeof startFromFound>[]) => boolean;
}

/** Finds products by SKU, barcode or name, one at a time or pasted with quantities, and adds them to the request. */
export function ProductFinder({ onAdd }: Props) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [message, setMessage] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = (lines: ReturnType<typeof startFromFound>[], said: string) => {
    if (!onAdd(lines)) return setMessage('A quote can have at most 200 lines. Nothing was added.');
    setText('');
    setMessage(said);
    field.current?.focus();
  };
  const take = (found: Parameters<typeof startFromFound>[0]) =>
    add([startFromFound(found)], `${[found.name, found.attributeDescription].filter(Boolean).join(', ')} added.`);

  async function lookUp(code: string) {
    try {
      const { items } = await client.fetchQuery(apiQuery('GET /api/product/lookup', { query: { keyword: code } }));
      const exact = items.find(({ isExact }) => isExact) ?? (items.length === 1 ? items[0] : undefined);
      if (exact) take(exact);
      else
        setMessage(
          items.length > 0
            ? 'Several products match. Please choose one from the list.'
            : `No product has the code or name “${code}”. You can ask for it in your own words.`,
        );
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error));
    }
  }
  async function lookUpAll(pasted: string) {
    const { entries, unreadable } = parseCodes(pasted);
    const lines: ReturnType<typeof startFromFound>[] = [];
    const missing: string[] = unreadable.map((line) => line.text.slice(0, 30));
    try {
      for (let from = 0; from < entries.length; from += CHECKED_TOGETHER) {
        const asked = entries.slice(from, from + CHECKED_TOGETHER);
        const items = asked.map(({ code, quantity }) => ({ sku: code, quantity }));
        const { stock } = await api('POST /api/product/stockmultiple', { body: { items } });
        stock.forEach((item, index) => {
          if (item.found) lines.push(startFromFound(item, asked[index]?.quantity));
          else missing.push(asked[index]?.code ?? '');
        });
      }
    } catch (error) {
      return setMessage(error instanceof Error ? error.message : String(error));
    }
    const notFound = missing.length > 0 ? ` Not found: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}.` : '';
    if (lines.length === 0) return setMessage(`Nothing was added.${notFound}`);
    add(lines, `${plural(lines.length, 'line')} added.${notFound}`);
  }

  return (
    <div>
      <CodeField
        ref={field}
        text={text}
        onText={setText}
        onChoose={take}
        onCode={(code) => void lookUp(code)}
        onBlock={(pasted) => void lookUpAll(pasted)}
      />
      <Text size="sm" c="dimmed" role="status" mt={4}>
        {message || 'Type, scan or paste codes. Sizes can be chosen later.'}
      </Text>
    </div>
  );
}
