import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import type { Role } from '#contract/roles.ts';
import { product } from '../../process/product.ts';
import { type MailContent, type MessageMakers, toLine } from './content.ts';

const toNames = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(toLine));

const ROLES: Record<Role, { called: string; meaning: string; home: string }> = {
  PIONEER: {
    called: 'a Pioneer',
    meaning: 'You learn in your leagues as before, and your progress is untouched.',
    home: '/dashboard',
  },
  LUMINARY: {
    called: 'a Luminary',
    meaning:
      'Luminaries are our advanced learners. You learn in your leagues as before, now with the green mark beside your name.',
    home: '/dashboard',
  },
  PATHFINDER: {
    called: 'a Pathfinder',
    meaning:
      'You look after the modules, topics and resources of the leagues that are assigned to you. You find them in the admin area.',
    home: '/admin',
  },
  CHIEF_PATHFINDER: {
    called: 'a Chief Pathfinder',
    meaning:
      'You look after the leagues that are assigned to you, with their assignments and their learners. You find them in the admin area.',
    home: '/admin',
  },
  GRAND_PATHFINDER: {
    called: 'a Grand Pathfinder',
    meaning:
      'You can see and change every league, and decide who may do what. Please handle the accounts of others with care.',
    home: '/admin',
  },
  ADMIN: {
    called: 'an Admin',
    meaning: 'You can open the admin area.',
    home: '/admin',
  },
};

export const ACCOUNT_MESSAGES = {
  ACCOUNT_CREATED: ({
    name,
    isActive,
    leagues,
  }: {
    name: string;
    isActive: boolean;
    leagues: readonly string[];
  }) => ({
    subject: `Your ${product.name} account is ready`,
    preview: 'Choose a password, then sign in.',
    name,
    title: 'Your account is ready',
    paragraphs: [
      `The ${product.name} team created an account for you. It has no password yet: choose one with ‘Forgot password’. We will email you a code.`,
      ...(leagues.length > 0 ? [`You are enrolled in ${toNames(leagues)}.`] : []),
      isActive
        ? `Then sign in, ${leagues.length > 0 ? 'open your league' : 'choose a league'} and tick your first resource.`
        : 'Then sign in and look around. We approve your account before you can start learning.',
      'If you do not want the account, ignore this email: no one can use it without this address.',
    ],
    action: { label: 'Choose a password', path: '/forgot-password' },
  }),
  ACCOUNT_APPROVED: ({ name }: { name: string }) => ({
    subject: `Welcome to ${product.name}: your account is approved`,
    preview: 'Choose a league and tick your first resource.',
    name,
    title: 'You are in',
    paragraphs: [
      'Your account was approved. Sign in, choose a league and tick your first resource.',
      'See you on the leaderboard.',
    ],
    action: { label: 'Choose a league', path: '/dashboard/leagues' },
  }),
  ACCOUNT_SUSPENDED: ({ name, quote }: { name: string; quote: MailContent['quote'] | null }) => ({
    subject: `Your ${product.name} account was suspended`,
    preview: 'You cannot sign in for now. Your progress is kept.',
    name,
    title: 'Your account was suspended',
    paragraphs: [
      'You are signed out everywhere and cannot sign in for now. Your progress, notes and badges are kept.',
      `If you do not know why, or think it is a mistake, write to ${product.mailbox} from this address. A person will read it and answer.`,
    ],
    ...(quote ? { quote } : {}),
  }),
  ACCOUNT_RESTORED: ({ name }: { name: string }) => ({
    subject: `Your ${product.name} account is active again`,
    preview: 'Sign in to pick up where you left off.',
    name,
    title: 'Welcome back',
    paragraphs: ['Your account is active again. Everything is as you left it. Sign in to carry on.'],
    action: { label: 'Sign in', path: '/signin' },
  }),
  SESSIONS_ENDED: ({ name, by, reason }: { name: string; by: string; reason: string }) => ({
    subject: `You were signed out of ${product.name} on every device`,
    preview: 'Sign in again to carry on. Nothing is lost.',
    name,
    title: 'You were signed out on every device',
    paragraphs: [
      'A Grand Pathfinder ended all your sessions. Nothing is lost: sign in again to carry on.',
      `If you use your password on other sites too, set a new one. If you have questions, write to ${product.mailbox}.`,
    ],
    quote: { from: by, text: reason },
    action: { label: 'Sign in', path: '/signin' },
  }),
  ACCOUNT_CLOSED: ({ name }: { name: string }) => ({
    subject: `Your ${product.name} account is closed`,
    preview: `It will be erased in ${STAFF_ERASURE_DAYS} days.`,
    name,
    title: 'Your account is closed',
    paragraphs: [
      `As you asked, your account is closed and you can no longer sign in. A staff account is kept for ${STAFF_ERASURE_DAYS} days, then erased with all your data. It is kept longer only if a decision still depends on it.`,
      `Until then a Grand Pathfinder can open it again. If you did not ask for this, or changed your mind, write to ${product.mailbox} at once.`,
    ],
  }),
  /** Queue it without a user, because the account is gone. */
  ACCOUNT_DELETED: ({ name }: { name: string }) => ({
    subject: `Your ${product.name} account was deleted`,
    preview: 'This is our last message to you.',
    name,
    title: 'Your account was deleted',
    paragraphs: [
      'As you asked, we deleted your account and your data. You can no longer sign in.',
      `If you did not ask for this, write to ${product.mailbox} at once.`,
      'Thank you for learning with us. You are welcome back at any time.',
    ],
    reason: `You get this last message because this was your address at ${product.name}.`,
  }),
  ROLE_CHANGED: ({ name, role }: { name: string; role: Role }) => {
    const { called, meaning, home } = ROLES[role];
    return {
      subject: `You are now ${called} at ${product.name}`,
      preview: meaning,
      name,
      title: `You are now ${called}`,
      paragraphs: [meaning, `Questions? Write to ${product.mailbox}.`],
      action: { label: home === '/admin' ? 'Open the admin area' : 'Open your dashboard', path: home },
    };
  },
} satisfies MessageMakers;
