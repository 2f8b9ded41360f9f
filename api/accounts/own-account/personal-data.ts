/**
 * Personal data by column. docs/privacy.md is printed from it; tests compare it with the schema, the download and a
 * deleted account.
 */
export interface PersonalField {
  table: string;
  columns: readonly string[];
  purpose: string;
  retention: string;
  /** Part of the downloaded file; null for secrets and data about no single person. */
  download: string | null;
  onDeletion: 'deleted' | 'emptied' | 'nameless' | 'kept' | 'expires';
}

export const ACCOUNT = 'as long as the account';
type Kept = Partial<Pick<PersonalField, 'retention' | 'onDeletion'>>;
const DEFAULT: Kept = {};
const EMPTIED: Kept = { onDeletion: 'emptied' };
const REPEAT: Kept = { retention: '7 days' };
const SESSION: Kept = { retention: 'until 30 days after the session ends' };
const KNOWN: Kept = { retention: '30 days after the last sign-in from there, 180 days for a browser' };
const CODE: Kept = { retention: 'until one day after it expires' };
const NAMELESS: Kept = { retention: 'for good, after deletion without a name', onDeletion: 'nameless' };
const APPROVAL: Kept = { retention: `${ACCOUNT}; the approver’s name goes with the approver’s account` };
const TOKEN: Kept = { retention: 'until one hour after it expires (15 minutes)' };
const FORTNIGHT: Kept = { retention: 'until the week after it is over' };
const WEEK: Kept = { retention: 'until the next week begins' };
const CLAIM: Kept = {
  retention:
    'until the review is saved or given back; 20 minutes after that person was last at it, it counts no more',
  onDeletion: 'emptied',
};
const MAIL: Kept = { retention: '90 days' };
const NEWS: Kept = { retention: '90 days' };
const ANNOUNCED: Kept = {
  retention: 'until 90 days after the announcement was published or pinned for the last time',
};
const EVENT: Kept = { retention: `${ACCOUNT}; of a guest until 30 days after the event` };
const PAIR: Kept = {
  retention: 'until both people of its session are gone; a free one until it is over',
  onDeletion: 'nameless',
};
const UNSENT: Kept = { retention: 'until it is sent, at most 7 days' };
const BARE_ID: Kept = { retention: 'for good, after deletion as a bare id', onDeletion: 'kept' };
const BESIDE_ID: Kept = { retention: 'for good, after deletion beside a bare id', onDeletion: 'kept' };
const WINDOW: Kept = { retention: 'until one hour after its window (at most a day)', onDeletion: 'expires' };

const of = (
  table: string,
  download: string | null,
  kept: Kept,
  purposes: Readonly<Record<string, string>>,
): PersonalField[] =>
  Object.entries(purposes).map(([columns, purpose]) => {
    return {
      table,
      columns: columns.split(' '),
      purpose,
      retention: ACCOUNT,
      download,
      onDeletion: 'deleted',
      ...kept,
    };
  });

const LEARNING = 'to show the learner their own learning';
const ANSWER = 'the answer to an assignment, for review';

