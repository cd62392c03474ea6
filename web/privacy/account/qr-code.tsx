import encodeQR from 'qr';

/** A QR code of a text as SVG. Rendered in the browser, so that the secret in it is not sent anywhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const size = rows.length;
  // Each run of dark modules of a row is one rectangle of height 1.
  const path = rows
    .map((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ]
        .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join(''),
    )
    .join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="200" height="200" role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
