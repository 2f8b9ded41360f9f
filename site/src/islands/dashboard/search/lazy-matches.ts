import { type ComponentType, lazy } from 'react';

type Props = { isPopup?: boolean };

/** The matches of the header search, fetched when somebody types. A failure leaves the leagues filtered as they are. */
export const Matches = lazy<ComponentType<Props>>(() =>
  import('./Matches.tsx').then(
    (module) => ({ default: module.Matches }),
    () => ({ default: () => null }),
  ),
);
