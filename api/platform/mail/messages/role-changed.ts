import type { Role } from '#contract/roles.ts';
import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

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

export function toRoleChangedMessage({ name, role }: { name: string; role: Role }): MailContent {
  const { called, meaning, home } = ROLES[role];
  return {
    subject: `You are now ${called} at ${product.name}`,
    preview: meaning,
    name,
    title: `You are now ${called}`,
    paragraphs: [meaning, `Questions? Write to ${product.mailbox}.`],
    action: { label: home === '/admin' ? 'Open the admin area' : 'Open your dashboard', path: home },
    reason: ACCOUNT_REASON,
  };
}
