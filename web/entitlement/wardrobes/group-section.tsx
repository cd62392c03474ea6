import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '#web/app/api.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { PartActions } from './part-actions.tsx';
import { formatUnorderableMark, unorderableGroupsQuery } from './unorderable-groups.ts';
import { useWardrobeChange, type Wardrobe, type WardrobeGroup, type WardrobeProduct } from './wardrobe-data.ts';
import type { WardrobeDialogs } from './wardrobe-dialogs.tsx';
import css from './wardrobes.module.css';

interface Props {
  wardrobe: Wardrobe;
  group: WardrobeGroup;
  /** The button with which the group is moved. */
  handle: ReactNode;
  heading: 'h2' | 'h4';
  open: WardrobeDialogs['open'];
}

/** A group of a wardrobe with its number and products. */
export function GroupSection({ wardrobe, group, handle, heading: Name, open }: Props) {
  const { products, minQuantity } = group;
  const unorderable = useQuery(unorderableGroupsQuery(wardrobe.id)).data?.unorderableGroups ?? [];
  const mark = formatUnorderableMark(unorderable, group.id);
  const notes = [
    products.length === 0 ? 'no products' : plural(products.length, 'product'),
    minQuantity !== null && `at least ${minQuantity}`,
  ].filter(Boolean);
  return (
    <>
      <div className={css.groupHead}>
        {handle}
        <Name className={css.groupName}>{group.name}</Name>
        <Text span size="sm" c="dimmed">
          {notes.join(' · ')}
        </Text>
        <GroupQuantity wardrobe={wardrobe} group={group} />
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
          open={open}
          actions={[
            {
              label: products.length === 0 ? 'Add products' : 'Products',
              name: products.length === 0 ? `Add products to ${group.name}` : `Products of ${group.name}`,
              dialog: { action: 'products', groupId: group.id },
            },
            { label: 'Edit', name: `Edit ${group.name}`, dialog: { action: 'editGroup', groupId: group.id } },
            { label: 'Delete', name: `Delete ${group.name}`, dialog: { action: 'deleteGroup', groupId: group.id } },
          ]}
        />
      )}
    </>
  );
}

/** Time without a further click after which a number is saved, in milliseconds. */
const SAVE_DELAY = 500;

/** The number of a group. A changed number is saved when no further change follows at once. */
function GroupQuantity({ wardrobe, group }: Pick<Props, 'wardrobe' | 'group'>) {
  const saved = group.allocatedQuantity ?? 0;
  const [entered, setEntered] = useState<number>();
  const quantity = entered ?? saved;
  const [invalidText, setInvalidText] = useState<string>();
  const { mutate, isPending } = useWardrobeChange(wardrobe.id, (allocatedQuantity: number) =>
    api('PUT /api/organisation/wardrobes/:id/groups/:groupId', {
      params: { id: wardrobe.id, groupId: group.id },
      body: { collectionGroup: { version: group.version, allocatedQuantity } },
    }),
  );
  // One save at a time: the next one needs the version that the last one returned.
  useEffect(() => {
    if (entered === undefined || entered === saved || isPending) return;
    const onSuccess = () => setEntered((latest) => (latest === entered ? undefined : latest));
    const timer = setTimeout(() => mutate(entered, { onSuccess, onError: () => setEntered(undefined) }), SAVE_DELAY);
    return () => clearTimeout(timer);
  }, [entered, saved, isPending, mutate]);
  if (!wardrobe.canEdit || group.allocatedQuantity === null)
    return (
      <span className={css.quantity}>
        {group.allocatedQuantity === null ? 'No number set' : `Each wearer ${group.allocatedQuantity}`}
      </span>
    );
  return (
    <span className={css.quantity}>
      Each wearer
      <QuantityInput
        size="sm"
        label={`Pieces of ${group.name}`}
        value={quantity}
        max={999}
        invalidText={invalidText}
        onInvalidText={(text) => setInvalidText(text === '' ? undefined : text)}
        onChange={setEntered}
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

function ProductItem({ product, currencyCode }: { product: WardrobeProduct; currencyCode: string }) {
  const { name, imageSrc, colours, sizes, allocatedQuantity, points, price, priceHighest, isOnSale } = product;
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const facts = [
    formatColours(colours),
    formatSizes(sizes),
    price === null
      ? isOnSale && 'price on request'
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
