import type { Role, Status } from '#contract/roles.ts';
import people from './people.json' with { type: 'json' };

/** The top-level domain .test never receives mail. */
export const DEMO_EMAIL_DOMAIN = 'demo.openleague.test';

export interface DemoAccount {
  email: string;
  name: string;
  role: Role;
  status: Status;
  isVerified: boolean;
  isMigrated: boolean;
  /** Leagues that a pathfinder manages with all permissions. */
  scopes: string[];
  /** Completed share, 0 to 1, of each enrolled league. */
  progress: Record<string, number>;
  purpose: string;
  /** Defaults to a day after the previous account. */
  joinedDaysAgo?: number;
  /** Days in a row with activity, ending today. */
  streak?: number;
  /** Also writes notes, marks and reviews resources, and undoes some steps. */
  isThorough?: boolean;
}

const account = (email: string, name: string, role: Role, more: Partial<DemoAccount> = {}): DemoAccount => ({
  email: `${email}@${DEMO_EMAIL_DOMAIN}`,
  name,
  role,
  status: 'ACTIVE',
  isVerified: true,
  isMigrated: true,
  scopes: [],
  progress: {},
  purpose: '',
  ...more,
});

export const DEMO_ACCOUNTS: DemoAccount[] = [
  account('grand', 'Ishaan Grewal', 'GRAND_PATHFINDER', { joinedDaysAgo: 320, purpose: 'full access' }),
  account('chief', 'Tara Kulkarni', 'CHIEF_PATHFINDER', {
    scopes: ['ML', 'Finance'],
    joinedDaysAgo: 310,
    purpose: 'manages ML and Finance',
  }),
  account('pathfinder', 'Kabir Anand', 'PATHFINDER', { scopes: ['ML'], purpose: 'manages ML' }),
  account('admin', 'Nisha Thomas', 'ADMIN', { purpose: 'admin base only' }),
  account('luminary', 'Aditi Menon', 'LUMINARY', {
    progress: { 'ML League (1.0)': 1, 'Finance League (1.0)': 1, ML: 0.6, Finance: 0.6, Quantum: 0.6 },
    joinedDaysAgo: 268,
    streak: 9,
    isThorough: true,
    purpose: 'three leagues, 60 % done; two finished',
  }),
  account('pioneer', 'Rohan Sethi', 'PIONEER', {
    progress: { ML: 0.12 },
    joinedDaysAgo: 8,
    streak: 3,
    isThorough: true,
    purpose: 'one league, just begun',
  }),
  account('fresh', 'Simran Kaur', 'PIONEER', { purpose: 'no league yet' }),
  account('pending', 'Farhan Ali', 'PIONEER', {
    status: 'PENDING',
    joinedDaysAgo: 4,
    purpose: 'waits for approval',
  }),
  account('newcomer', 'Zoya Dutta', 'PIONEER', {
    isVerified: false,
    isMigrated: false,
    purpose: 'profile and email still to do',
  }),
  account('suspended', 'Vikram Joshi', 'PIONEER', { status: 'SUSPENDED', purpose: 'cannot sign in' }),
];

type Storied = Pick<DemoAccount, 'name' | 'role' | 'joinedDaysAgo' | 'progress' | 'streak'>;

/** Applicants are pending accounts, longest waiting first. */
const { learners, applicants } = people;
const storied = people.storied as unknown as Storied[];

const LEAGUE_NAMES = [
  'ML',
  'Finance',
  'Quantum',
  'Soft Skills',
  'Competitive Programming',
  'IoT',
  'ExMatrix',
];

const DEMO_LEARNERS: DemoAccount[] = learners.map((name, index) => {
  const leagues = [0, 1, 2]
    .slice(0, 1 + (index % 3))
    .map((step) => LEAGUE_NAMES[(index * 2 + step * 3) % 7] ?? 'ML');
  const pace = (step: number) => ((index * 37 + step * 23) % 92) / 100;
  return account(
    `learner-${String(index + 1).padStart(2, '0')}`,
    name,
    index % 9 === 0 ? 'LUMINARY' : 'PIONEER',
    {
      progress: Object.fromEntries(leagues.map((league, step) => [league, pace(step)])),
    },
  );
});

export const DEMO_PEOPLE: DemoAccount[] = [
  ...DEMO_ACCOUNTS,
  ...DEMO_LEARNERS,
  ...storied.map(({ name, role, ...more }, index) =>
    account(`learner-${index + 1 + learners.length}`, name, role, more),
  ),
  ...applicants.map((name, index) =>
    account(`applicant-${index + 1}`, name, 'PIONEER', {
      status: 'PENDING',
      joinedDaysAgo: 11 - index * 2,
      isMigrated: index !== 4,
      isVerified: index !== 4,
    }),
  ),
  account('chief-2', 'Deepa Varghese', 'CHIEF_PATHFINDER', {
    scopes: ['IoT', 'Web Foundations', 'Robotics'],
    joinedDaysAgo: 85,
  }),
  account('pathfinder-2', 'Arif Hussain', 'PATHFINDER', {
    scopes: ['Finance', 'Quantum'],
    joinedDaysAgo: 58,
  }),
];
