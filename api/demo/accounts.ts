import type { Role, Status } from '#contract/roles.ts';

/** Where every demo account has its address; nobody can receive mail there. */
export const DEMO_EMAIL_DOMAIN = 'demo.openleague.test';

export interface DemoAccount {
  email: string;
  name: string;
  role: Role;
  status: Status;
  isVerified: boolean;
  isMigrated: boolean;
  /** Leagues of a pathfinder, all three permissions. */
  scopes: string[];
  /** Leagues enrolled in, and the part of their resources that is done, from 0 to 1. */
  progress: Record<string, number>;
  /** What it is for, as printed at the start. */
  purpose: string;
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

/** The accounts that show the product from every side. */
export const DEMO_ACCOUNTS: DemoAccount[] = [
  account('grand', 'Ishaan Grewal', 'GRAND_PATHFINDER', { purpose: 'full access' }),
  account('chief', 'Tara Kulkarni', 'CHIEF_PATHFINDER', {
    scopes: ['ML', 'Finance'],
    purpose: 'manages ML and Finance',
  }),
  account('pathfinder', 'Kabir Anand', 'PATHFINDER', { scopes: ['ML'], purpose: 'manages ML' }),
  account('admin', 'Nisha Thomas', 'ADMIN', { purpose: 'admin base only' }),
  account('luminary', 'Aditi Menon', 'LUMINARY', {
    progress: { ML: 0.6, Finance: 0.6, Quantum: 0.6 },
    purpose: 'three leagues, 60 % done',
  }),
  account('pioneer', 'Rohan Sethi', 'PIONEER', {
    progress: { ML: 0.12 },
    purpose: 'one league, just begun',
  }),
  account('fresh', 'Simran Kaur', 'PIONEER', { purpose: 'no league yet' }),
  account('pending', 'Farhan Ali', 'PIONEER', { status: 'PENDING', purpose: 'waits for approval' }),
  account('newcomer', 'Zoya Dutta', 'PIONEER', {
    isVerified: false,
    isMigrated: false,
    purpose: 'profile and e-mail still to do',
  }),
  account('suspended', 'Vikram Joshi', 'PIONEER', { status: 'SUSPENDED', purpose: 'cannot sign in' }),
];

const LEARNER_NAMES = [
  'Aarav Mehta',
  'Ananya Iyer',
  'Arjun Pillai',
  'Avni Chawla',
  'Bhavya Shah',
  'Chirag Malhotra',
  'Devika Rao',
  'Dhruv Saxena',
  'Esha Banerjee',
  'Gauri Deshmukh',
  'Harleen Sandhu',
  'Harsh Vardhan',
  'Ira Chatterjee',
  'Jasleen Gill',
  'Karan Bedi',
  'Kavya Reddy',
  'Krish Agarwal',
  'Lakshmi Narayan',
  'Manav Kapoor',
  'Meher Bhullar',
  'Mihir Patil',
  'Mohammed Faizan',
  'Naina Bhatt',
  'Neel Dasgupta',
  'Nikita Solanki',
  'Ojas Kulshrestha',
  'Parth Trivedi',
  'Pooja Hegde Nambiar',
  'Pranav Subramanian',
  'Prerna Khanna',
  'Raghav Ahluwalia',
  'Rhea Fernandes',
  'Riya Jain',
  'Sahil Dhillon',
  'Sanjana Krishnamurthy',
  'Sara Qureshi',
  'Shaurya Bisht',
  'Shreya Ghosh',
  'Siddharth Nair',
  'Tanvi Joglekar',
  'Uday Rathore',
  'Vani Ramesh',
  'Yash Tandon',
  'Yuvraj Singh Bains',
  'ਹਰਪ੍ਰੀਤ ਕੌਰ',
  'आरोही शर्मा',
];

const LEAGUE_NAMES = [
  'ML',
  'Finance',
  'Quantum',
  'Soft Skills',
  'Competitive Programming',
  'IoT',
  'ExMatrix',
];

/** Learners who make the leaderboard worth looking at; each has one to three leagues and a pace of their own. */
export const DEMO_LEARNERS: DemoAccount[] = LEARNER_NAMES.map((name, index) => {
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
