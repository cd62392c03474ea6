import { Text } from '@mantine/core';
import { chooseBackground } from '#brands/choose-background.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import type { GarmentDesign } from './design-types.ts';
import { describeDesign } from './drawing/drawn-design.ts';
import { useLetteringFont } from './lettering/use-lettering-font.ts';
import css from './line-designs.module.css';

/** Black or white, on whichever of them a colour is easier to read. */
const BACKGROUNDS = ['#ffffff', '#000000'] as const;

interface Props {
  designs: readonly GarmentDesign[];
  /** Left out where no prices are shown. */
  currencyCode?: string | undefined;
}

/** The logos, texts and badges on a line of a cart or an order, each with its position, price and what it waits for. Nothing without any. */
export const LineDesigns = ({ designs, currencyCode }: Props) =>
  designs.length > 0 && (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari does not announce it as a list
    <ul className={css.designs} role="list" aria-label="Personalisation">
      {designs.map((design) => (
        <li key={design.positionId} className={css.design}>
          <DesignMark design={design} />
          <div className={css.text}>
            <div>
              <span className={css.words}>{describeDesign(design)}</span>
              <Text size="sm" c="dimmed">
                {[
                  currencyCode !== undefined && formatPrice(design, currencyCode),
                  design.isMandatory && 'required by your organisation',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {design.proofStatus === 'awaitingProof' && <StatusBadge tone="warning">Awaiting proof</StatusBadge>}
          </div>
        </li>
      ))}
    </ul>
  );

const formatPrice = ({ price }: GarmentDesign, currencyCode: string) =>
  price !== null && price > 0 ? `${formatMoney(price, currencyCode)} each excl. tax, included in the price` : '';

/** A small picture of what is put on the garment: the logo, or the first letters of the text. */
function DesignMark({ design: { logoSrc, text, fontName, threadRgb } }: { design: GarmentDesign }) {
  useLetteringFont(text === null ? null : fontName);
  return (
    <span
      className={css.mark}
      style={logoSrc || !threadRgb ? undefined : { background: chooseBackground(threadRgb, BACKGROUNDS) }}
      aria-hidden
    >
      {logoSrc ? (
        <img src={logoSrc} alt="" loading="lazy" />
      ) : (
        <span style={{ fontFamily: `"Livery ${fontName}"`, color: threadRgb ?? undefined }}>
          {[...(text ?? '')].slice(0, 2).join('')}
        </span>
      )}
    </span>
  );
}
