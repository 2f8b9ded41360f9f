import type { Role, Status } from '#contract/roles.ts';

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

const DEMO_LEARNERS: DemoAccount[] = LEARNER_NAMES.map((name, index) => {
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

const STORIED: [name: string, role: Role, joinedDaysAgo: number, more: Partial<DemoAccount>][] = [
  ['Ananya Deshpande', 'LUMINARY', 88, { progress: { ExMatrix: 1, ML: 1, Finance: 1 }, streak: 4 }],
  ['Rehan Siddiqui', 'PIONEER', 87, { progress: { ExMatrix: 1, Finance: 1, ML: 1 } }],
  [
    'Meenakshi Sundaram',
    'LUMINARY',
    262,
    { progress: { 'ML League (1.0)': 1, 'Finance League (1.0)': 1, Quantum: 0.8 } },
  ],
  ['Tenzin Dolma', 'PIONEER', 84, { progress: { 'Soft Skills': 1, IoT: 0.5 }, streak: 6 }],
  ['Gurleen Kaur Sidhu', 'PIONEER', 83, { progress: { Quantum: 1, 'Competitive Programming': 1 } }],
  ['Imran Sheikh', 'PIONEER', 21, { progress: { 'Soft Skills': 1 } }],
  ['Aishwarya Rajan', 'PIONEER', 80, { progress: { IoT: 1 } }],
  ['Dev Patel', 'PIONEER', 78, { progress: { ExMatrix: 1, 'Web Foundations': 0.7 } }],
  ['Kiran Bala', 'PIONEER', 70, { progress: { 'Web Foundations': 0.35, Robotics: 0 }, streak: 2 }],
  ['Nikhil Wagh', 'PIONEER', 260, { progress: { 'ML League (1.0)': 1, 'Finance League (1.0)': 0.5 } }],
  ['Sunita Murmu', 'PIONEER', 66, { progress: { 'Web Foundations': 0.5, 'Soft Skills': 1 } }],
  ['Joseph Kurian', 'PIONEER', 60, { progress: { Quantum: 1, 'Web Foundations': 0.1 } }],
  ['Leela Bhattacharya', 'PIONEER', 16, { progress: { ML: 0.3, Robotics: 0 }, streak: 5 }],
  ['Zubin Daruwala', 'PIONEER', 14, { progress: { IoT: 1 } }],
];

// Pending accounts, longest waiting first.
const APPLICANTS = [
  'Harini Venkatesh',
  'Omkar Jadhav',
  'Ruksana Begum',
  'Tashi Namgyal',
  'Bhumika Solanki',
  'Eshan Mukherjee',
];

export const DEMO_PEOPLE: DemoAccount[] = [
  ...DEMO_ACCOUNTS,
  ...DEMO_LEARNERS,
  ...STORIED.map(([name, role, joinedDaysAgo, more], index) =>
    account(`learner-${index + 1 + LEARNER_NAMES.length}`, name, role, { joinedDaysAgo, ...more }),
  ),
  ...APPLICANTS.map((name, index) =>
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
