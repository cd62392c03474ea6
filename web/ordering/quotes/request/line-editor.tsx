import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { MAX_QUOTE_COMMENT, MAX_QUOTE_QUANTITY } from '#contract/ordering/quotes/quote-limits.ts';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { productDialogQuery } from '#web/catalogue/products/product/product-query.ts';
import { DownIcon, TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import css from './request.module.css';
import { chooseCombination, type RequestLine } from './request-lines.ts';

interface Props {
  line: RequestLine;
  error: string | undefined;
  /** Whether the sizes are loaded before someone wants to change one. */
  loadsSizes: boolean;
  onChange: (key: number, values: Partial<RequestLine>) => void;
  onRemove: (key: number) => void;
}

/** One line of a request. Memoised, so that typing in one line does not render the others. */
export const LineEditor = memo(function LineEditor({ line, error, loadsSizes, onChange, onRemove }: Props) {
  const { key, productId, name, quantity } = line;
  const [invalidText, setInvalidText] = useState<string>();
  const [hasComment, setHasComment] = useState(line.comments !== '');
  const change = (values: Partial<RequestLine>) => onChange(key, values);
  const problem = findQuantityTextProblem(invalidText ?? '') ?? error;
  const label = [name || 'this line', line.choice].filter(Boolean).join(', ');
  return (
    <li className={css.line} data-wrong={problem ? true : undefined}>
      <Picture src={line.imageSrc} alt="" size={56} />
      <div className={css.what}>
        {productId === null ? (
          <TextInput
            label="What do you need?"
            className={css.wide}
            placeholder="For example: long apron in bottle green"
            maxLength={400}
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        ) : (
          <>
            <strong>{name}</strong>
            <SizeChoice line={line} loadsSizes={loadsSizes} label={label} onChange={change} />
          </>
        )}
        <LineDesigns designs={line.designs} />
        {hasComment ? (
          <Textarea
            label="Comment"
            className={css.wide}
            autosize
            minRows={1}
            maxLength={MAX_QUOTE_COMMENT}
            value={line.comments}
            onChange={(event) => change({ comments: event.currentTarget.value })}
          />
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            className={css.comment}
            aria-label={`Add a comment on ${label}`}
            onClick={() => setHasComment(true)}
          >
            Add a comment
          </Button>
        )}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <QuantityInput
        size="sm"
        label={`Quantity of ${label}`}
        min={1}
        max={MAX_QUOTE_QUANTITY}
        value={quantity}
        onChange={(value) => change({ quantity: value })}
        invalidText={invalidText}
        onInvalidText={(text) => setInvalidText(text || undefined)}
      />
      <button type="button" className={css.remove} aria-label={`Remove ${label}`} title="Remove" onClick={() => onRemove(key)}>
        <TrashIcon size={18} />
      </button>
    </li>
  );
});

interface SizeChoiceProps {
  line: RequestLine;
  loadsSizes: boolean;
  label: string;
  onChange: (values: Partial<RequestLine>) => void;
}

const LATER = 'later';
const CURRENT = 'current';

/** Colour, size and fit of a line, or that they are chosen later; nothing for a product without choices. */
function SizeChoice({ line: { productId, choice, sku }, loadsSizes, label, onChange }: SizeChoiceProps) {
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({ ...productDialogQuery(productId ?? 0), enabled: loadsSizes || isWanted, retry: false });
  const combinations = data && data.attributes.length > 0 ? data.combinations : [];
  const chosen =
    choice === ''
      ? undefined
      : combinations.find((one) => (sku === null ? one.attributeDescription === choice : one.sku === sku));
  if (data && combinations.length === 0 && choice === '') return null;
  return (
    <NativeSelect
      aria-label={`Colour and size of ${label}`}
      className={css.size}
      rightSection={<DownIcon size={16} />}
      value={choice === '' ? LATER : chosen ? String(chosen.id) : CURRENT}
      onFocus={() => setWanted(true)}
      onChange={(event) =>
        event.currentTarget.value !== CURRENT &&
        onChange(chooseCombination(combinations.find(({ id }) => String(id) === event.currentTarget.value)))
      }
    >
      <option value={LATER}>Choose colours and sizes later</option>
      {choice !== '' && !chosen && <option value={CURRENT}>{choice}</option>}
      {combinations.map(({ id, attributeDescription }) => (
        <option key={id} value={id}>
          {attributeDescription}
        </option>
      ))}
    </NativeSelect>
  );
}
