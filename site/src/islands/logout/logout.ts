import { atom, type ReadableAtom } from 'nanostores';
import { LOGOUT_REDIRECT_MS } from '#contract/constants.ts';
import { type Clock, systemClock } from '../shared/clock/clock.ts';
import { createCountdown } from '../shared/clock/countdown.ts';
import { countOutbox } from '../shared/offline/outbox.ts';
import { browserNavigation, type Navigation } from '../shared/session/return-path.ts';
import { $session, findOwner, startSession } from '../shared/session/session.ts';
import { signOut } from '../shared/session/sign-out.ts';

interface LogoutState {
  secondsLeft: number;
  isLeaving: boolean;
  /** Changes that exist only on this device. */
  unsent: number;
  isAsking: boolean;
}

export interface LogoutScreen {
  $logout: ReadableAtom<LogoutState>;
  start(): void;
  /** Asks first if unsent changes would be lost. */
  confirm(): Promise<void>;
  stop(): void;
}

const HOME = '/';

/** The redirect after 5 seconds does not sign out (docs/product.md OPEN-13). */
export function createLogout(
  navigation: Navigation = browserNavigation,
  clock: Clock = systemClock,
): LogoutScreen {
  const $logout = atom<LogoutState>({
    secondsLeft: LOGOUT_REDIRECT_MS / 1000,
    isLeaving: false,
    unsent: 0,
    isAsking: false,
  });
  let stopFollowing = () => {};

  const countdown = createCountdown(clock, (secondsLeft) => {
    $logout.set({ ...$logout.get(), secondsLeft });
    if (secondsLeft === 0) leave();
  });
  const stop = () => {
    countdown.stop();
    stopFollowing();
  };
  const leave = () => {
    stop();
    $logout.set({ ...$logout.get(), isLeaving: true });
    navigation.replace(HOME);
  };

  return {
    $logout,
    start: () => {
      countdown.start(clock.now() + LOGOUT_REDIRECT_MS);
      stopFollowing = $session.listen((session) => {
        if (session.state === 'signedOut') leave();
      });
      void startSession().then((session) => {
        if (session.state === 'signedOut' && !$logout.get().isLeaving) leave();
      });
    },
    confirm: async () => {
      const { isLeaving, isAsking } = $logout.get();
      if (isLeaving) return;
      stop();
      const unsent = countOutbox(findOwner());
      if (unsent > 0 && !isAsking) return $logout.set({ ...$logout.get(), unsent, isAsking: true });
      $logout.set({ ...$logout.get(), isLeaving: true });
      await signOut();
      navigation.replace(HOME);
    },
    stop,
  };
}
