import { Text } from '@mantine/core';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import type { ReturnItem } from './return-choices.ts';
import css from './returns.module.css';

/** Picture, name and last day of a line. */
export const ItemSummary = ({ item }: { item: ReturnItem }) => (
  <>
    <Picture src={item.images[0]?.src} alt="" size={72} />
    <span className={css.text}>
      <strong>{item.productName}</strong>
      <Text span c="dimmed">
        {[item.attributeDescription, plural(item.returnableQuantity, 'piece'), item.wearerName].filter(Boolean).join(' · ')}
      </Text>
      {item.designs.map((design) => (
        <Text key={design} span c="dimmed">
          {design}
        </Text>
      ))}
      {item.returnableUntilUtc && (
        <Text span c="dimmed">
          Return by {formatDate(item.returnableUntilUtc)}
        </Text>
      )}
    </span>
  </>
);
