import type { Place } from './world.ts';

/** What a call is asked with: `at` is the place it is about, `into` the one its body names a parent in. */
export interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}
/** `self` is the account that asks. */
type Ask = (at: Place, into: Place, self: string) => Asked;

const nothing: Ask = () => ({});
/** Let in, then refused for an empty body: for calls whose body is of no interest to who may make them. */
const empty: Ask = () => ({ body: {} });
const id = (pick: (at: Place) => string, name = 'id', body?: unknown): Ask => {
  return (at) => ({ params: { [name]: pick(at) }, ...(body === undefined ? {} : { body }) });
};

/** Files that are read well and name no league, so that only rights are asked about. */
const ONE_FILE = { path: 'readme.md', text: '' };

const EVENT = {
  ...{ title: 'Night', place: 'Hall', places: 5, audience: 'EVERYONE' },
  ...{ opensAt: '2030-01-01T08:00:00Z', closesAt: '2030-01-01T18:00:00Z' },
  ...{ startsAt: '2030-01-01T17:00:00Z', endsAt: '2030-01-01T20:00:00Z' },
};

const TIMES = {
  ...{ day: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10), time: '18:00' },
  ...{ timeZone: 'Asia/Kolkata', minutes: 30, noticeHours: 12, topics: 'Review', place: 'Library' },
};

const PAGE = {
  ...{ isPublic: true, isIndexed: false, showsName: true, showsLeagues: true, showsBadges: false },
  ...{ showsCertificates: false, showsEvents: false, showsLinks: true, projectIds: [] },
};

