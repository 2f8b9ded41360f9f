import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Role } from '#contract/roles.ts';
import {
  type Gate,
  type GateArea,
  type GateDecision,
  openGate,
  openRoleGate,
  type RoleDecision,
} from './gate.ts';
import { $session, requireSession, type Session } from './session.ts';

/** Throws before `startSession`; earlier code reads `$session` directly. */
export function useAuth(): Session {
  requireSession();
  return useStore($session);
}

/** Render the page only on `show`. */
export function useGate(area: GateArea, isForVisitors?: () => boolean): GateDecision {
  return useDecision<GateDecision>(() => openGate(area, isForVisitors ? { isForVisitors } : {}));
}

export function useRoleGate(required: readonly Role[]): RoleDecision {
  return useDecision<RoleDecision>(() => openRoleGate(required));
}

function useDecision<Decision extends { kind: string }>(
  open: () => {
    $decision: { subscribe: (listener: (decision: Decision) => void) => () => void };
    close: Gate['close'];
  },
): Decision | { kind: 'wait' } {
  const [decision, setDecision] = useState<Decision | { kind: 'wait' }>({ kind: 'wait' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one gate for the life of the view
  useEffect(() => {
    const gate = open();
    const unsubscribe = gate.$decision.subscribe((next) => setDecision(next));
    return () => {
      unsubscribe();
      gate.close();
    };
  }, []);
  return decision;
}
