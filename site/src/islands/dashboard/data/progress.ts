export interface ResourceProgress {
  isCompleted: boolean;
  markedForRevision: boolean;
  personalNote: string | null;
  /** Seconds. */
  timeSpent: number | null;
}

export const NO_PROGRESS: ResourceProgress = {
  isCompleted: false,
  markedForRevision: false,
  personalNote: null,
  timeSpent: null,
};

export function toResourceProgress(progress: Partial<ResourceProgress> | null | undefined): ResourceProgress {
  return {
    isCompleted: progress?.isCompleted ?? NO_PROGRESS.isCompleted,
    markedForRevision: progress?.markedForRevision ?? NO_PROGRESS.markedForRevision,
    personalNote: progress?.personalNote ?? NO_PROGRESS.personalNote,
    timeSpent: progress?.timeSpent ?? NO_PROGRESS.timeSpent,
  };
}

export type ProgressState = 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED' | 'NEEDS_REVISION';

const PROGRESS_LABELS: Readonly<Record<ProgressState, string>> = {
  NOT_STARTED: 'Not Started',
  IN_PROGRESS: 'In Progress',
  COMPLETED: 'Completed',
  NEEDS_REVISION: 'Needs Revision',
};

/** A revision mark wins over completion; a note or time spent counts as started (docs/product.md OPEN-23). */
export function toProgressState(progress: ResourceProgress): ProgressState {
  if (progress.markedForRevision) return 'NEEDS_REVISION';
  if (progress.isCompleted) return 'COMPLETED';
  return progress.personalNote || progress.timeSpent ? 'IN_PROGRESS' : 'NOT_STARTED';
}

export function toProgressLabel(progress: ResourceProgress): string {
  return PROGRESS_LABELS[toProgressState(progress)];
}

export function sumMinutesLeft(
  resources: readonly { minutes: number | null; progress: ResourceProgress }[],
): number {
  return resources.reduce(
    (sum, { minutes, progress }) => sum + (progress.isCompleted ? 0 : (minutes ?? 0)),
    0,
  );
}

export interface ProgressSum {
  completed: number;
  total: number;
  /** Whole percent; 0 when `total` is 0. */
  percentage: number;
}

export function toProgressSum(resources: readonly { progress: ResourceProgress }[]): ProgressSum {
  const completed = resources.filter(({ progress }) => progress.isCompleted).length;
  return { completed, total: resources.length, percentage: percentageOf(completed, resources.length) };
}

export function percentageOf(part: number, whole: number): number {
  if (!(whole > 0)) return 0;
  return Math.min(100, Math.max(0, Math.round((100 * part) / whole)));
}

interface ModuleSum {
  completedResources: number;
  totalResources: number;
}

export type Station = 'done' | 'here' | 'to come';

/** A module without resources is never done, and the way leads past it. */
export function toStations(modules: readonly ModuleSum[]): Station[] {
  const here = modules.find(({ completedResources, totalResources }) => completedResources < totalResources);
  return modules.map((module) =>
    module === here
      ? 'here'
      : module.totalResources > 0 && module.completedResources >= module.totalResources
        ? 'done'
        : 'to come',
  );
}
