import type { UserRow } from '#contract/admin-users.ts';
import type { AssignmentRow } from '#contract/assignments.ts';
import type { CertificateRow } from '#contract/certificates.ts';
import type { Cohort } from '#contract/cohorts.ts';
import {
  ASSIGNMENT_FIELDS,
  type CurriculumField,
  MODULE_FIELDS,
  RESOURCE_FIELDS,
  TOPIC_FIELDS,
} from '#contract/curriculum-fields.ts';
import type { RegistrationRow } from '#contract/events.ts';
import type { LeagueLearner } from '#contract/league-learners.ts';
import type { League } from '#contract/leagues.ts';
import { type MailDomain, stateOfDomain } from '#contract/mail.ts';
import type { CompletionReport } from '#contract/reports.ts';
import type { Resource } from '#contract/resources.ts';
import type { SubmissionToExport } from '#contract/review-queue.ts';
import type { Section } from '#contract/sections.ts';
import type { Specialization } from '#contract/specializations.ts';
import type { Week } from '#contract/weeks.ts';
import { product } from '../../platform/process/product.ts';
import { type Columns, moment } from './file.ts';

// Columns of every exported list. Imports recognise their columns by these headings, so a heading must never change its
// meaning.

function columnsOf<Row>(fields: { [Name in keyof Row]?: CurriculumField }): Columns<Row> {
  return Object.fromEntries(
    Object.entries<CurriculumField | undefined>(fields).flatMap(([name, field]) => {
      const pick = (row: Row) => row[name as keyof Row] as string | null;
      return field ? [[field.label, field.stored === 'timestamptz' ? moment(pick) : pick]] : [];
    }),
  );
}

const STAMPS = {
  Created: moment(({ createdAt }) => createdAt),
  Changed: moment(({ updatedAt }) => updatedAt),
  ID: ({ id }) => id,
} satisfies Columns<{ id: string; createdAt: string; updatedAt: string }>;

const yesOrNo = (value: boolean | null) => (value ? 'yes' : 'no');
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('; ');

export const USER_COLUMNS = {
  Name: ({ name }) => name,
  'E-mail': ({ email }) => email,
  Role: ({ role }) => role,
  Status: ({ status }) => status,
  [`${product.shortName} ID`]: ({ olid }) => olid,
  Joined: moment(({ createdAt }) => createdAt),
  'E-mail verified': ({ emailVerified }) => yesOrNo(emailVerified),
  'Migrated to V2': ({ migratedToV2 }) => yesOrNo(migratedToV2),
  Cohort: ({ currentCohort }) => currentCohort?.name,
  Leagues: ({ enrollments }) => namesOf(enrollments.map(({ league }) => league)),
  'Leagues to look after': ({ pathfinderScopes }) => namesOf(pathfinderScopes.map(({ league }) => league)),
  Institute: ({ institute }) => institute,
  Department: ({ department }) => department,
  'Graduation year': ({ graduationYear }) => graduationYear,
  'Student ID': ({ studentId }) => studentId,
  'Phone number': ({ phoneNumber }) => phoneNumber,
  Portfolio: ({ portfolioUrl }) => portfolioUrl,
  GitHub: ({ githubUsername }) => githubUsername,
  LinkedIn: ({ linkedinUrl }) => linkedinUrl,
  Twitter: ({ twitterHandle }) => twitterHandle,
  Discord: ({ discordUsername }) => discordUsername,
  Kaggle: ({ kaggleUsername }) => kaggleUsername,
  'Approved by': ({ approvedBy }) => approvedBy,
  Changed: moment(({ updatedAt }) => updatedAt),
  ID: ({ id }) => id,
  'Cohort ID': ({ currentCohortId }) => currentCohortId,
} satisfies Columns<UserRow>;

export const COHORT_COLUMNS = {
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  State: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
  'Approve at once': ({ autoApprove }) => yesOrNo(autoApprove),
  'Maximum enrollments': ({ maxEnrollments }) => maxEnrollments,
  Enrollments: ({ _count }) => _count.enrollments,
  Specializations: ({ _count }) => _count.specializations,
  Leagues: ({ _count }) => _count.leagues,
  ...STAMPS,
} satisfies Columns<Cohort>;

