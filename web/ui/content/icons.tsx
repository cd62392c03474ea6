import type { SVGProps } from 'react';

export type IconProps = SVGProps<SVGSVGElement> & { size?: number };

/** Line icons on a 20 px grid, as large as the text that they stand beside. Decorative: their meaning is given by text next to them or by a label. */
export const Drawn = ({ size = 20, ...rest }: IconProps) => (
  <svg
    width={`${size / 16}rem`}
    height={`${size / 16}rem`}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    {...rest}
  />
);

export const HomeIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 9.2 10 3.5l7 5.7V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z" />
  </Drawn>
);
export const GarmentIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M7 3.5 3 5.7l1.2 3.8 1.8-.5v7.5h8V9l1.8.5L17 5.7l-4-2.2c-.4 1.5-1.5 2.2-3 2.2s-2.6-.7-3-2.2z" />
  </Drawn>
);
export const HangerIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M8.2 5.4a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2v.6l-6.6 4.6c-1 .7-.5 2.1.6 2.1h12c1.1 0 1.6-1.4.6-2.1L10 8.8" />
  </Drawn>
);
export const OrdersIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M5 3.5h10v13l-2.5-1.5L10 16.5 7.5 15 5 16.5zM8 7.5h4M8 10.5h4" />
  </Drawn>
);
export const PeopleIcon = (props: IconProps) => (
  <Drawn {...props}>
    <circle cx="7.5" cy="6.8" r="2.8" />
    <path d="M2.5 16.5c0-3 2.1-5 5-5s5 2 5 5M12.8 4.4a2.8 2.8 0 0 1 0 4.8M14.2 11.9c2 .6 3.3 2.3 3.3 4.6" />
  </Drawn>
);
export const PersonIcon = (props: IconProps) => (
  <Drawn {...props}>
    <circle cx="10" cy="6.8" r="3" />
    <path d="M4 17c0-3.3 2.5-5.5 6-5.5s6 2.2 6 5.5" />
  </Drawn>
);
export const CartIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M2.5 3.5h2l1.8 9h8.4l1.6-6.5H5.2" />
    <circle cx="7.5" cy="16" r="1.1" />
    <circle cx="13.5" cy="16" r="1.1" />
  </Drawn>
);
export const SearchIcon = (props: IconProps) => (
  <Drawn {...props}>
    <circle cx="9" cy="9" r="5.2" />
    <path d="m13 13 3.8 3.8" />
  </Drawn>
);
export const CloseIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="m5 5 10 10M15 5 5 15" />
  </Drawn>
);
export const CheckIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="m4 10.5 4 4 8-9" />
  </Drawn>
);
export const WarningIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3v.1" />
  </Drawn>
);
export const PlusIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M10 4.5v11M4.5 10h11" />
  </Drawn>
);
export const MinusIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M4.5 10h11" />
  </Drawn>
);
export const LeftIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="m12 4.5-5.5 5.5 5.5 5.5" />
  </Drawn>
);
export const RightIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="m8 4.5 5.5 5.5L8 15.5" />
  </Drawn>
);
export const DownIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="m4.5 7.5 5.5 5.5 5.5-5.5" />
  </Drawn>
);
export const FilterIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 5h14M5.5 10h9M8 15h4" />
  </Drawn>
);
export const LogOutIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M8 3.5H4.5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M12.5 13.5 16 10l-3.5-3.5M16 10H8" />
  </Drawn>
);
export const TrashIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5" />
  </Drawn>
);
export const TruckIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M2.5 5h9v9h-9zM11.5 8h3.2l2.8 3v3h-6" />
    <circle cx="6" cy="15" r="1.4" />
    <circle cx="14" cy="15" r="1.4" />
  </Drawn>
);
export const ExternalIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M8 4.5H4.5v11h11V12M11.5 3.5h5v5M16.5 3.5 9.5 10.5" />
  </Drawn>
);
export const MailIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 5h14v10.5H3zM3.3 5.4 10 10.8l6.7-5.4" />
  </Drawn>
);
export const BellIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1.5h-12zM8.3 17.2h3.4" />
  </Drawn>
);
export const InfoIcon = (props: IconProps) => (
  <Drawn {...props}>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9.3v4M10 6.7v.1" />
  </Drawn>
);
export const PrinterIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.5h8v5H6z" />
  </Drawn>
);

export const GripIcon = (props: IconProps) => (
  <Drawn {...props} strokeWidth="2.4">
    <path d="M7.5 4.5v.01M7.5 10v.01M7.5 15.5v.01M12.5 4.5v.01M12.5 10v.01M12.5 15.5v.01" />
  </Drawn>
);
