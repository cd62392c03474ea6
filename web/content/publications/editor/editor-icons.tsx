import { Drawn, type IconProps } from '#web/ui/content/icons.tsx';

export const BulletsIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01" strokeWidth="2" />
  </Drawn>
);
export const NumbersIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M9 5h8M9 10h8M9 15h8M3 3.5l1.2-.7v4M2.8 12.6c.2-1.5 2.6-1.5 2.5.1 0 .9-2.5 2.2-2.5 3.3h2.7" />
  </Drawn>
);
export const LinkIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M8.3 11.7a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1" />
  </Drawn>
);
export const PictureIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M3 4.5h14v11H3zM3 13l4-4 4 4 2.5-2.5L17 14" />
    <circle cx="12.8" cy="7.8" r="1" />
  </Drawn>
);
export const UndoIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="M7 4 3.5 7.5 7 11M4 7.5h7.5a4.2 4.2 0 0 1 0 8.5H8" />
  </Drawn>
);
export const RedoIcon = (props: IconProps) => (
  <Drawn {...props}>
    <path d="m13 4 3.5 3.5L13 11M16 7.5H8.5a4.2 4.2 0 0 0 0 8.5H12" />
  </Drawn>
);
