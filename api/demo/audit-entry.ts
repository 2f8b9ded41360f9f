import type { DemoAward, DemoDecision } from './awards.ts';
import type { DemoCurriculum } from './curriculum.ts';
import type { DemoEvent } from './history.ts';
import type { DemoPerson } from './people.ts';
import type { DemoSubmission } from './submissions.ts';

/** An entry of the audit log as the demo tells it. */
export interface Entry {
  at: Date;
  actorId: string | null;
  targetUserId?: string | null;
  action: string;
  description?: string;
  metadata?: Record<string, unknown>;
  /** What the details named when they were written and nobody can look up any more. */
  gone?: Record<string, string>;
  ipAddress?: string;
}

/** All that the log tells of. */
export interface DemoStory {
  people: readonly DemoPerson[];
  curriculum: DemoCurriculum;
  events: readonly DemoEvent[];
  submissions: readonly DemoSubmission[];
  awards: readonly DemoAward[];
  decisions: readonly DemoDecision[];
  now: number;
}

export const MINUTE_MS = 60_000;
/** From a range that is kept for examples: it is nobody's. */
export const addressOf = (index: number) => `198.51.100.${10 + (index % 200)}`;
