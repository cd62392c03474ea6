import { PlainPage } from './plain-page.tsx';

/** Says where preferences stand while they cannot be changed here. */
export const PreferencesPage = () => (
  <PlainPage title="Marketing preferences">
    <p>
      Preferences cannot be changed here yet. Until they can, the portal sends no news or offers; you only get messages about your
      own orders.
    </p>
  </PlainPage>
);
