import type { ReviewStatus, SubmitBody } from '#contract/submissions.ts';
import { claimNext, claimSubmission } from '../assignments/claims.ts';
import { reviewSubmission } from '../assignments/review.ts';
import { submitAssignment } from '../assignments/submissions.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import type { Step, Story } from './clock.ts';
import { createRandom, DAY_MS, findPerson, HOUR_MS, pick, toActorAndRequest } from './people.ts';

// Each attempt with its result, age in days, and days until its review.
type Course = [status: 'SUBMITTED' | ReviewStatus, daysAgo: number, waitedDays?: number][];

const COURSES: Course[] = [
  [['APPROVED', 16, 2]],
  [['SUBMITTED', 1.2]],
  [
    ['NEEDS_REVISION', 19, 3],
    ['APPROVED', 9, 2],
  ],
  [['SUBMITTED', 8.7]],
  [['NEEDS_REVISION', 6, 2]],
  [['APPROVED', 24, 4]],
  [['UNDER_REVIEW', 3.3, 2.9]],
  [
    ['NEEDS_REVISION', 12, 2],
    ['SUBMITTED', 0.4],
  ],
  [
    ['NEEDS_REVISION', 30, 2],
    ['NEEDS_REVISION', 22, 1],
    ['APPROVED', 15, 3],
  ],
  [['SUBMITTED', 2.6]],
];

// Other parts of the demo rely on these, keyed by account and league.
const KNOWN: Record<string, Course> = {
  'luminary Finance': [
    ['NEEDS_REVISION', 21, 2],
    ['APPROVED', 13, 2],
  ],
  'luminary ML': [['NEEDS_REVISION', 6, 3]],
  'learner-47 ML': [['APPROVED', 4, 1]],
  'learner-47 Finance': [['APPROVED', 12, 2]],
  'learner-48 ML': [['SUBMITTED', 4.1]],
  'learner-48 Finance': [['APPROVED', 14, 3]],
};

// Minimum share of a league before its assignment is submitted.
const READY_FROM = 0.45;

const FEEDBACK = {
  APPROVED: [
    'Clear, honest about what it does not know, and every choice has its reason. **Approved.**',
    'This is what a good answer looks like. May I show it to the next cohort?',
  ],
  NEEDS_REVISION: ['I cannot open the second link. Everything else reads well.'],
  UNDER_REVIEW: ['I am reading it with Kabir; you hear from us by Thursday.'],
} as const;

interface Task {
  answers: SubmitBody[];
  APPROVED: string;
  NEEDS_REVISION: string;
}

const TASKS: Record<string, Task> = {
  ML: {
    answers: [
      {
        content:
          'The question: which of our hostel water meters lie?\n\n1. Baseline: the mean of the week, off by 21 %.\n2. A tree of depth 4, off by 9 % on the month it never saw.\n\nWhere it fails: after a power cut, when `reading < previous`.',
      },
      { githubUrl: 'https://github.com/octocat/Spoon-Knife' },
    ],
    APPROVED:
      'The baseline is the best part: I could follow each step. One thing for next time: say how long it ran.',
    NEEDS_REVISION:
      'A good start. Before I can approve it:\n\n- measure on data the model has *never* seen,\n- name the source of the second table,\n- one paragraph on where it fails.',
  },
  Finance: {
    answers: [
      { fileUrl: 'https://files.example.org/two-pages-on-one-company.pdf' },
      {
        content:
          'A maker of pumps in Coimbatore, from its reports of two years.\n\n- **How it earns**: four fifths from farms, the rest from cities; farms pay late.\n- **Cash flow**: profit rose by 12 %, cash fell, since what customers owe grew.\n- **Worth**: 11 to 13 times its free cash, so no bargain.\n\nWhat would change my mind: a *second* good monsoon, shorter terms, a sale of the old plant.',
      },
    ],
    APPROVED:
      'The part on cash against profit is the best I have read this term. Every number has its source.',
    NEEDS_REVISION:
      'The idea is right, the numbers on page two do not add up. Please check the third row and hand it in again.',
  },
  'Web Foundations': {
    answers: [
      { liveUrl: 'https://answers.example.org/campus-canteen' },
      {
        content:
          'A page for the [chess club](https://answers.example.org/chess-club). They said: *finally the dates are in one place*.\n\nEvery control is reached with `Tab`; it weighs 38 KB.',
      },
    ],
    APPROVED: 'I came through all of it with the keyboard alone, and the club changed a date while I looked.',
    NEEDS_REVISION:
      'On a phone the menu covers the first line, and the focus is not to be seen on the buttons.',
  },
};

export async function listSubmissionSteps({ tx, secret, people, curriculum, now }: Story): Promise<Step[]> {
  const tasks = await tx.select({ id: assignments.id, leagueId: assignments.leagueId }).from(assignments);
  return [...curriculum].flatMap(([league, { id: leagueId }]) => {
    const assignment = tasks.find((task) => task.leagueId === leagueId);
    const task = TASKS[league];
    if (!assignment || !task) return [];
    const reviewer = toActorAndRequest(
      findPerson(people, league === 'Web Foundations' ? 'chief-2' : 'chief'),
    );
    const ready = people.filter(({ account }) => (account.progress[league] ?? 0) >= READY_FROM);
    return ready.flatMap((learner, place) => {
      const known = KNOWN[`${learner.account.email.split('@')[0]} ${league}`];
      const random = createRandom(`${league} of ${learner.account.email}`);
      const hours = Math.floor(random() * 5) * HOUR_MS;
      let id = '';
      const course = known ?? COURSES[place % COURSES.length] ?? [];
      return course.flatMap(([status, daysAgo, waitedDays = 0]): Step[] => {
        const at = now - daysAgo * DAY_MS - hours;
        const answer = task.answers[place % task.answers.length] as SubmitBody;
        const submit = async () => {
          ({ id } = await submitAssignment(tx, toActorAndRequest(learner), assignment.id, answer));
        };
        if (status === 'SUBMITTED') return [{ at, run: submit }];
        const own = status === 'UNDER_REVIEW' ? [] : [task[status]];
        const feedback = pick<string>([...FEEDBACK[status], ...own], random());
        const review = async () => {
          await claimSubmission(tx, reviewer, id);
          await reviewSubmission({ db: tx, secret }, reviewer, id, { status, feedback });
        };
        return [
          { at, run: submit },
          { at: at + waitedDays * DAY_MS, run: review },
        ];
      });
    });
  });
}

export async function claimOne({ tx, people, curriculum }: Story): Promise<void> {
  await claimNext(tx, toActorAndRequest(findPerson(people, 'chief')), {
    leagueId: curriculum.get('Finance')?.id,
  });
}
