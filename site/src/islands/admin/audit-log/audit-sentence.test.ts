import { expect, test } from 'bun:test';
import {
  listChanges,
  listDetails,
  toActionLabel,
  toActorText,
  toFieldLabel,
  toSentence,
} from './audit-sentence.ts';

const grand = { id: 'g', name: 'Ishaan', email: 'i@x' };
const asha = { id: 'a', name: 'Asha', email: 'a@x' };
const entry = (action: string, changes: Partial<Parameters<typeof toSentence>[0]> = {}) => ({
  action,
  actor: grand,
  target: null,
  description: null,
  metadata: null,
  names: {},
  ...changes,
});

test('audit log: entries are read as sentences', () => {
  expect(
    [
      entry('USER_ROLE_CHANGED', { target: asha, metadata: { role: { from: 'PIONEER', to: 'LUMINARY' } } }),
      entry('USER_STATUS_CHANGED', {
        target: asha,
        metadata: { status: { from: 'ACTIVE', to: 'SUSPENDED' } },
      }),
      entry('USER_STATUS_CHANGED', {
        target: asha,
        metadata: { status: { from: 'SUSPENDED', to: 'ACTIVE' } },
      }),
      entry('USER_STATUS_CHANGED', { target: asha }),
      entry('USER_CREATED', { actor: asha, target: asha }),
      entry('LEAGUE_UPDATED', { metadata: { leagueId: 'l' }, names: { l: 'Finance' } }),
      entry('WEEK_DELETED', {
        metadata: { weekId: 'w', leagueId: 'l', name: 'Basics' },
        names: { l: 'Finance' },
      }),
      entry('SECTION_REORDERED', { metadata: { leagueId: 'l' }, names: { l: 'Finance' } }),
      entry('PATHFINDER_SCOPE_ASSIGNED', { target: asha, metadata: { to: ['l'] }, names: { l: 'Finance' } }),
      entry('LEAGUE_CASCADE_DELETED', { metadata: { leagueId: 'x', name: 'Old' } }),
      entry('BREAK_CREATED', { metadata: { breakId: 'b', name: 'Diwali' } }),
      entry('ANNOUNCEMENT_CREATED', {
        metadata: { announcementId: 'a', title: 'Guest talk', leagueId: 'l' },
        names: { l: 'Finance' },
      }),
      entry('ANNOUNCEMENT_TAKEN_BACK', { metadata: { announcementId: 'a', title: 'Guest talk' } }),
      entry('EVENT_OPENED', {
        metadata: { eventId: 'hackathon-2', title: 'Hackathon', leagueId: 'l' },
        names: { l: 'Finance' },
      }),
      entry('EVENT_UPDATED', { metadata: { eventId: 'hackathon-2', title: 'Hackathon', leagueId: null } }),
      entry('EVENT_CANCELLED', { metadata: { eventId: 'hackathon-2', title: 'Hackathon' } }),
      entry('MENTOR_NAMED', { target: asha }),
      entry('MENTOR_REMOVED', { target: asha }),
      entry('CHECKED_IN', { target: asha, metadata: { eventId: 'hackathon-2' } }),
      entry('CHECKED_IN', { metadata: { eventId: 'hackathon-2' } }),
      entry('REGISTRATIONS_EXPORTED', { metadata: { eventId: 'hackathon-2', rows: 43 } }),
      entry('LOGIN_FAILED', { actor: null }),
      entry('RESOURCE_COMPLETED', { metadata: { resourceId: 'r' } }),
      entry('USER_IMPORTED', { metadata: { created: 2, updated: 0, enrolled: 1 } }),
      entry('SECTION_IMPORTED', {
        metadata: { leagueId: 'l', created: 1, updated: 3 },
        names: { l: 'Finance' },
      }),
      entry('PASSWORD_CHANGED'),
      entry('SOMETHING_NEW_HAPPENED'),
      entry('PEOPLE_READ', { description: 'listUsers', metadata: { rows: 150 } }),
      entry('USER_LIST_EXPORTED', { metadata: { rows: 20_001, status: 'ACTIVE' } }),
      entry('CERTIFICATE_LIST_EXPORTED', { metadata: { rows: 1 } }),
      entry('AUDIT_LOG_EXPORTED'),
      entry('BADGE_MANUALLY_AWARDED', {
        target: asha,
        description: 'Pathmaker',
        metadata: { onlyGrandPathfinder: true },
      }),
    ].map(toSentence),
  ).toEqual([
    'changed the role of Asha from Pioneer to Luminary',
    'suspended Asha',
    'activated Asha',
    'changed the status of Asha',
    'signed up',
    'updated the league “Finance”',
    'deleted the module “Basics” in Finance',
    'reordered the topics in Finance',
    'gave Asha Finance to look after',
    'deleted the league “Old” with its content',
    'created the break “Diwali”',
    'created the announcement “Guest talk” in Finance',
    'took back the announcement “Guest talk”',
    'opened registration for “Hackathon” in Finance',
    'updated the event “Hackathon”',
    'cancelled the event “Hackathon”',
    'named Asha as a mentor',
    'removed Asha as a mentor',
    'checked Asha in at “hackathon-2”',
    'checked a guest in at “hackathon-2”',
    'exported 43 registrations of “hackathon-2”',
    'could not sign in',
    'completed something that is gone',
    'imported 2 accounts and 1 enrollment',
    'imported 1 new topic and changes to 3 in Finance',
    'changed their own password',
    'something new happened',
    'read the data of 150 people at once',
    'exported 20,001 users',
    'exported 1 certificate',
    'exported the audit log',
    'awarded the badge “Pathmaker” to Asha, as the only Grand Pathfinder',
  ]);
  expect([null, { id: 'x', name: null, email: null }, asha].map((actor) => toActorText({ actor }))).toEqual([
    'Someone not signed in',
    'A deleted account',
    'Asha',
  ]);
});