export const LEAGUE_COLUMNS = {
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  Cohort: ({ cohort }) => cohort.name,
  Modules: ({ weeksCount }) => weeksCount,
  Topics: ({ sectionsCount }) => sectionsCount,
  Resources: ({ resourcesCount }) => resourcesCount,
  Enrollments: ({ _count }) => _count.enrollments,
  Ends: moment(({ expiresAt }) => expiresAt),
  State: ({ isExpired }) => (isExpired ? 'Expired' : 'Open'),
  ...STAMPS,
  'Cohort ID': ({ cohortId }) => cohortId,
} satisfies Columns<League>;

export const SPECIALIZATION_COLUMNS = {
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  Cohort: ({ cohort }) => cohort.name,
  Leagues: ({ leagues }) => namesOf(leagues.map(({ league }) => league)),
  'Completed by': ({ _count }) => _count.userSpecializations,
  ...STAMPS,
  'Cohort ID': ({ cohortId }) => cohortId,
  'League IDs': ({ leagues }) => leagues.map(({ leagueId }) => leagueId).join('; '),
} satisfies Columns<Specialization>;

export const WEEK_COLUMNS = {
  League: ({ league }) => league.name,
  Order: ({ order }) => order,
  ...columnsOf<Week>(MODULE_FIELDS),
  Topics: ({ _count }) => _count.sections,
  ...STAMPS,
  'League ID': ({ leagueId }) => leagueId,
} satisfies Columns<Week>;

export const SECTION_COLUMNS = {
  League: ({ week }) => week.league.name,
  Module: ({ week }) => week.name,
  'Module order': ({ week }) => week.order,
  Order: ({ order }) => order,
  ...columnsOf<Section>(TOPIC_FIELDS),
  Resources: ({ _count }) => _count.resources,
  ...STAMPS,
  'Module ID': ({ weekId }) => weekId,
  'League ID': ({ week }) => week.leagueId,
} satisfies Columns<Section>;

export const RESOURCE_COLUMNS = {
  League: ({ section }) => section.week.league.name,
  Module: ({ section }) => section.week.name,
  'Module order': ({ section }) => section.week.order,
  Topic: ({ section }) => section.name,
  'Topic order': ({ section }) => section.order,
  Order: ({ order }) => order,
  ...columnsOf<Resource>(RESOURCE_FIELDS),
  ...STAMPS,
  'Topic ID': ({ sectionId }) => sectionId,
  'Module ID': ({ section }) => section.weekId,
  'League ID': ({ section }) => section.week.leagueId,
} satisfies Columns<Resource>;

const { title, description, ...others } = ASSIGNMENT_FIELDS;
export const ASSIGNMENT_COLUMNS = {
  ...columnsOf<AssignmentRow>({ title, description }),
  League: ({ league }) => league.name,
  ...columnsOf<AssignmentRow>(others),
  Submissions: ({ _count }) => _count.submissions,
  ...STAMPS,
  'League ID': ({ leagueId }) => leagueId,
} satisfies Columns<AssignmentRow>;

export const SUBMISSION_COLUMNS = {
  Learner: ({ user }) => user.name,
  'E-mail': ({ user }) => user.email,
  Assignment: ({ assignment }) => assignment.title,
  League: ({ assignment }) => assignment.league.name,
  Status: ({ status }) => status,
  Attempt: ({ attempts }) => attempts,
  Submitted: moment(({ submittedAt }) => submittedAt),
  Due: moment(({ dueDate }) => dueDate),
  Answer: ({ content }) => content,
  GitHub: ({ githubUrl }) => githubUrl,
  'Live page': ({ liveUrl }) => liveUrl,
  File: ({ fileUrl }) => fileUrl,
  Feedback: ({ feedback }) => feedback,
  Reviewed: moment(({ reviewedAt }) => reviewedAt),
  'Reviewed by': ({ reviewedBy }) => reviewedBy?.name,
  ID: ({ id }) => id,
  'Learner ID': ({ user }) => user.id,
  'Assignment ID': ({ assignment }) => assignment.id,
  'League ID': ({ assignment }) => assignment.leagueId,
} satisfies Columns<SubmissionToExport>;

