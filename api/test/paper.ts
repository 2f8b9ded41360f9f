import { toPercentage } from '#contract/shared.ts';
import type { TestLeague } from './leagues.ts';
import type { Person } from './people.ts';

/** The product as a child would keep it on paper: a tree of curriculum and each learner's set of done resources. */
export class Paper {
  readonly done: Set<string>[];
  constructor(
    readonly learners: Person[],
    readonly tree: TestLeague[],
  ) {
    this.done = learners.map(() => new Set());
  }
  get weeks() {
    return this.tree.flatMap((league) => league.weeks);
  }
  get sections() {
    return this.weeks.flatMap((week) => week.sections);
  }
  get resources() {
    return this.sections.flatMap((section) => section.resources);
  }
  leagueOf(weekId: string): TestLeague {
    return this.tree.find((league) => league.weeks.some((week) => week.id === weekId)) as TestLeague;
  }
  weekOf(sectionId: string) {
    return this.weeks.find((week) => week.sections.some((section) => section.id === sectionId)) as Week;
  }
  sectionOf(resourceId: string) {
    return this.sections.find((section) => section.resources.some(({ id }) => id === resourceId)) as Section;
  }
  isSectionDone(learner: number, section: Section) {
    return section.resources.length > 0 && section.resources.every(({ id }) => this.done[learner]?.has(id));
  }
  countLeague(learner: number, league: TestLeague) {
    const inLeague = league.weeks.flatMap((week) => week.sections);
    const all = inLeague.flatMap((section) => section.resources);
    const completedResources = all.filter(({ id }) => this.done[learner]?.has(id)).length;
    return {
      completedResources,
      totalResources: all.length,
      completedSections: inLeague.filter((section) => this.isSectionDone(learner, section)).length,
      totalSections: inLeague.length,
      completedWeeks: league.weeks.filter(
        (week) =>
          week.sections.length > 0 && week.sections.every((section) => this.isSectionDone(learner, section)),
      ).length,
      weeksCount: league.weeks.length,
      progressPercentage: toPercentage(completedResources, all.length),
    };
  }
}
export type Week = TestLeague['weeks'][number];
export type Section = Week['sections'][number];