test('audit log: a sentence names who it happened to, and what things were called at that moment', () => {
  const league = { metadata: { leagueId: 'l' }, names: { l: 'Finance, renamed since' } };
  expect(
    [
      entry('USER_ENROLLED', { ...league, target: asha, description: 'Finance' }),
      entry('USER_ENROLLED', { ...league, actor: asha, target: asha, description: 'Finance' }),
      entry('USER_UNENROLLED', { ...league, target: asha, description: 'Finance' }),
      entry('CERTIFICATE_ISSUED', { ...league, actor: asha, target: asha, description: 'Finance' }),
      entry('CERTIFICATE_REVOKED', { target: asha, description: 'Finance' }),
      entry('CERTIFICATE_RENAMED', { target: asha, description: 'Finance' }),
      entry('SPECIALIZATION_COMPLETED', { ...league, actor: asha, target: asha, description: 'Data' }),
      entry('ASSIGNMENT_UPDATED', {
        metadata: { id: 'a' },
        names: { a: 'Portfolio, renamed since' },
        description: 'Portfolio',
      }),
      entry('RESOURCE_CREATED', {
        metadata: { resourceId: 'r', title: 'Chapter 1' },
        names: { r: 'Chapter 1, renamed since' },
      }),
      entry('LEAGUE_CREATED', {
        metadata: { leagueId: 'l', name: 'Finance' },
        names: { l: 'Finance, renamed since' },
      }),
      entry('ACCESS_REFUSED', { description: 'deleteSection' }),
      entry('LOGGED_OUT'),
      entry('LOGIN_LOCKED', { actor: null, target: asha }),
      entry('CODE_FAILED', { actor: null, target: asha, metadata: { kind: 'PASSWORD_RESET' } }),
      entry('CODE_FAILED', { actor: asha, target: asha }),
      entry('USER_CLOSED', { actor: asha, target: asha }),
    ].map(toSentence),
  ).toEqual([
    'enrolled Asha in “Finance”',
    'enrolled in “Finance”',
    'removed Asha from “Finance”',
    'earned the certificate “Finance”',
    'revoked the certificate “Finance” of Asha',
    'corrected the name on the certificate “Finance” of Asha',
    'completed the specialization “Data”',
    'updated the assignment “Portfolio”',
    'created the resource “Chapter 1”',
    'created the league “Finance”',
    'was refused “delete topic”',
    'signed out',
    'was blocked for a while after too many sign-in attempts as Asha',
    'typed a wrong code for Asha',
    'typed a wrong code',
    'asked to delete their own staff account',
  ]);
});

test('audit log: actions have the names of the screens', () => {
  expect(
    ['USER_STATUS_CHANGED', 'LOGIN_SUCCEEDED', 'USER_UNENROLLED', 'BADGE_REVOKED', 'WEEK_DELETED'].map(
      toActionLabel,
    ),
  ).toEqual([
    'User suspended or activated',
    'Signed in',
    'User removed from a league',
    'Badge revoked',
    'Module deleted',
  ]);
});

test('audit log: weeks and sections are modules and topics, as on every screen', () => {
  expect(
    ['WEEK_CREATED', 'SECTION_COMPLETED', 'weekId', 'sectionId', 'deletedSectionsCount'].map(toFieldLabel),
  ).toEqual(['Module created', 'Topic completed', 'Module', 'Topic', 'Deleted topics count']);
  expect(toSentence(entry('WEEK_TURNED_AROUND'))).toBe('turned around the module something that is gone');
});

test('audit log: what changed, from and to, whatever shape it was written in', () => {
  expect(
    listChanges({
      metadata: {
        leagueId: 'l',
        changes: { name: { from: 'Money', to: 'Finance' }, order: { from: 1, to: 2 } },
      },
      names: { l: 'Finance' },
    }),
  ).toEqual([
    { field: 'Name', from: 'Money', to: 'Finance' },
    { field: 'Order', from: '1', to: '2' },
  ]);
  expect(
    listChanges({ metadata: { from: ['a'], to: ['a', 'b'] }, names: { a: 'ML', b: 'Finance' } }),
  ).toEqual([{ field: 'Permissions', from: 'ML', to: 'ML, Finance' }]);
  expect(listChanges({ metadata: null, names: {} })).toEqual([]);
  expect(
    listDetails({ metadata: { leagueId: 'l', movedCount: 3, reason: null }, names: { l: 'ML' } }),
  ).toEqual([
    ['League', 'ML'],
    ['Moved count', '3'],
  ]);
  expect(listDetails({ metadata: { id: 'b' }, names: { b: 'Model Builder' } })).toEqual([
    ['Name', 'Model Builder'],
  ]);
  expect(listDetails({ metadata: { id: 'b' }, names: {} })).toEqual([['Id', 'b']]);
});
