import { skipToken, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { getLetteringStyle, isLetteringFont } from '#lettering/fonts.ts';
import { loadFontMetrics } from '#lettering/metrics.ts';
import { type DesignLayout, PLATE_EDGE, placePlate } from '#lettering/place-design.ts';
import { useLetteringFont } from '../lettering/use-lettering-font.ts';
import { type DrawnDesign, EMBROIDERY, NAME_BADGE, TRANSFER } from './drawn-design.ts';
import { layOutDesign } from './layout.ts';
import { getPlateColour } from './thread-contrast.ts';

const FALLBACK_RGB = '#1c1d1f';

/** The measures of a font, once for the page. */
function useFontMetrics(fontName: string | null) {
  const font = fontName !== null && isLetteringFont(fontName) ? fontName : undefined;
  return useQuery({
    queryKey: ['font-metrics', font],
    queryFn: font ? () => loadFontMetrics(font) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  }).data;
}

interface Props {
  design: DrawnDesign;
  /** Ids of the filters of `DesignFilters` begin with it; without it the design is flat, as in small pictures. */
  filters?: string;
}

/** A design on a drawing whose unit is a millimetre of the garment: flat when it is printed, raised when it is sewn, with an edge on a transfer, on a plate as a badge. */
export const DesignMark = memo(({ design, filters }: Props) => {
  const font = design.text === null ? null : design.fontName;
  useLetteringFont(font);
  const layout = layOutDesign(design, useFontMetrics(font));
  return (
    <g>
      {design.methodId === NAME_BADGE && <Plate layout={layout} threadRgb={design.threadRgb ?? FALLBACK_RGB} />}
      {layout.logo && design.logoSrc && (
        <image
          href={design.logoSrc}
          {...layout.logo}
          filter={filters === undefined ? undefined : findFilter(design.methodId, filters)}
        />
      )}
      {layout.text && <Lettering text={layout.text} design={design} isFlat={filters === undefined} />}
    </g>
  );
});

function findFilter(methodId: number, filters: string): string | undefined {
  if (methodId === EMBROIDERY) return `url(#${filters}raised)`;
  return methodId === TRANSFER ? `url(#${filters}film)` : undefined;
}

/** Below what is sewn, and around what is pressed on; drawn without filters, because a preview follows typing. Millimetres. */
const SHADE = { fill: '#000', fillOpacity: 0.5, transform: 'translate(0.3 0.6)' };
const FILM = { fill: 'none', stroke: '#9a9ea3', strokeOpacity: 0.5, strokeWidth: 1.6, strokeLinejoin: 'round' } as const;

function Lettering({ text, design, isFlat }: { text: NonNullable<DesignLayout['text']>; design: DrawnDesign; isFlat: boolean }) {
  if (!(design.fontName && isLetteringFont(design.fontName))) return null;
  const style = getLetteringStyle(design.fontName);
  const below = isFlat ? undefined : { [EMBROIDERY]: SHADE, [TRANSFER]: FILM }[design.methodId];
  const lines = text.lines.map((line, index) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
      key={index}
      x={text.x + line.xMm}
      y={text.y + line.baselineMm}
      fontSize={text.fontSize}
      style={style}
    >
      {line.text}
    </text>
  ));
  return (
    <>
      {below && <g {...below}>{lines}</g>}
      <g fill={design.threadRgb ?? FALLBACK_RGB}>{lines}</g>
    </>
  );
}

function Plate({ layout, threadRgb }: { layout: DesignLayout; threadRgb: string }) {
  const plate = placePlate(layout);
  if (!plate) return null;
  const { radius, rgb, width } = PLATE_EDGE;
  return (
    <>
      <rect {...plate} y={plate.y + 0.8} rx={radius} fillOpacity={0.35} />
      <rect {...plate} rx={radius} fill={getPlateColour(threadRgb)} stroke={rgb} strokeWidth={width} />
    </>
  );
}

/** What makes logos look sewn or pressed on; lengths in millimetres of the garment. */
export const DesignFilters = ({ prefix }: { prefix: string }) => (
  <defs>
    <filter id={`${prefix}raised`} x="-10%" y="-20%" width="120%" height="150%">
      <feDropShadow dx="0.3" dy="0.6" stdDeviation="0.4" floodColor="#000" floodOpacity="0.55" />
    </filter>
    <filter id={`${prefix}film`} x="-10%" y="-20%" width="120%" height="140%">
      <feMorphology in="SourceAlpha" operator="dilate" radius="0.8" result="outline" />
      <feFlood floodColor="#9a9ea3" floodOpacity="0.5" />
      <feComposite in2="outline" operator="in" result="film" />
      <feMerge>
        <feMergeNode in="film" />
        <feMergeNode in="SourceGraphic" />
      </feMerge>
    </filter>
  </defs>
);
