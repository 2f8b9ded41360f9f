import type { EarlierTables } from './earlier-product.ts';

/** Of everybody in it. */
export const EARLIER_PASSWORD = 'Mango-tree-1970';
/** Longer than a name may be here. */
export const LONG_NAME = 'A'.repeat(130);
/** When most of it happened. */
export const EARLIER_MOMENT = '2024-05-01 10:00:00';

/** A small community of the earlier product in which each of its traps occurs once. */
export async function toEarlierCommunity(): Promise<EarlierTables> {
  const password = (await Bun.password.hash(EARLIER_PASSWORD, { algorithm: 'bcrypt', cost: 4 })).replace(
    '$2b$',
    '$2a$',
  );
  const user = { password, status: 'ACTIVE', emailVerified: true, createdAt: '2024-01-01 08:00:00' };
  const tick = { isCompleted: true, createdAt: EARLIER_MOMENT };
  return {
    cohorts: [
      { id: 'co1', name: 'Cohort 2024', createdAt: EARLIER_MOMENT },
      { id: 'co2', name: 'Cohort 2024', isActive: false, maxEnrollments: 0, createdAt: EARLIER_MOMENT },
    ],
    users: [
      {
        ...user,
        id: 'zara',
        email: 'zara@example.test',
        name: 'Zara',
        role: 'CHIEF_PATHFINDER',
        status: 'PENDING',
      },
      {
        ...user,
        id: 'grand',
        email: 'grand@example.test',
        name: 'Grand',
        role: 'GRAND_PATHFINDER',
        olid: 'OL025000007',
      },
      {
        ...user,
        id: 'path',
        email: 'path@example.test',
        name: 'Path',
        role: 'PATHFINDER',
        approvedById: 'zara',
      },
      {
        ...{
          ...user,
          id: 'asha',
          email: ' Asha@Example.test',
          name: LONG_NAME,
          olid: 'OL-odd',
          migratedToV2: true,
        },
        ...{
          portfolioUrl: 'javascript:alert(1)',
          linkedinUrl: 'linkedin.com/in/asha',
          twitterHandle: '@@asha',
        },
        ...{
          graduationYear: 1900,
          phoneNumber: '12',
          githubUsername: 'x'.repeat(61),
          currentCohortId: 'co1',
        },
        ...{
          institute: '  An Institute  ',
          createdAt: '2024-06-01 08:00:00',
          updatedAt: '2024-05-01 08:00:00',
        },
      },
      { ...user, id: 'meera', email: 'meera@example.test', name: 'Meera' },
      {
        ...user,
        id: 'meera2',
        email: 'Meera@example.test',
        name: 'M',
        role: 'PATHFINDER',
        emailVerified: false,
      },
      { ...user, id: 'bad', email: 'not an address', name: 'Bad' },
      { ...user, id: 'hash', email: 'hash@example.test', name: ' ', password: 'sha1$abc' },
      {
        ...user,
        id: 'dear',
        email: 'dear@example.test',
        name: 'Dear',
        password: password.replace('$04$', '$31$'),
      },
      { ...user, id: 'here', email: 'HERE@example.test', name: 'Other', role: 'GRAND_PATHFINDER' },
      { ...user, id: 'noolid', email: 'noolid@example.test', name: 'No', migratedToV2: true },
      { ...user, id: 'taken', email: 'taken@example.test', name: 'Taken', olid: 'OL025000001' },
      { ...user, id: 'we ird/id', email: 'weird@example.test', name: 'Weird', status: 'SUSPENDED' },
    ],
    leagues: ['l1', 'l2', 'l3'].map((id) => ({
      id,
      name: id === 'l3' ? 'Nobody' : 'Web',
      createdAt: EARLIER_MOMENT,
    })),
    weeks: [
      { id: 'w1', name: 'One', order: 0, leagueId: 'l1', createdAt: EARLIER_MOMENT },
      { id: 'w2', name: 'Two', order: 1, leagueId: 'l1', createdAt: EARLIER_MOMENT },
      { id: 'w3', name: 'Three', order: 1, leagueId: 'l1', createdAt: EARLIER_MOMENT },
    ],
    sections: [
      { id: 's1', name: 'Topic', order: 1, weekId: 'w1', createdAt: EARLIER_MOMENT },
      { id: 's2', name: 'B'.repeat(120), order: 1, weekId: 'w2', createdAt: EARLIER_MOMENT },
    ],
    section_resources: [
      { id: 'r1', title: 'One', url: 'https://example.org/1', type: 'BLOG', order: 1, sectionId: 's1' },
      { id: 'r2', title: 'Two', url: 'example.org/2', type: 'VIDEO', order: 2, sectionId: 's1' },
      {
        id: 'r3',
        title: 'C'.repeat(210),
        url: 'ftp://example.org/3',
        type: 'ARTICLE',
        order: 1,
        sectionId: 's2',
      },
    ].map((row) => ({ ...row, createdAt: EARLIER_MOMENT })),
    enrollments: [
      ...['asha', 'meera', 'bad', 'here'].map((userId) => ({
        id: `e-${userId}`,
        userId,
        cohortId: 'co1',
        leagueId: 'l1',
      })),
      { id: 'e-two', userId: 'meera', cohortId: 'co2', leagueId: 'l1' },
    ],
    resource_progress: [
      {
        ...tick,
        id: 'p1',
        userId: 'asha',
        resourceId: 'r1',
        completedAt: '2024-07-01 12:00:00.123456',
        timeSpent: 90_000,
      },
      {
        ...tick,
        id: 'p2',
        userId: 'asha',
        resourceId: 'r2',
        completedAt: null,
        personalNote: ' read it\r\n twice \n',
      },
      {
        id: 'p3',
        userId: 'asha',
        resourceId: 'r3',
        isCompleted: false,
        markedForRevision: true,
        timeSpent: 60,
      },
      { ...tick, id: 'p4', userId: 'meera', resourceId: 'r1', completedAt: '2024-07-03 12:00:00' },
      { ...tick, id: 'p5', userId: 'meera2', resourceId: 'r1', completedAt: '2024-07-02 12:00:00' },
      { ...tick, id: 'p6', userId: 'meera2', resourceId: 'r2', completedAt: '2999-01-01 00:00:00' },
      { ...tick, id: 'p7', userId: 'bad', resourceId: 'r1', completedAt: EARLIER_MOMENT },
      {
        ...tick,
        id: 'p8',
        userId: 'here',
        resourceId: 'r1',
        completedAt: EARLIER_MOMENT,
        personalNote: 'n'.repeat(1001),
      },
      // Opened and nothing else, and un-ticked with its time left behind.
      { id: 'p9', userId: 'meera', resourceId: 'r3', isCompleted: false },
      {
        id: 'p10',
        userId: 'here',
        resourceId: 'r3',
        isCompleted: false,
        completedAt: EARLIER_MOMENT,
        personalNote: '  ',
      },
      { id: 'p11', userId: 'zara', resourceId: 'r3', isCompleted: false, personalNote: 'words alone' },
    ],
    section_progress: [
      {
        id: 'sp1',
        userId: 'asha',
        sectionId: 's1',
        isCompleted: false,
        personalNote: 'a topic',
        markedForRevision: true,
      },
      { id: 'sp2', userId: 'here', sectionId: 's1', isCompleted: true },
    ],
    badges: [
      { id: 'b1', name: 'First', leagueId: 'l1', imageUrl: 'data:image/svg+xml,<svg/>' },
      { id: 'b2', name: 'Second', leagueId: 'l1' },
      { id: 'b3', name: 'Whole', leagueId: 'l2' },
    ],
    user_badges: [
      { id: 'ub1', userId: 'meera', badgeId: 'b2', earnedAt: EARLIER_MOMENT },
      { id: 'ub2', userId: 'meera2', badgeId: 'b2', earnedAt: '2024-04-01 10:00:00' },
    ],
    specializations: ['sz1', 'sz2'].map((id) => ({ id, name: 'Web', cohortId: 'co1' })),
    specialization_leagues: [{ specializationId: 'sz1', leagueId: 'l1', order: 0 }],
    user_specializations: [
      { id: 'us1', userId: 'asha', specializationId: 'sz1', completedAt: EARLIER_MOMENT },
    ],
    pathfinder_scopes: [
      { id: 'ps1', pathfinderId: 'path', leagueId: 'l1', assignedById: 'grand', canCreateContent: true },
      { id: 'ps2', pathfinderId: 'meera2', leagueId: 'l1', assignedById: 'grand' },
    ],
    assignments: [
      { id: 'a1', title: ' ', description: 'Do it', leagueId: 'l1', dueDate: '2030-01-01 00:00:00' },
    ],
    assignment_submissions: [
      {
        id: 'as1',
        userId: 'asha',
        status: 'SUBMITTED',
        content: 'See',
        githubUrl: 'https://github.com/a/b',
        submittedAt: EARLIER_MOMENT,
      },
      { id: 'as2', userId: 'meera', status: 'NOT_SUBMITTED' },
      { id: 'as3', userId: 'here', status: 'NOT_SUBMITTED', content: 'a draft' },
      { id: 'as4', userId: 'hash', status: 'SUBMITTED', liveUrl: 'ftp://example.org' },
      {
        id: 'as5',
        userId: 'dear',
        status: 'SUBMITTED',
        fileUrl: 'https://example.org/file.pdf',
        submittedAt: EARLIER_MOMENT,
      },
      { id: 'as6', userId: 'taken', status: 'SUBMITTED' },
    ].map((row) => ({ ...row, assignmentId: 'a1' })),
    audit_logs: [{ id: 'log1', userId: 'asha', action: 'USER_CREATED' }],
  };
}
