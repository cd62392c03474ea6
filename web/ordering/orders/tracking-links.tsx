import { ExternalIcon } from '#web/ui/content/icons.tsx';
import css from './tracking-links.module.css';

/** Links to the carriers' tracking pages of an order's parcels, each in a new tab. */
export const TrackingLinks = ({ urls, order }: { urls: readonly string[]; order: string }) =>
  urls.length === 0 ? null : (
    <span className={css.links}>
      {urls.map((url, at) => (
        <a
          key={url}
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Track parcel ${at + 1} of order ${order}, opens in a new tab`}
        >
          {urls.length === 1 ? 'Track parcel' : `Parcel ${at + 1}`}
          <ExternalIcon size={14} />
        </a>
      ))}
    </span>
  );