/** One request for every registered route. A new route is added here and as a row of the matrix. */
export const REQUESTS: Record<string, Ask> = {
  // accounts
  'POST /auth/signup': empty,
  'POST /auth/login': empty,
  'POST /auth/refresh': empty,
  'POST /auth/logout': nothing,
  'GET /auth/profile': nothing,
  'PUT /auth/profile': () => ({ body: { name: 'Another Name' } }),
  'GET /auth/email-verification/verification-status': nothing,
  'POST /auth/email-verification/send-verification-otp': nothing,
  'POST /auth/email-verification/verify-email-otp': empty,
  'POST /auth/password-reset/send-otp': empty,
  'POST /auth/report-sign-in': empty,
  'POST /auth/report-sign-in/check': empty,
  'POST /auth/password-reset/verify-otp': empty,
  'POST /auth/password-reset/reset-password': empty,
  'GET /auth/password-reset/status': nothing,
  'GET /migration/status': nothing,
  'POST /migration/migrate-to-v2': empty,
  'GET /users/me/sessions': nothing,
  'DELETE /users/me/sessions': nothing,
  'DELETE /users/me/sessions/:id': id((at) => at.session),
  'GET /users/me/passkeys': nothing,
  'POST /users/me/passkeys/options': nothing,
  'POST /users/me/passkeys': empty,
  'PUT /users/me/passkeys/:id': id((at) => at.passkey, 'id', { name: 'Key' }),
  'DELETE /users/me/passkeys/:id': id((at) => at.passkey),
  'POST /users/me/recovery-codes': nothing,
  'POST /users/me/proof/options': nothing,
  'POST /users/me/proof': empty,
  'POST /auth/passkey/options': nothing,
  'POST /auth/passkey/login': empty,
  'PUT /users/me/password': empty,
  'GET /users/me/email-change': nothing,
  'POST /users/me/email-change': empty,
  'PUT /users/me/email-change': empty,
  'PUT /users/me/learning': () => ({ body: { dailyGoal: 3 } }),
  'GET /users/me/mail': nothing,
  'GET /users/me/public-profile': nothing,
  'PUT /users/me/public-profile': () => ({ body: PAGE }),
  'GET /users/me/credentials': nothing,
  'POST /users/me/credentials': (at) => ({ body: { kind: 'badge', id: at.award, hasProjects: false } }),
  'GET /public/credential-status': nothing,
  'GET /public/people/:address': id((at) => at.publicPage, 'address'),
  'GET /users/me/data': nothing,
  'DELETE /users/me': empty,

  // users and scopes
  'GET /admin/users': nothing,
  'GET /admin/pending-users': nothing,
  'GET /admin/users/:userId': id((at) => at.learner, 'userId'),
  'POST /admin/approve-user': (at) => ({ body: { userId: at.candidate } }),
  'PUT /admin/users/:userId/approve': id((at) => at.candidate, 'userId', {}),
  'PUT /admin/update-role': (at) => ({ body: { userId: at.learner, newRole: 'LUMINARY' } }),
  'PUT /admin/users/:userId/role': id((at) => at.learner, 'userId', { role: 'LUMINARY' }),
  'PUT /admin/update-status': (at) => ({ body: { userId: at.learner, newStatus: 'SUSPENDED' } }),
  'PUT /admin/users/:userId/status': id((at) => at.learner, 'userId', { status: 'SUSPENDED' }),
  'DELETE /admin/users/:userId/passkeys': id((at) => at.learner, 'userId', {}),
  'GET /admin/people': nothing,
  'POST /admin/people/:userId/approve': (at) => ({
    params: { userId: at.candidate },
    body: { leagueId: at.league },
  }),
  'POST /admin/people/:userId/enroll': (at, into) => ({
    params: { userId: at.learner },
    body: { leagueId: into.league },
  }),
  'GET /admin/user-matches': nothing,
  'POST /admin/user-approvals': (at) => ({ body: { userIds: [at.candidate] } }),
  'PUT /admin/user-statuses': (at) => ({ body: { userIds: [at.learner], newStatus: 'SUSPENDED' } }),
  'POST /admin/user-enrollments': (at) => ({
    body: { userIds: [at.learner], cohortId: at.cohort, leagueId: at.league },
  }),
  'POST /admin/user-unenrollments': (at) => ({
    body: { userIds: [at.learner], cohortId: at.cohort, leagueId: at.league },
  }),
  'POST /admin/users/:userId/end-sessions': id((at) => at.learner, 'userId', { reason: 'Laptop was lost' }),
  'GET /auth/email-verification/verification-status/:userId': id((at) => at.learner, 'userId'),
  'POST /auth/email-verification/admin-verify-email/:userId': id((at) => at.candidate, 'userId', {}),
  'POST /admin/assign-leagues': (at, into) => ({
    body: { pathfinderId: at.staff, leagueIds: [into.league] },
  }),
  'GET /admin/pathfinder-leagues/:pathfinderId': id((at) => at.staff, 'pathfinderId'),
  'DELETE /admin/pathfinder-leagues/:pathfinderId/:leagueId': (at) => ({
    params: { pathfinderId: at.staff, leagueId: at.league },
  }),
  'PUT /admin/pathfinder-leagues/:pathfinderId/:leagueId/permissions': (at) => ({
    params: { pathfinderId: at.staff, leagueId: at.league },
    body: { permissions: { canCreateContent: false } },
  }),
  'GET /admin/pathfinder-assignments': nothing,
  'GET /admin/search': () => ({ query: { q: 'Resource' } }),
  'GET /admin/audit-logs': nothing,
  'GET /admin/mail/domains': nothing,
  'GET /admin/audit-logs/export': nothing,

  // assignments
  'GET /assignments/league/:leagueId': id((at) => at.league, 'leagueId'),
  'GET /assignments/my-submissions': nothing,
  'POST /assignments/:assignmentId/submit': id((at) => at.assignment, 'assignmentId', { content: 'Done' }),
  'GET /admin/assignments': nothing,
  'POST /admin/assignments': (at) => ({
    body: { title: 'New task', description: 'Do it', leagueId: at.league },
  }),
  'PUT /admin/assignments/:id': (at, into) => ({
    params: { id: at.assignment },
    body: { title: 'T', leagueId: into.league },
  }),
  'DELETE /admin/assignments/:id': id((at) => at.assignment),
  'GET /admin/assignments/league/:leagueId': id((at) => at.league, 'leagueId'),
  'POST /admin/assignments/:id/submit': (at) => ({
    params: { id: at.assignment },
    body: { userId: at.learner, content: 'Done' },
  }),
  'GET /admin/assignments/submissions': nothing,
  'GET /admin/assignments/submissions/queue': nothing,
  'POST /admin/assignments/submissions/next/claim': (at) => ({ body: { leagueId: at.league } }),
  'POST /admin/assignments/submissions/:id/claim': id((at) => at.submission),
  'DELETE /admin/assignments/submissions/:id/claim': id((at) => at.submission),
  'GET /admin/assignments/submissions/:id': id((at) => at.submission),
  'PUT /admin/assignments/submissions/:id/review': id((at) => at.submission, 'id', {
    status: 'APPROVED',
    feedback: 'Well done',
  }),

  // awards
  'GET /badges': nothing,
  'GET /badges/my-badges': nothing,
  'GET /badges/analytics': nothing,
  'POST /badges': (at) => ({ body: { name: 'New badge', leagueId: at.league } }),
  'PUT /badges/:id': id((at) => at.badge, 'id', { name: 'Renamed' }),
  'DELETE /badges/:id': id((at) => at.badge),
  'POST /badges/:id/award': (at) => ({ params: { id: at.badge }, body: { userId: at.staff } }),
  'DELETE /badges/:id/revoke': (at) => ({ params: { id: at.badge }, body: { userId: at.holder } }),
  'GET /admin/badges': nothing,
  'POST /admin/badges': () => ({ body: { name: 'Free badge' } }),
  'GET /admin/badges/:id/holders': id((at) => at.badge),
  'GET /admin/badges/:id/candidates': (at) => ({ params: { id: at.badge }, query: { search: 'example' } }),
  'GET /public/certificates/:code': () => ({ params: { code: 'AAAA-AAAA-AAAA' } }),
  'GET /admin/certificates': nothing,
  'PUT /admin/certificates/:id/revocation': id((at) => at.certificate, 'id', { reason: 'Issued by mistake' }),
  'DELETE /admin/certificates/:id/revocation': id((at) => at.certificate),
  'PUT /admin/certificates/:id/name': id((at) => at.certificate, 'id', {
    name: 'Another Name',
    reason: 'As on the passport',
  }),
  'GET /social/twitter/section/:id': id((at) => at.section),
  'GET /social/linkedin/section/:id': id((at) => at.section),
  'GET /social/twitter/week/:id': id((at) => at.week),
  'GET /social/linkedin/week/:id': id((at) => at.week),
  'GET /social/twitter/badge/:id': id((at) => at.badge),
  'GET /social/linkedin/badge/:id': id((at) => at.badge),
  'GET /social/:platform/:type/:id': (at) => ({
    params: { platform: 'twitter', type: 'specialization', id: at.specialization },
  }),

  // activity and figures
  'GET /activity/dashboard': (at) => ({ query: { userId: at.learner } }),
  'GET /activity/heatmap': (at) => ({ query: { userId: at.learner } }),
  'GET /activity/stats': (at) => ({ query: { userId: at.learner } }),
  'GET /activity/years': (at) => ({ query: { userId: at.learner } }),
  'GET /analytics/platform': nothing,
  'GET /analytics/cohort/:cohortId': id((at) => at.cohort, 'cohortId'),
  'GET /analytics/user/:userId': id((at) => at.learner, 'userId'),
  'GET /analytics/counts': nothing,
  'GET /reports/activity': nothing,
  'GET /reports/completion': nothing,
  'GET /reports/submissions': nothing,
  'GET /reports/approvals': nothing,

  // imports; dry runs, which read the same and ask for the same rights
  'POST /admin/imports/users': () => ({ body: { csv: 'E-mail,Name\nnew@import.test,New' } }),
  'POST /admin/imports/weeks': (at) => ({ body: { leagueId: at.league, csv: 'Order,Name\n9,New' } }),
  'POST /admin/imports/sections': (at) => ({
    body: { leagueId: at.league, csv: 'Module order,Order,Name\n1,9,New' },
  }),
  'POST /admin/imports/resources': (at) => ({
    body: {
      leagueId: at.league,
      csv: 'Module order,Topic order,Order,Title,Type,URL\n1,1,9,New,BLOG,https://example.org',
    },
  }),

  // exports
  'GET /admin/users/export': nothing,
  'GET /admin/cohorts/export': nothing,
  'GET /admin/leagues/export': nothing,
  'GET /admin/specializations/export': nothing,
  'GET /admin/weeks/export': nothing,
  'GET /admin/sections/export': nothing,
  'GET /admin/resources/export': nothing,
  'GET /admin/assignments/export': nothing,
  'GET /admin/assignments/submissions/export': nothing,
  'GET /admin/certificates/export': nothing,
  'GET /admin/mail/domains/export': nothing,
  'GET /reports/completion/export': nothing,
  'GET /admin/leagues/:id/learners': id((at) => at.league),
  'GET /admin/leagues/:id/learners/export': id((at) => at.league),
  'GET /admin/leagues/:id/learners/:userId': (at) => ({
    params: { id: at.league, userId: at.learner },
  }),

  // curriculum
  'GET /public/cohorts-structure': nothing,
  'GET /cohorts': nothing,
  'GET /cohorts/:id': id((at) => at.cohort),
  'POST /cohorts': () => ({ body: { name: 'New cohort' } }),
  'PUT /cohorts/:id': id((at) => at.cohort, 'id', { name: 'Renamed' }),
  'DELETE /cohorts/:id': id((at) => at.cohort),
  'GET /admin/breaks': nothing,
  'POST /admin/breaks': () => ({ body: { name: 'Diwali', from: '2020-11-01', to: '2020-11-05' } }),
  'PUT /admin/breaks/:id': id((at) => at.studyBreak, 'id', { name: 'Renamed' }),
  'DELETE /admin/breaks/:id': id((at) => at.studyBreak),
  'GET /leagues': nothing,
  'GET /leagues/:id': id((at) => at.league),
  'GET /leagues/:id/stats': id((at) => at.league),
  'POST /leagues': (at) => ({ body: { name: 'New league', cohortId: at.cohort } }),
  'PUT /leagues/:id': id((at) => at.league, 'id', { name: 'Renamed' }),
  'POST /leagues/:id/copies': (at) => ({
    params: { id: at.league },
    body: { name: 'New league', cohortId: at.cohort },
  }),
  'DELETE /leagues/:id': id((at) => at.league),
  'GET /weeks/:id': id((at) => at.week),
  'GET /weeks/league/:leagueId': id((at) => at.league, 'leagueId'),
  'GET /weeks/:id/sections': id((at) => at.week),
  'GET /weeks': nothing,
  'POST /weeks': (at) => ({ body: { name: 'New', order: 9, leagueId: at.league } }),
  'PUT /weeks/:id': (at, into) => ({ params: { id: at.week }, body: { order: 9, leagueId: into.league } }),
  'DELETE /weeks/:id': id((at) => at.week),
  'DELETE /weeks/:id/with-content': id((at) => at.week),
  'GET /admin/deletions/:kind/:id': (at) => ({ params: { kind: 'weeks', id: at.week } }),
  'PUT /leagues/:id/weeks/reorder': (at, into) => ({
    params: { id: at.league },
    body: { weekOrders: [at.week, into.week2].map((weekId, index) => ({ weekId, order: 2 - index })) },
  }),
  'GET /admin/leagues/:id/files': id((at) => at.league),
  'POST /admin/leagues/:id/files/preview': id((at) => at.league, 'id', { files: [ONE_FILE] }),
  'POST /admin/leagues/:id/files/apply': id((at) => at.league, 'id', {
    files: [ONE_FILE],
    fingerprint: 'none',
  }),
  'GET /sections': nothing,
  'GET /sections/:id': id((at) => at.section),
  'POST /sections': (at) => ({ body: { name: 'New', order: 9, weekId: at.week } }),
  'PUT /sections/:id': (at, into) => ({ params: { id: at.section }, body: { order: 9, weekId: into.week } }),
  'DELETE /sections/:id': id((at) => at.section),
  'PUT /weeks/:id/sections/reorder': (at, into) => ({
    params: { id: at.week },
    body: {
      sectionOrders: [at.section, into.section2].map((sectionId, index) => ({ sectionId, order: 2 - index })),
    },
  }),
  'GET /resources': nothing,
  'GET /resources/:id': id((at) => at.resource),
  'GET /sections/:id/resources': id((at) => at.section),
  'POST /sections/:id/resources': id((at) => at.section, 'id', {
    title: 'New',
    url: 'https://example.org/new',
    type: 'ARTICLE',
    order: 9,
  }),
  'PUT /resources/:id': (at, into) => ({
    params: { id: at.resource },
    body: { order: 9, sectionId: into.section },
  }),
  'DELETE /resources/:id': id((at) => at.resource),
  'PUT /sections/:id/resources/reorder': (at, into) => ({
    params: { id: at.section },
    body: {
      resourceOrders: [at.resource, into.resource2].map((resourceId, index) => ({
        resourceId,
        order: 2 - index,
      })),
    },
  }),
  'GET /specializations': nothing,
  'GET /specializations/:id': id((at) => at.specialization),
  'POST /specializations': (at) => ({
    body: { name: 'New', cohortId: at.cohort, leagues: [{ leagueId: at.league, order: 1 }] },
  }),
  'PUT /specializations/:id': id((at) => at.specialization, 'id', { name: 'Renamed' }),
  'DELETE /specializations/:id': id((at) => at.specialization),

  // learning
  'GET /progress/dashboard': (at) => ({ query: { userId: at.learner } }),
  'POST /progress/enroll': (at) => ({ body: { cohortId: at.cohort, leagueId: at.league } }),
  'GET /progress/enrollments': nothing,
  'GET /progress/leagues/:leagueId': id((at) => at.league, 'leagueId'),
  'POST /progress/sections/:sectionId/complete': id((at) => at.section, 'sectionId', {}),
  'PUT /progress/sections/:sectionId': id((at) => at.section, 'sectionId', { markedForRevision: true }),
  'GET /resource-progress/section/:sectionId/resources': id((at) => at.section, 'sectionId'),
  'GET /resource-progress/revision/list': nothing,
  'GET /resource-progress/:resourceId': id((at) => at.resource, 'resourceId'),
  'POST /resource-progress/:resourceId/complete': id((at) => at.resource, 'resourceId', {}),
  'POST /resource-progress/:resourceId/revision': id((at) => at.resource, 'resourceId', {}),
  'PUT /resource-progress/:resourceId/note': id((at) => at.resource, 'resourceId', { personalNote: 'Mine' }),
  'DELETE /resource-progress/:resourceId/reset': id((at) => at.resource, 'resourceId'),
  'GET /progress/revision': nothing,
  'POST /progress/revision/:resourceId/review': id((at) => at.resource, 'resourceId', { rating: 'KEEP' }),
  'DELETE /progress/revision/reviews/:reviewId': () => ({ params: { reviewId: '1' } }),
  'PUT /progress/revision/pause': () => ({ body: { isPaused: true } }),
  'DELETE /progress/revision/:resourceId': id((at) => at.resource, 'resourceId'),
  'GET /progress/search': () => ({ query: { q: 'Resource' } }),
  'GET /progress/history': nothing,
  'POST /progress/history/:changeId/undo': id((at) => at.change, 'changeId'),
  'GET /leaderboard': nothing,
  'GET /leaderboard/changes': nothing,
  'GET /leaderboard/my-rank': nothing,
  'GET /leaderboard/filtered': nothing,

  // news
  'GET /admin/announcements': nothing,
  'GET /admin/announcements/audience': (at) => ({ query: { leagueId: at.league } }),
  'GET /admin/announcements/audience | everyone': nothing,
  'POST /admin/announcements': (at) => ({ body: { title: 'Talk', body: 'Come', leagueId: at.league } }),
  'POST /admin/announcements | to a cohort': (at) => ({
    body: { title: 'Talk', body: 'Come', cohortId: at.cohort },
  }),
  'DELETE /admin/announcements/:id': id((at) => at.announcement),
  'DELETE /admin/announcements/:id | to everyone': id((at) => at.openAnnouncement),
  'PUT /users/me/news/dismissed/:id': id((at) => at.announcement),
  'GET /users/me/news': nothing,
  'PUT /users/me/news/read': () => ({ body: { until: '2026-11-01T10:00:00Z' } }),
  'GET /users/me/news/choices': nothing,
  'PUT /users/me/news/choices': () => ({ body: { mailRhythm: 'WEEKLY' } }),
  'POST /news/unsubscribe/:token': () => ({ params: { token: 'sample' } }),

  // events
  'GET /events/:eventId': id((at) => at.event, 'eventId'),
  'GET /events/:eventId/registration': id((at) => at.event, 'eventId'),
  'POST /events/:eventId/registration': id((at) => at.event, 'eventId'),
  'POST /events/:eventId/registration | for everyone': id((at) => at.openEvent, 'eventId'),
  'DELETE /events/:eventId/registration': id((at) => at.event, 'eventId'),
  'POST /events/:eventId/guests/code': id((at) => at.event, 'eventId', {
    name: 'Guest',
    email: 'guest@example.test',
  }),
  'POST /events/:eventId/guests': id((at) => at.openEvent, 'eventId', {
    ...{ name: 'Guest', email: 'guest@example.test', code: '000000' },
  }),
  'GET /event-registrations/:token': () => ({ params: { token: 'sample' } }),
  'DELETE /event-registrations/:token': () => ({ params: { token: 'sample' } }),
  'GET /users/me/events': nothing,
  'GET /mentoring': nothing,
  'POST /mentoring/sessions': (at) => ({ body: { slotId: at.slot } }),
  'PUT /mentoring/sessions/:id': (at, into) => ({
    params: { id: at.comingSession },
    body: { slotId: into.slot },
  }),
  'DELETE /mentoring/sessions/:id': id((at) => at.comingSession),
  'PUT /mentoring/sessions/:id/note': id((at) => at.pastSession, 'id', { text: 'Mine' }),
  'POST /mentoring/slots': () => ({ body: TIMES }),
  'DELETE /mentoring/slots/:id': id((at) => at.slot),
  'POST /mentoring/absence': () => ({ body: { from: TIMES.day, to: TIMES.day, timeZone: TIMES.timeZone } }),
  'GET /admin/mentors': nothing,
  'PUT /admin/mentors/:userId': id((at) => at.luminary, 'userId'),
  'DELETE /admin/mentors/:userId': id((at) => at.luminary, 'userId'),
  'GET /admin/events': nothing,
  'PUT /admin/events/:eventId': (at, into) => ({
    params: { eventId: at.event },
    body: { ...EVENT, audience: into.league },
  }),
  'PUT /admin/events/:eventId | for everyone': id((at) => at.openEvent, 'eventId', EVENT),
  'DELETE /admin/events/:eventId': id((at) => at.event, 'eventId'),
  'DELETE /admin/events/:eventId | for everyone': id((at) => at.openEvent, 'eventId'),
  'GET /admin/events/:eventId/registrations': id((at) => at.event, 'eventId'),
  'GET /admin/events/:eventId/registrations | for everyone': id((at) => at.openEvent, 'eventId'),
  'GET /admin/events/:eventId/registrations/export': id((at) => at.event, 'eventId'),
  'POST /admin/events/:eventId/check-in': (at) => ({
    params: { eventId: at.event },
    body: { doorCode: 'K7W2QX' },
  }),

  // calendar
  'GET /users/me/calendar': nothing,
  'POST /users/me/calendar/feed': nothing,
  'GET /calendar/:secret': () => ({ params: { secret: 'sample' } }),

  // Ways of asking that reach for more (docs/security.md 3.6 and 3.7).
  'PUT /admin/update-role | their own': (_at, _into, self) => ({
    body: { userId: self, newRole: 'GRAND_PATHFINDER' },
  }),
  'PUT /admin/update-status | their own': (_at, _into, self) => ({
    body: { userId: self, newStatus: 'SUSPENDED' },
  }),
  'PUT /admin/update-role | up to GRAND': (at) => ({
    body: { userId: at.learner, newRole: 'GRAND_PATHFINDER' },
  }),
  'PUT /admin/update-role | of a GRAND': (at) => ({ body: { userId: at.grand, newRole: 'PIONEER' } }),
  'PUT /admin/update-status | of a GRAND': (at) => ({ body: { userId: at.grand, newStatus: 'SUSPENDED' } }),
  'PUT /admin/update-role | not active': (at) => ({ body: { userId: at.candidate, newRole: 'PATHFINDER' } }),
  'POST /admin/approve-user | with a role': (at) => ({ body: { userId: at.candidate, role: 'PATHFINDER' } }),
  'POST /admin/approve-user | oneself': (_at, _into, self) => ({ body: { userId: self } }),
  'POST /badges/:id/award | to oneself': (at, _into, self) => ({
    params: { id: at.badge },
    body: { userId: self },
  }),
  'POST /badges/:id/award | of no league': (at) => ({
    params: { id: at.freeBadge },
    body: { userId: at.learner },
  }),
  'POST /admin/assign-leagues | to oneself': (at, _into, self) => ({
    body: { pathfinderId: self, leagueIds: [at.league] },
  }),
  'POST /progress/enroll | a peer': (at) => ({
    body: { cohortId: at.cohort, leagueId: at.league, userId: at.holder },
  }),
  'GET /progress/leagues/:leagueId | of a peer': (at) => ({
    params: { leagueId: at.league },
    query: { userId: at.learner },
  }),
  'GET /assignments/my-submissions | of a peer': (at) => ({ query: { userId: at.learner } }),
  'GET /admin/assignments/submissions | of a learner': (at) => ({ query: { userId: at.learner } }),
  'GET /analytics/counts | of a peer': (at) => ({ query: { userId: at.learner } }),
  'GET /users/me/data | of a peer': (at) => ({ query: { userId: at.learner } }),
  'POST /admin/imports/weeks | of any league': (at) => ({
    body: { csv: `ID,Order,Name\n${at.week},9,New` },
  }),
  'GET /admin/assignments/submissions/export | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /reports/completion/export | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /weeks | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /sections | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /resources | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /progress/enrollments | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /admin/assignments | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /admin/certificates | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /reports/activity | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /reports/completion | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /reports/submissions | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /reports/approvals | of a league': (at) => ({ query: { leagueId: at.league } }),
  'GET /admin/users | of a league': (at) => ({ query: { leagueId: at.league } }),
};