export const LEARNER_COLUMNS = {
  Learner: ({ name }) => name,
  'E-mail': ({ email }) => email,
  Cohort: ({ cohort }) => cohort.name,
  Enrolled: moment(({ enrolledAt }) => enrolledAt),
  'Resources completed': ({ completedResources }) => completedResources,
  'Progress in %': ({ progressPercentage }) => progressPercentage,
  'Last active': moment(({ lastActiveAt }) => lastActiveAt),
  Submission: ({ submission }) => submission?.status,
  Submitted: moment(({ submission }) => submission?.submittedAt),
  'Badge earned': moment(({ badgeEarnedAt }) => badgeEarnedAt),
  'Certificate issued': moment(({ certificateIssuedAt }) => certificateIssuedAt),
  'Learner ID': ({ id }) => id,
} satisfies Columns<LeagueLearner>;

export const REGISTRATION_COLUMNS = {
  Name: ({ name }) => name,
  'E-mail': ({ email }) => email,
  State: ({ state }) => state,
  'Place on the waiting list': ({ position }) => position,
  'Door code': ({ doorCode }) => doorCode,
  Registered: moment(({ registeredAt }) => registeredAt),
  'Checked in': moment(({ checkedInAt }) => checkedInAt),
  ID: ({ id }) => id,
  'User ID': ({ userId }) => userId,
} satisfies Columns<RegistrationRow>;

export const CERTIFICATE_COLUMNS = {
  Holder: ({ holderName }) => holderName,
  'Name today': ({ user }) => user?.name,
  'E-mail': ({ user }) => user?.email,
  For: ({ title }) => title,
  Kind: ({ kind }) => kind,
  Code: ({ code }) => code,
  Completed: moment(({ completedAt }) => completedAt),
  Issued: moment(({ issuedAt }) => issuedAt),
  State: ({ state }) => (state === 'genuine' ? 'Genuine' : 'Revoked'),
  Revoked: moment(({ revokedAt }) => revokedAt),
  'Revoked by': ({ revokedBy }) => revokedBy,
  Reason: ({ reason }) => reason,
  ID: ({ id }) => id,
  'Holder ID': ({ user }) => user?.id,
  'League ID': ({ leagueId }) => leagueId,
  'Specialization ID': ({ specializationId }) => specializationId,
} satisfies Columns<CertificateRow>;

export const MAIL_DOMAIN_COLUMNS = {
  'Mail domain': ({ domain }) => domain,
  State: stateOfDomain,
  Sent: ({ sent }) => sent,
  Queued: ({ queued }) => queued,
  Waiting: ({ delayed }) => delayed,
  Lost: ({ failed }) => failed,
  'Latest trouble': ({ lastReason }) => lastReason,
  'Latest trouble at': moment(({ lastTroubleAt }) => lastTroubleAt),
} satisfies Columns<MailDomain>;

export const COMPLETION_COLUMNS = {
  League: ({ name }) => name,
  Enrolled: ({ enrolled }) => enrolled,
  Started: ({ started }) => started,
  Finished: ({ finished }) => finished,
  'Average progress in %': ({ averagePercentage }) => averagePercentage,
  'League ID': ({ id }) => id,
} satisfies Columns<CompletionReport['leagues'][number]>;

export interface CompletionStep {
  week: { id: string; name: string };
  section: { id: string; name: string } | null;
  started: number;
  finished: number;
  stopped: number | null;
}

export const COMPLETION_STEP_COLUMNS = {
  Module: ({ week }) => week.name,
  Topic: ({ section }) => section?.name,
  Started: ({ started }) => started,
  Finished: ({ finished }) => finished,
  'Stopped here': ({ stopped }) => stopped,
  'Module ID': ({ week }) => week.id,
  'Topic ID': ({ section }) => section?.id,
} satisfies Columns<CompletionStep>;
