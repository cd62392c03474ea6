import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import type { ContentsEditing } from './contents-editing.ts';
import { type ContentsGroup, type ContentsProduct, describeGroupChange, setPieces } from './draft-contents.ts';
import { PartActions } from './part-actions.tsx';
import { formatUnorderableMark, unorderableGroupsQuery } from './unorderable-groups.ts';
import css from './wardrobes.module.css';

interface Props {
  editing: ContentsEditing;
  group: ContentsGroup;
  /** The button with which the group is moved. */
  handle: ReactNode;
  heading: 'h2' | 'h4';
}

/** A group of a wardrobe with its number and products. */
export function GroupSection({ editing, group, handle, heading: Name }: Props) {
  const { wardrobe, draft, open, removeGroup } = editing;
  const { products, minQuantity } = group;
  const unorderable = useQuery(unorderableGroupsQuery(wardrobe.id)).data?.unorderableGroups ?? [];
  const mark = formatUnorderableMark(unorderable, group.id);
  const notes = [
    products.length === 0 ? 'no products' : plural(products.length, 'product'),
    minQuantity !== null && `at least ${minQuantity}`,
    ...(draft.isDraft && wardrobe.canEdit ? describeGroupChange(group, draft.live, draft.version) : []),
  ].filter(Boolean);
  return (
    <>
      <div className={css.groupHead}>
        {handle}
        <Name className={css.groupName}>{group.name}</Name>
        <Text span size="sm" c="dimmed">
          {notes.join(' · ')}
        </Text>
        <GroupQuantity editing={editing} group={group} />
      </div>
      {products.length > 0 && (
        <ul className={css.products} aria-label={`Products of ${group.name}`}>
          {products.map((product) => (
            <ProductItem key={product.productId} product={product} currencyCode={wardrobe.currencyCode} />
          ))}
        </ul>
      )}
      {mark && (
        <Text mt={6}>
          <StatusBadge tone="warning">{mark}</StatusBadge>
        </Text>
      )}
      {wardrobe.canEdit && (
        <PartActions
          actions={[
            {
              label: products.length === 0 ? 'Add products' : 'Products',
              name: products.length === 0 ? `Add products to ${group.name}` : `Products of ${group.name}`,
              run: () => open({ action: 'products', groupId: group.id }),
            },
            { label: 'Edit', name: `Edit ${group.name}`, run: () => open({ action: 'editGroup', groupId: group.id }) },
            { label: 'Delete', name: `Delete ${group.name}`, run: () => removeGroup(group) },
          ]}
        />
      )}
    </>
  );
}

/** The number of a group. */
function GroupQuantity({ editing: { wardrobe, draft }, group }: Pick<Props, 'editing' | 'group'>) {
  const { id, name, allocatedQuantity } = group;
  const [invalidText, setInvalidText] = useState<string>();
  if (!wardrobe.canEdit || allocatedQuantity === null)
    return (
      <span className={css.quantity}>{allocatedQuantity === null ? 'No number set' : `Each wearer ${allocatedQuantity}`}</span>
    );
  return (
    <span className={css.quantity}>
      Each wearer
      <QuantityInput
        size="sm"
        label={`Pieces of ${name}`}
        value={allocatedQuantity}
        max={999}
        invalidText={invalidText}
        onInvalidText={(text) => setInvalidText(text === '' ? undefined : text)}
        onChange={(quantity) => draft.change(setPieces(id, quantity))}
      />
    </span>
  );
}

/** "sizes S to XL", "size 12" and "one size", whose name says already that it is one. */
function formatSizes(sizes: readonly string[]): string {
  const [first = ''] = sizes;
  if (sizes.length > 1) return `sizes ${first} to ${sizes.at(-1)}`;
  return first === '' || /size/i.test(first) ? first.toLowerCase() : `size ${first}`;
}
const MAX_COLOURS = 4;
const formatColours = (colours: readonly string[]) =>
  colours.length > MAX_COLOURS ? plural(colours.length, 'colour') : colours.join(', ');

function ProductItem({ product, currencyCode }: { product: ContentsProduct; currencyCode: string }) {
  const { name, imageSrc, colours, sizes, allocatedQuantity, points, price, priceHighest, isOnSale, isUnread } = product;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const facts = [
    formatColours(colours),
    formatSizes(sizes),
    price === null
      ? isOnSale && !isUnread && 'price on request'
      : priceHighest === null
        ? money(price)
        : `${money(price)} to ${money(priceHighest)}`,
    allocatedQuantity !== null && plural(allocatedQuantity, 'piece'),
    points !== null && plural(points, 'point'),
  ].filter(Boolean);
  return (
    <li className={css.product}>
      <Picture src={imageSrc} alt="" size={44} />
      <div className={css.about}>
        <p className={css.productName}>{name}</p>
        <Text className="figures" size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {!isOnSale && <StatusBadge tone="warning">Not in your range at the moment</StatusBadge>}
      </div>
    </li>
  );
}
