export interface CountedLeague {
  weeksCount?: number | null;
  sectionsCount?: number | null;
  resourcesCount?: number | null;
  totalResources?: number | null;
  _count?: { weeks?: number | null; sections?: number | null; resources?: number | null } | null;
}

export interface LeagueCounts {
  weeks: number;
  sections: number;
  resources: number;
}

/** Takes each count from the first field that has it (docs/api.md 1.9). */
export function toLeagueCounts(league: CountedLeague): LeagueCounts {
  return {
    weeks: league.weeksCount ?? league._count?.weeks ?? 0,
    sections: league.sectionsCount ?? league._count?.sections ?? 0,
    resources: league.totalResources ?? league.resourcesCount ?? league._count?.resources ?? 0,
  };
}
