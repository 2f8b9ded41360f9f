import type { Role } from '../../contract/roles.ts';
import { product } from '../../product.ts';
import { ACCOUNT_REASON, type MailWords } from './words.ts';

/** What each role is called, and what it means to its holder. */
const ROLES: Record<Role, { words: string; meaning: string; home: string }> = {
  PIONEER: {
    words: 'a Pioneer',
    meaning: 'You learn in your leagues as before, and your progress is untouched.',
    home: '/dashboard',
  },
  LUMINARY: {
    words: 'a Luminary',
    meaning:
      'Luminaries are our advanced learners. You learn in your leagues as before, now with the green mark beside your name.',
    home: '/dashboard',
  },
  PATHFINDER: {
    words: 'a Pathfinder',
    meaning:
      'You look after the modules, topics and resources of the leagues that are assigned to you. You find them in the admin area.',
    home: '/admin',
  },
  CHIEF_PATHFINDER: {
    words: 'a Chief Pathfinder',
    meaning:
      'You look after the leagues that are assigned to you, with their assignments and their learners. You find them in the admin area.',
    home: '/admin',
  },
  GRAND_PATHFINDER: {
    words: 'a Grand Pathfinder',
    meaning:
      'You can see and change every league, and decide who may do what. Please handle the accounts of others with care.',
    home: '/admin',
  },
  ADMIN: {
    words: 'an Admin',
    meaning: 'You can open the admin area.',
    home: '/admin',
  },
};

/** Tells a person their new role and what it lets them do. */
export function toRoleChangedMessage({ name, role }: { name: string; role: Role }): MailWords {
  const { words, meaning, home } = ROLES[role];
  return {
    subject: `You are now ${words} at ${product.name}`,
    preview: meaning,
    name,
    title: `You are now ${words}`,
    paragraphs: [meaning, `Questions? Write to ${product.mailbox}.`],
    action: { label: home === '/admin' ? 'Open the admin area' : 'Open your dashboard', path: home },
    reason: ACCOUNT_REASON,
  };
}
