import { Drawn, type IconProps } from './icons.tsx';

/** Icons that the log-in page does not need. */

export const SettingsIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 6h5M12 6h5M3 14h3M10 14h7" />
    <circle cx="10" cy="6" r="2" />
    <circle cx="8" cy="14" r="2" />
  </Drawn>
);

export const HelpIcon = (props: IconProps) => (
  <Drawn {...props}>
    <circle cx="10" cy="10" r="7" />
    <path d="M7.9 8.1c.2-1.2 1-1.9 2.2-1.9 1.3 0 2.1.8 2.1 1.8 0 1.5-2.1 1.6-2.1 3.2M10.1 13.7v.1" />
  </Drawn>
);

export const DocumentIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M5 3h7l3.5 3.5V17H5zM11.5 3v4h4M7.5 10.5h5M7.5 13.5h5" />
  </Drawn>
);

export const PhoneIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M4 3.5h3l1.5 4-2 1.3a9 9 0 0 0 4.7 4.7l1.3-2 4 1.5v3c0 .6-.4 1-1 1C8.9 16.5 3.5 11.1 3 4.5c0-.6.4-1 1-1z" />
  </Drawn>
);

export const ListIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3.5 5.5h3v3h-3zM3.5 11.5h3v3h-3zM9.5 7h7M9.5 13h7" />
  </Drawn>
);

export const SheetIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 4h14v12H3zM3 8h14M3 12h14M8 4v12" />
  </Drawn>
);

export const StockIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7" />
  </Drawn>
);