export const PERSONAL_DATA: readonly PersonalField[] = [
  of('users', 'account', DEFAULT, {
    id: 'to tell accounts apart',
    name: 'to address the person, and to show on the leaderboard',
    email: 'to sign in, and to send messages about the account',
    email_verified_at: 'to know that the address is theirs',
    mailbox_proven_at: 'to know that the reader of the mailbox proved it',
  }),
  of('users', null, DEFAULT, {
    password_hash: 'to check the password; the password itself is never stored',
  }),
  of('users', 'account', DEFAULT, {
    'role status': 'to decide what the account may do',
    'institute department graduation_year phone_number student_id':
      'to know who takes part, asked for in the profile',
    'olid migrated_to_v2_at': 'the member number, given with the completed profile',
    'discord_username portfolio_url twitter_handle linkedin_url github_username kaggle_username':
      'to link a learner with their work, if they wish',
    'daily_goal is_hidden_from_boards':
      'what the learner chose: how much a day, and whether others see them on boards',
  }),
  of('users', null, DEFAULT, { search_text: 'to find the account by what of it is listed above' }),
  of('users', 'account', DEFAULT, {
    current_cohort_id: 'to place the learner in an intake',
    closed_at: 'to know when a staff account is to be erased',
  }),
  of('users', 'account', APPROVAL, { 'approved_at approved_by_id': 'to know who let the account in' }),
  of('users', 'account', DEFAULT, { 'created_at updated_at': 'to know how old the account is' }),
  of('sessions', 'sessions', SESSION, { user_id: 'to know whose session it is' }),
  of('sessions', null, SESSION, { refresh_token_hash: 'to recognize the device that signed in' }),
  of('sessions', 'sessions', SESSION, {
    'ip_address user_agent': 'to show where one is signed in',
    'created_at last_used_at expires_at revoked_at': 'to end sessions in time',
    'proven_at passkey_proven_at': 'to know when the person last proved who they are',
  }),
  of('report_links', null, REPEAT, { token_hash: 'to recognize the link “this was not me” of a mail' }),
  of('report_links', 'reportLinks', REPEAT, {
    'user_id email session_began_at created_at':
      'to end what the owner reports by a link “this was not me”, since the reported session began',
  }),
  of('former_addresses', 'formerAddresses', REPEAT, {
    'user_id email created_at':
      'to give an account back to the address it was moved away from, and to nobody else meanwhile',
  }),
  of('passkeys', 'passkeys', DEFAULT, {
    'user_id name created_at last_used_at': 'to sign in without a password',
    'credential_id public_key counter transports is_synced':
      'to check a passkey; its secret part never leaves the device',
  }),
  of('recovery_codes', 'recoveryCodes', DEFAULT, {
    'user_id created_at': 'to sign in after all passkeys are lost',
  }),
  of('recovery_codes', null, DEFAULT, {
    code_hash: 'to check a recovery code; the code itself is never stored',
  }),
  of('access_tokens', null, TOKEN, { 'token_hash session_id expires_at': 'to recognize a signed-in caller' }),
  of('known_origins', null, KNOWN, {
    origin_hash: 'to recognize a network or browser; the address is hashed',
  }),
  of('known_origins', 'knownOrigins', KNOWN, {
    'user_id kind last_used_at': 'to let the owner sign in while others guess the password',
  }),
  of('one_time_codes', null, CODE, {
    link_hash: 'to check the link of a reset mail; the link itself is never stored',
    code_hash: 'to check a code; the code itself is never stored',
  }),
  of('one_time_codes', 'codes', CODE, {
    'user_id kind email new_email attempts created_at expires_at used_at': 'to prove an address',
  }),
  of('pathfinder_scopes', 'scopes', DEFAULT, {
    'pathfinder_id league_id can_manage_users can_view_analytics can_create_content assigned_at':
      'to decide which leagues a staff member may manage',
  }),
  of('pathfinder_scopes', 'workForOthers', EMPTIED, { assigned_by_id: 'to know who gave the scope' }),
  of('enrollments', 'enrollments', DEFAULT, {
    'user_id cohort_id league_id enrolled_at updated_at': LEARNING,
  }),
  of('progress_events', 'progressEvents', DEFAULT, {
    'user_id resource_id section_id league_id kind personal_note time_spent_seconds restored_completed_at restored_marked_at undoes_id occurred_at':
      'the history that every count is made from',
  }),
  of('progress_events', null, DEFAULT, {
    idempotency_key: 'to recognize a request that was sent twice',
  }),
  of('answered_requests', null, REPEAT, {
    'user_id idempotency_key request_hash answered_at': 'to recognize a request that was sent twice',
    reply: 'to answer it as the first time; a copy of what stands elsewhere in the file',
  }),
  of('resource_progress', 'resourceProgress', DEFAULT, {
    'user_id resource_id completed_at marked_for_revision_at personal_note time_spent_seconds created_at updated_at':
      LEARNING,
  }),
  of('revision_cards', 'revisionCards', DEFAULT, {
    'user_id resource_id marked_at due_at stability difficulty state repetitions lapses scheduled_days reviewed_at':
      'to say when a marked resource is worth looking at again',
  }),
  of('revision_reviews', 'revisionReviews', DEFAULT, {
    'user_id resource_id rating card_before reviewed_at undone_at':
      'to say when a marked resource is worth looking at again',
  }),
  of('revision_pauses', 'revisionPauses', DEFAULT, {
    'user_id paused_at': 'to leave a learner alone who paused revision',
  }),
  of('section_progress', 'sectionProgress', DEFAULT, {
    'user_id section_id completed_resources completed_at marked_for_revision_at personal_note created_at updated_at':
      LEARNING,
  }),
  of('league_progress', 'leagueProgress', DEFAULT, {
    'user_id league_id completed_resources completed_sections completed_weeks last_completed_at last_completed_resource_id updated_at':
      LEARNING,
  }),
  of('learner_stats', 'learnerStats', DEFAULT, {
    'user_id completed_resources badges_earned last_completed_at last_completed_resource_id is_ranked':
      'to rank learners who take part in the leaderboard',
  }),
  of('week_progress', 'weekProgress', FORTNIGHT, {
    'user_id week_start completed_resources last_completed_at last_completed_resource_id':
      'to rank learners by what they completed in a week',
  }),
  of('rank_snapshots', 'weekRanks', WEEK, {
    'user_id week_start rank': 'to show how a place on the leaderboard moved since the week began',
  }),
  of('submissions', 'submissions', DEFAULT, {
    'user_id assignment_id status attempts content file_url github_url live_url submitted_at feedback reviewed_at created_at updated_at':
      ANSWER,
  }),
  of('submission_attempts', 'submissions', DEFAULT, {
    'submission_id number status content file_url github_url live_url submitted_at feedback reviewed_at':
      ANSWER,
  }),
  of('submissions', 'workForOthers', EMPTIED, {
    reviewed_by_id: 'to know who reviewed an answer; the review itself stays with the learner',
  }),
  of('submissions', 'workForOthers', CLAIM, {
    claimed_by_id: 'to keep two people from reviewing the same answer',
  }),
  of('submission_attempts', 'workForOthers', EMPTIED, {
    reviewed_by_id: 'to know who reviewed an attempt; the review itself stays with the learner',
  }),
  of('user_badges', 'badges', DEFAULT, {
    'user_id badge_id earned_at reason': 'to show what was earned',
  }),
  of('user_badges', 'workForOthers', EMPTIED, { awarded_by_id: 'to know who gave the badge' }),
  of('user_specializations', 'specializations', DEFAULT, {
    'user_id specialization_id completed_at': 'to show what was earned',
  }),
  of('certificates', 'certificates', EMPTIED, {
    'user_id holder_name': 'to show who completed what, to whoever has the code',
  }),
  of('certificates', 'certificates', NAMELESS, {
    'code kind league_id specialization_id title issuer completed_at issued_at renamed_at revoked_at':
      'to show that a certificate is genuine, or no longer is',
  }),
  of('certificates', 'certificates', EMPTIED, {
    'revocation_reason renaming_reason':
      'to say publicly why a certificate was revoked, or its name corrected',
  }),
  of('certificates', null, NAMELESS, {
    search_text: 'to find the certificate by what of it is listed above',
  }),
  of('certificates', 'workForOthers', EMPTIED, { revoked_by_id: 'to know who revoked a certificate' }),
  of('notifications', 'notifications', NEWS, {
    'user_id kind facts created_at': 'to tell a person what concerns them',
  }),
  of('news_readers', 'newsReading', DEFAULT, {
    'user_id read_at mailed_at mail_rhythm updated_at':
      'to know how far somebody has read the news, and how often they want mail',
  }),
  of('news_choices', 'newsChoices', DEFAULT, {
    'user_id kind is_shown is_mailed': 'to leave out the news that somebody does not want',
  }),
  of(
    'announcements',
    'workForOthers',
    { ...ANNOUNCED, onDeletion: 'emptied' },
    {
      author_id: 'to say who wrote an announcement',
    },
  ),
  of('announcement_dismissals', 'closedAnnouncements', ANNOUNCED, {
    'user_id announcement_id dismissed_at': 'to keep an announcement closed that somebody closed',
  }),
  of('event_registrations', 'eventRegistrations', EVENT, {
    'user_id event_id state arrival door_code checked_in_at created_at updated_at':
      'to keep a place at an event, and to know who came',
  }),
  of('event_registrations', null, EVENT, {
    'guest_name guest_email': 'to reach a guest without an account about the event',
  }),
  of('event_registrations', 'workForOthers', EMPTIED, {
    checked_in_by_id: 'to know who checked a person in',
  }),
  of('mentors', 'mentorNaming', DEFAULT, { 'user_id created_at': 'to know which Luminaries are mentors' }),
  of('mentors', 'workForOthers', EMPTIED, { named_by_id: 'to know who named a mentor' }),
  of('mentor_slots', 'mentorTimes', PAIR, {
    'mentor_id starts_at ends_at topics place notice_hours created_at': 'to offer times for sessions',
  }),
  of('mentor_sessions', 'mentorSessions', DEFAULT, {
    'learner_id slot_id question reminded_at created_at updated_at': 'to keep a session with a mentor',
  }),
  of('mentor_notes', 'mentorNotes', DEFAULT, {
    'author_id session_id text updated_at': 'what somebody wrote down about a session, for themselves',
  }),
  of('public_profiles', 'publicProfile', DEFAULT, {
    'user_id address about is_public is_indexed shows_name shows_leagues shows_badges shows_certificates shows_events shows_links created_at updated_at':
      'to show what the person chose on a public page',
  }),
  of('public_profile_projects', 'publicProfileProjects', DEFAULT, {
    'user_id submission_id': 'to show the answers picked for it',
  }),
  of('credentials', 'credentials', NAMELESS, {
    'kind award_id status_index salt created_at':
      'to sign an award again as it was, and to publish that it no longer counts',
  }),
  of('outbox_messages', 'messages', MAIL, {
    'user_id kind to_address created_at sent_at failed_at':
      'to send a message once, and to show how far it got',
  }),
  of('outbox_messages', null, UNSENT, {
    sealed_content: 'the words of a message that waits to be sent, encrypted',
  }),
  of('audit_log', 'auditEntries', BARE_ID, {
    'actor_id target_user_id action created_at request_id':
      'to find out who did what; entries are never changed or removed',
  }),
  of('audit_log', 'auditEntries', BESIDE_ID, {
    evidence: 'roles, states, permissions and ids of leagues, from and to; no words about a person',
  }),
  of('audit_log', 'auditEntries', EMPTIED, {
    'description metadata': 'to tell what a change was about',
    ip_address: 'to find out where a change came from',
  }),
  of('rate_limits', null, WINDOW, {
    'key count window_ends_at': 'to stop guessing and floods, by account and address',
  }),
].flat();
