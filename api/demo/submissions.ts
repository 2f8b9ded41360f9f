import { CLAIM_MINUTES } from '#contract/review-queue.ts';
import type { Database } from '../db/client.ts';
import { insertRows } from '../db/insert-rows.ts';
import { assignments } from '../db/schema/curriculum.ts';
import { submissionAttempts, submissions } from '../db/schema/learning.ts';
import { createId } from '../process/secrets.ts';
import type { DemoCurriculum } from './curriculum.ts';
import { DAY_MS, type DemoPerson, findPerson, HOUR_MS } from './people.ts';
import { createRandom, pick } from './random.ts';

interface DemoAttempt {
  number: number;
  status: 'SUBMITTED' | 'UNDER_REVIEW' | 'APPROVED' | 'NEEDS_REVISION';
  submittedAt: Date;
  reviewedAt: Date | null;
  reviewedById: string | null;
  feedback: string | null;
}

/** What a demo learner handed in, with every attempt. */
export interface DemoSubmission {
  id: string;
  learner: DemoPerson;
  league: string;
  leagueId: string;
  assignment: { id: string; title: string };
  attempts: DemoAttempt[];
  /** Who has it in hand since when. */
  claim: { by: DemoPerson; at: Date } | null;
}

/** Each step: what became of an attempt, how many days ago it came, and how many days it waited for its review. */
type Course = [status: DemoAttempt['status'], daysAgo: number, waitedDays?: number][];

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

/** The answers that others lean on, by the account and the league. */
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

/** How much of a league one has done before its assignment is handed in. */
const READY_FROM = 0.45;

/** What fits any task; `TASKS` has more for each league. */
const FEEDBACK = {
  APPROVED: [
    'Clear, honest about what it does not know, and every choice has its reason. **Approved.**',
    'This is what a good answer looks like. May I show it to the next cohort?',
  ],
  NEEDS_REVISION: ['I cannot open the second link. Everything else reads well.'],
  UNDER_REVIEW: ['I am reading it with Kabir; you hear from us by Thursday.'],
  SUBMITTED: [null],
} as const;

const NO_ANSWER: Record<'content' | 'githubUrl' | 'liveUrl' | 'fileUrl', string | null> = {
  content: null,
  githubUrl: null,
  liveUrl: null,
  fileUrl: null,
};

interface Task {
  answers: Partial<typeof NO_ANSWER>[];
  APPROVED: string;
  NEEDS_REVISION: string;
}

/** Answers and words of reviewers that fit the assignment of a league. */
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

/** Plans and inserts answers in every state. Call it before the awards: some certificates wait for an approval. */
export async function insertSubmissions(
  tx: Database,
  people: readonly DemoPerson[],
  curriculum: DemoCurriculum,
  now: number,
): Promise<DemoSubmission[]> {
  const tasks = await tx
    .select({ id: assignments.id, title: assignments.title, leagueId: assignments.leagueId })
    .from(assignments);
  const planned: DemoSubmission[] = [];
  for (const [league, { id: leagueId }] of curriculum) {
    const assignment = tasks.find((task) => task.leagueId === leagueId);
    if (!assignment) continue;
    const reviewer = findPerson(people, league === 'Web Foundations' ? 'chief-2' : 'chief');
    const ready = people.filter(({ account }) => (account.progress[league] ?? 0) >= READY_FROM);
    for (const [place, learner] of ready.entries()) {
      const known = KNOWN[`${learner.account.email.split('@')[0]} ${league}`];
      const course = known ?? COURSES[place % COURSES.length] ?? [];
      planned.push({
        id: createId(),
        learner,
        league,
        leagueId,
        assignment,
        attempts: toAttempts(course, {
          reviewer,
          feedback: feedbackOf(league),
          random: createRandom(`${league} of ${learner.account.email}`),
          now,
        }),
        claim: null,
      });
    }
  }
  const waiting = planned.find(
    ({ league, attempts }) => league === 'Finance' && attempts.at(-1)?.status === 'SUBMITTED',
  );
  if (waiting) waiting.claim = { by: findPerson(people, 'chief'), at: new Date(now) };
  await insertPlanned(tx, planned, now);
  return planned;
}

type Feedback = Record<DemoAttempt['status'], readonly (string | null)[]>;

function feedbackOf(league: string): Feedback {
  const task = TASKS[league];
  if (!task) return FEEDBACK;
  return {
    ...FEEDBACK,
    APPROVED: [...FEEDBACK.APPROVED, task.APPROVED],
    NEEDS_REVISION: [...FEEDBACK.NEEDS_REVISION, task.NEEDS_REVISION],
  };
}

function toAttempts(
  course: Course,
  {
    reviewer,
    feedback,
    random,
    now,
  }: { reviewer: DemoPerson; feedback: Feedback; random: () => number; now: number },
): DemoAttempt[] {
  const hours = Math.floor(random() * 5) * HOUR_MS;
  return course.map(([status, daysAgo, waitedDays], index) => {
    const submittedAt = new Date(now - daysAgo * DAY_MS - hours);
    const isReviewed = waitedDays !== undefined;
    return {
      number: index + 1,
      status,
      submittedAt,
      reviewedAt: isReviewed ? new Date(submittedAt.getTime() + waitedDays * DAY_MS) : null,
      reviewedById: isReviewed ? reviewer.id : null,
      feedback: pick<string | null>(feedback[status], random()),
    };
  });
}

async function insertPlanned(tx: Database, planned: readonly DemoSubmission[], now: number): Promise<void> {
  const answerOf = (league: string, place: number) => {
    const answers = TASKS[league]?.answers ?? [];
    return { ...NO_ANSWER, ...answers[place % answers.length] };
  };
  await insertRows(
    tx,
    submissions,
    planned.map(({ id, learner, league, assignment, attempts, claim }, place) => {
      const first = attempts[0];
      const last = attempts.at(-1);
      // An answer that came again keeps the words of the review before.
      const reviewed = attempts.findLast(({ reviewedAt }) => reviewedAt !== null);
      return {
        id,
        assignmentId: assignment.id,
        userId: learner.id,
        status: last?.status ?? 'SUBMITTED',
        attempts: attempts.length,
        ...answerOf(league, place),
        submittedAt: last?.submittedAt ?? new Date(now),
        feedback: reviewed?.feedback ?? null,
        reviewedById: reviewed?.reviewedById ?? null,
        reviewedAt: reviewed?.reviewedAt ?? null,
        claimedById: claim?.by.id ?? null,
        claimedUntil: claim ? new Date(claim.at.getTime() + CLAIM_MINUTES * 60_000) : null,
        createdAt: first?.submittedAt ?? new Date(now),
        updatedAt: last?.reviewedAt ?? last?.submittedAt ?? new Date(now),
      };
    }),
  );
  await insertRows(
    tx,
    submissionAttempts,
    planned.flatMap(({ id, league, attempts }, place) =>
      attempts.map((attempt) => ({
        id: createId(),
        submissionId: id,
        ...answerOf(league, place),
        ...attempt,
      })),
    ),
  );
}
