import { approveUser, exportUsers } from '#contract/admin-users.ts';
import { createAnnouncement } from '#contract/announcements.ts';
import { createAssignment, exportAssignments } from '#contract/assignments.ts';
import { exportAuditLogs } from '#contract/audit-log.ts';
import { createBadge } from '#contract/badges.ts';
import { createBreak } from '#contract/breaks.ts';
import { exportCertificates } from '#contract/certificates.ts';
import { createCohort, exportCohorts } from '#contract/cohorts.ts';
import { IMPORT_CALLS } from '#contract/imports.ts';
import { applyLeagueFiles, exportLeagueFiles } from '#contract/league-files.ts';
import { createLeague, exportLeagues } from '#contract/leagues.ts';
import { exportMailDomains } from '#contract/mail.ts';
import { approvePerson } from '#contract/people.ts';
import { exportCompletion } from '#contract/reports.ts';
import { createResource, exportResources } from '#contract/resources.ts';
import { exportSubmissions } from '#contract/review-queue.ts';
import type { Permission } from '#contract/roles.ts';
import { createSection, exportSections } from '#contract/sections.ts';
import { createSpecialization, exportSpecializations } from '#contract/specializations.ts';
import { reviewSubmission } from '#contract/submissions.ts';
import { createWeek, exportWeeks } from '#contract/weeks.ts';
import type { AnyCall } from '#site/islands/shared/http/api.ts';
import { TERMS } from '#site/labels.ts';
import type { Access } from '../access/access.ts';
import type { AdminArea } from '../areas/areas.ts';

export interface AreaAction {
  label: string;
  /** Synonyms; typed in full, they put actions before search results. */
  verbs: readonly string[];
  /** Its access rule decides whether the action is offered. */
  call: AnyCall;
  /** Required in at least one league. */
  permission?: Permission;
  path?: string;
  /** Completes 'Failed to export modules: …'. */
  exports?: string;
}

const create = (label: string, path: string, call: AnyCall, permission?: Permission): AreaAction => ({
  label: `Create ${label}`,
  verbs: ['create', 'new', 'add', 'make'],
  call,
  permission,
  path: `${path}?new`,
});

const bring = (label: string, path: string, call: AnyCall, permission?: Permission): AreaAction => ({
  label: `Import ${label}`,
  verbs: ['import', 'upload', 'add'],
  call,
  permission,
  path,
});

const EXPORT_VERBS = ['export', 'download', 'save'];

const take = (label: string, call: AnyCall, permission?: Permission): AreaAction => ({
  label: `Export ${label}`,
  verbs: EXPORT_VERBS,
  call,
  permission,
  exports: label.toLowerCase(),
});

interface AreaContent {
  /** Synonyms for the search. */
  nouns: string;
  actions: readonly AreaAction[];
}

const WRITES = 'canCreateContent';

/** A test fails if a call of the API is missing here. */
export const AREA_CONTENTS: Record<AdminArea, AreaContent> = {
  users: {
    nouns: 'people person accounts members learners students staff',
    actions: [
      {
        label: 'Approve Users',
        verbs: ['approve', 'admit'],
        call: approveUser,
        path: '/admin/users?status=PENDING',
      },
      bring('Users', '/admin/imports?kind=users', IMPORT_CALLS.users),
      take('Users', exportUsers),
    ],
  },
  people: {
    nouns: 'users members learners students accounts',
    actions: [
      {
        label: 'Approve People',
        verbs: ['approve', 'admit'],
        call: approvePerson,
        permission: 'canManageUsers',
        path: '/admin/people?show=waiting',
      },
    ],
  },
  cohorts: {
    nouns: 'intakes batches batch',
    actions: [create('Cohort', '/admin/cohorts', createCohort), take('Cohorts', exportCohorts)],
  },
  leagues: {
    nouns: 'tracks courses',
    actions: [create('League', '/admin/leagues', createLeague), take('Leagues', exportLeagues)],
  },
  specializations: {
    nouns: 'programs programmes bundles',
    actions: [
      create('Specialization', '/admin/specializations', createSpecialization),
      take('Specializations', exportSpecializations),
    ],
  },
  weeks: {
    nouns: 'weeks',
    actions: [
      create(TERMS.week, '/admin/weeks', createWeek, WRITES),
      bring(TERMS.weeks, '/admin/imports?kind=weeks', IMPORT_CALLS.weeks, WRITES),
      take(TERMS.weeks, exportWeeks),
    ],
  },
  sections: {
    nouns: 'sections',
    actions: [
      create(TERMS.section, '/admin/sections', createSection, WRITES),
      bring(TERMS.sections, '/admin/imports?kind=sections', IMPORT_CALLS.sections, WRITES),
      take(TERMS.sections, exportSections),
    ],
  },
  resources: {
    nouns: 'links videos articles blogs',
    actions: [
      create('Resource', '/admin/resources', createResource, WRITES),
      bring('Resources', '/admin/imports?kind=resources', IMPORT_CALLS.resources, WRITES),
      take('Resources', exportResources),
    ],
  },
  assignments: {
    nouns: 'tasks homework submissions answers',
    actions: [
      create('Assignment', '/admin/assignments', createAssignment, WRITES),
      {
        label: 'Review Submissions',
        verbs: ['review', 'grade', 'approve'],
        call: reviewSubmission,
        path: '/admin/assignments?queue=all',
      },
      take('Assignments', exportAssignments),
      take('Submissions', exportSubmissions),
    ],
  },
  imports: { nouns: 'csv spreadsheets upload', actions: [] },
  files: {
    nouns: 'curriculum zip markdown json',
    actions: [
      bring('League Files', '/admin/league-files', applyLeagueFiles, WRITES),
      {
        label: 'Export League Files',
        verbs: EXPORT_VERBS,
        call: exportLeagueFiles,
        permission: WRITES,
        path: '/admin/league-files',
      },
    ],
  },
  analytics: {
    nouns: 'reports statistics charts figures',
    actions: [take('Completion Report', exportCompletion, 'canViewAnalytics')],
  },
  audit: { nouns: 'history changes events', actions: [take('Audit Log', exportAuditLogs)] },
  badges: {
    nouns: 'awards medals holders',
    actions: [create('Badge', '/admin/badges', createBadge, WRITES)],
  },
  certificates: { nouns: 'awards', actions: [take('Certificates', exportCertificates)] },
  breaks: {
    nouns: 'holidays vacations streaks days',
    actions: [create('Break', '/admin/breaks', createBreak)],
  },
  announcements: {
    nouns: 'notices messages pinned',
    actions: [create('Announcement', '/admin/announcements', createAnnouncement, WRITES)],
  },
  events: { nouns: 'registrations door check-in places tickets', actions: [] },
  mentoring: { nouns: 'mentors sessions times slots absence luminaries', actions: [] },
  mail: {
    nouns: 'email emails delivery messages domains',
    actions: [take('Mail Domains', exportMailDomains)],
  },
};

export function mayAct({ call, permission }: AreaAction, access: Access): boolean {
  return access.may(call) && (!permission || access.mayAnywhere(permission));
}
