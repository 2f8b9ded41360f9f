import { atom, type ReadableAtom } from 'nanostores';
import type { Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { checkEmailVerified, checkFlow, FAILED_FLOW, type Flow } from './account-flow.ts';
import { browserNavigation, DASHBOARD_PATH, type Navigation, storeReturnPath } from './return-path.ts';
import { $session, isPageOf, type Session, startSession } from './session.ts';

/** 'account' guards the signed-in area; the other two pages have rules of their own. */
export type GateArea = 'account' | 'migration' | 'email-verification';

export type GateDecision =
  | { kind: 'wait' }
  | { kind: 'redirect'; to: '/signin' | '/migration' | '/email-verification' | typeof DASHBOARD_PATH }
  | { kind: 'show' };

const WAIT: GateDecision = { kind: 'wait' };
const SHOW: GateDecision = { kind: 'show' };

/** /migration and /email-verification never redirect to each other (docs/product.md OPEN-10). */
export function decideGate(area: GateArea, session: Session['state'], flow: Flow | null): GateDecision {
  if (session === 'loading') return WAIT;
  if (session === 'signedOut') return { kind: 'redirect', to: '/signin' };
  if (!flow) return WAIT;
  if (area === 'migration') return flow.needsMigration ? SHOW : { kind: 'redirect', to: DASHBOARD_PATH };
  if (area === 'email-verification') {
    return flow.emailVerified ? { kind: 'redirect', to: DASHBOARD_PATH } : SHOW;
  }
  if (flow.needsMigration) return { kind: 'redirect', to: '/migration' };
  if (!flow.emailVerified) return { kind: 'redirect', to: '/email-verification' };
  return SHOW;
}

// Uses the call of /email-verification with `testEmail` (docs/product.md OPEN-09) and before redirecting there, so that
// both agree. On /migration, the profile replaces a failed check.
async function fetchFlow(
  area: GateArea,
  testEmail: boolean,
  user: Pick<User, 'migratedToV2'>,
): Promise<Flow> {
  if (area === 'email-verification') {
    return { needsMigration: false, emailVerified: await checkEmailVerified(), isV2User: true };
  }
  const flow = await checkFlow();
  if (area === 'migration' && flow === FAILED_FLOW) {
    return { ...flow, needsMigration: user.migratedToV2 !== true };
  }
  if (area === 'migration' || flow.needsMigration || (flow.emailVerified && !testEmail)) return flow;
  return { ...flow, emailVerified: await checkEmailVerified() };
}

function wantsEmailCheck(search: string): boolean {
  return new URLSearchParams(search).get('test-email') === 'true';
}

export interface Gate {
  $decision: ReadableAtom<GateDecision>;
  close(): void;
}

interface GateOptions {
  navigation?: Navigation;
  location?: { pathname: string; search: string };
  /** True keeps visitors on the page instead of redirecting them to sign-in. */
  isForVisitors?: () => boolean;
}

export function openGate(
  area: GateArea,
  {
    navigation = browserNavigation,
    location = globalThis.location,
    isForVisitors = () => false,
  }: GateOptions = {},
): Gate {
  const $decision = atom<GateDecision>(WAIT);
  let askedFor: string | null = null;
  let flow: Flow | null = null;
  let closed = false;

  const decide = () => {
    if (closed || $decision.get().kind === 'redirect') return;
    const { state } = $session.get();
    if (state === 'signedOut' && isForVisitors()) return $decision.set(WAIT);
    const decision = decideGate(area, state, flow);
    $decision.set(decision);
    if (decision.kind !== 'redirect') return;
    if (decision.to === '/signin') storeReturnPath(location.pathname + location.search);
    navigation.replace(decision.to);
  };
  const follow = async (session: Session) => {
    if (closed) return;
    if (isOtherAccount(session)) {
      closed = true;
      $decision.set(WAIT);
      navigation.replace(location.pathname + location.search);
      return;
    }
    if (session.state === 'signedIn' && session.user.id !== askedFor) {
      askedFor = session.user.id;
      flow = null;
      const answer = await fetchFlow(area, wantsEmailCheck(location.search), session.user);
      if (askedFor === session.user.id) flow = answer;
    }
    decide();
  };
  const unsubscribe = $session.subscribe((session) => void follow(session));
  void startSession();
  return {
    $decision,
    close: () => {
      closed = true;
      unsubscribe();
    },
  };
}

function isOtherAccount(session: Session): boolean {
  return session.state === 'signedIn' && !isPageOf(session.user.id);
}

export type RoleDecision =
  | { kind: 'wait' }
  | { kind: 'redirect'; to: '/signin' }
  | { kind: 'refuse'; current: Role | null; required: readonly Role[] }
  | { kind: 'show' };

export function decideRole(session: Session, required: readonly Role[]): RoleDecision {
  if (session.state === 'loading') return { kind: 'wait' };
  if (session.state === 'signedOut') return { kind: 'redirect', to: '/signin' };
  const current = (session.user.role || null) as Role | null;
  return current && required.includes(current) ? { kind: 'show' } : { kind: 'refuse', current, required };
}

/** Redirects signed-out visitors to /signin. */
export function openRoleGate(
  required: readonly Role[],
  { navigation = browserNavigation, location = globalThis.location }: GateOptions = {},
): { $decision: ReadableAtom<RoleDecision>; close(): void } {
  const $decision = atom<RoleDecision>({ kind: 'wait' });
  let isLeaving = false;
  const close = $session.subscribe((session) => {
    if (isLeaving || $decision.get().kind === 'redirect') return;
    if (isOtherAccount(session)) {
      isLeaving = true;
      $decision.set({ kind: 'wait' });
      navigation.replace(location.pathname + location.search);
      return;
    }
    const decision = decideRole(session, required);
    $decision.set(decision);
    if (decision.kind !== 'redirect') return;
    storeReturnPath(location.pathname + location.search);
    navigation.replace(decision.to);
  });
  void startSession();
  return { $decision, close };
}
